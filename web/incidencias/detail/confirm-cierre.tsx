import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Incidencia } from '#contract/eventos/incidencias'
import { LARGO_NOTA } from '#contract/valores/eventos/incidencias'
import { useUltimo } from '../../lib/api/direccion'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { Confirm } from '../../ui/feedback/confirm'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { NOMBRE_CAMPO } from './campos'
import { apodoOf } from './controles'

type Props = {
  /** The incident to close, as it is on screen; undefined closes the dialog. */
  incidencias: Incidencia[] | undefined
  onConfirm: (nota: string | undefined) => void
  onCancel: () => void
}

/** Asks for confirmation before an incident is closed, and shows which one and with which values. */
export function ConfirmCierre({ incidencias, onConfirm, onCancel }: Props) {
  const actuales = useUltimo(incidencias)
  if (!actuales) return null
  return (
    <Dialogo
      key={actuales.map((i) => i.id).join()}
      abierto={incidencias !== undefined}
      incidencias={actuales}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

function Dialogo({
  abierto,
  incidencias,
  onConfirm,
  onCancel,
}: Props & { abierto: boolean; incidencias: Incidencia[] }) {
  const [nota, setNota] = useState('')
  const zona = useZona()
  const varias = incidencias.length > 1
  return (
    <Confirm
      abierto={abierto}
      titulo="Confirmar cierre"
      texto={
        varias
          ? `¿Estás seguro de que quieres cerrar estas ${incidencias.length} incidencias? No se podrán modificar después.`
          : '¿Estás seguro de que quieres cerrar esta incidencia? No se podrá modificar después.'
      }
      onConfirm={() => onConfirm(nota.trim() || undefined)}
      onCancel={onCancel}
    >
      <Box
        component="ul"
        tabIndex={varias ? 0 : undefined}
        aria-label="Se guardará"
        sx={{
          m: 0,
          mt: 3,
          p: 0,
          listStyle: 'none',
          maxHeight: 220,
          overflow: 'auto',
          border: `1px solid ${tono('line')}`,
          borderRadius: '8px',
          fontSize: 13,
          '& li': { px: 3, py: 2 },
          '& li + li': { borderTop: `1px solid ${tono('line')}` },
        }}
      >
        {incidencias.map((i) => (
          <li key={i.id}>
            <Box component="b" sx={{ fontFamily: LETRA_MONO, fontWeight: 600 }}>
              {apodoOf(i)}
            </Box>{' '}
            · {fechaHora(i.Time, zona)}
            <Box sx={{ color: tono('muted') }}>
              {(['hubo_golpe_real', 'hubo_danio'] as const)
                .map((campo) => `${NOMBRE_CAMPO[campo]}: ${i[campo] ? 'sí' : 'no'}`)
                .join(' · ')}
            </Box>
          </li>
        ))}
      </Box>
      <TextField
        fullWidth
        size="small"
        label={varias ? 'Nota para todas (opcional)' : 'Nota (opcional)'}
        value={nota}
        onChange={(e) => setNota(e.target.value)}
        slotProps={{ htmlInput: { maxLength: LARGO_NOTA } }}
        sx={{ mt: 4 }}
      />
    </Confirm>
  )
}
