import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { LARGO_NOTA } from '#contract/oir/incidencias/values'
import { useUltimo } from '../../../lib/api/direccion'
import { fechaHora } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { Confirm } from '../../../ui/feedback/confirm'
import { LETRA_MONO } from '../../../ui/theme/tokens'
import { tono } from '../../../ui/theme/tono'
import { formatRevision } from './campos'
import { apodoOf } from './controles'

type Props = {
  /** The incident to close, as it is on screen; undefined closes the dialog. */
  incidencias: Incidencia[] | undefined
  /** @param mirado somebody has looked at those of which nothing was said */
  onConfirm: (nota: string | undefined, mirado: boolean) => void
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
  const [mirado, setMirado] = useState(false)
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
      onConfirm={() => onConfirm(nota.trim() || undefined, mirado)}
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
            <Box sx={{ color: tono('muted') }}>{formatRevision(i, mirado)}</Box>
          </li>
        ))}
      </Box>
      {incidencias.some((i) => !i.mirado) && (
        <RadioGroup
          aria-label="Si se ha mirado"
          value={mirado ? 'si' : 'no'}
          onChange={(e) => setMirado(e.target.value === 'si')}
          sx={{ mt: 3, '& .MuiFormControlLabel-label': { fontSize: 14 } }}
        >
          <FormControlLabel
            value="no"
            control={<Radio size="small" />}
            label={varias ? 'Nadie ha mirado los contenedores' : 'Nadie ha mirado el contenedor'}
          />
          <FormControlLabel
            value="si"
            control={<Radio size="small" />}
            label={varias ? 'Mirados: ni golpe real ni daño' : 'Mirado: ni golpe real ni daño'}
          />
        </RadioGroup>
      )}
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
