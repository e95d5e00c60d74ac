import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Precio } from '#contract/cuentas/perdidas/perdidas'
import { formatDia } from '#contract/values/comunes'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { formatEuros } from '../../lib/formato'
import { useHoy } from '../../lib/time/hoy'
import { CampoNumero } from '../../ui/campo-numero'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { tono } from '../../ui/theme/tono'
import { CLAVE, preciosQuery } from './queries'
import { centimosOf, LAS_DEMAS } from './textos'

const TODAS = ''

function Puestos({ precios }: { precios: Precio[] }) {
  if (precios.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        Aún no hay ningún precio.
      </Typography>
    )
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label="Precios puestos"
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflow: 'auto', fontSize: 13 }}
    >
      {precios.map((p) => (
        <Box
          component="li"
          key={p.id}
          sx={{ display: 'flex', gap: 2, py: 1, borderTop: `1px solid ${tono('line')}` }}
        >
          <span style={{ flex: 1 }}>{p.familia || LAS_DEMAS}</span>
          <span style={{ whiteSpace: 'nowrap' }}>desde el {formatDia(p.desde)}</span>
          <b style={{ minWidth: 72, textAlign: 'right' }}>{formatEuros(p.centimos)}</b>
        </Box>
      ))}
    </Box>
  )
}

type Props = {
  empresa: number
  familias: readonly string[]
  onImport: () => void
  onClose: () => void
}

/** Prices of a container by family, each valid from a day on; a price can only be added. */
export function Precios({ empresa, familias, onImport, onClose }: Props) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const hoy = useHoy()
  const { data, error } = useQuery(preciosQuery(empresa))
  const [familia, setFamilia] = useState(TODAS)
  const [dia, setDia] = useState<string | undefined>(hoy)
  const [euros, setEuros] = useState('')
  const centimos = centimosOf(euros)
  const add = useMutation({
    mutationFn: (p: { desde: string; centimos: number }) =>
      call(api.createPrecio, { body: { ...p, familia, empresa } }),
    onSuccess: () => {
      setEuros('')
      aviso.exito('Precio añadido')
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo="Precios"
      accion="Añadir"
      cierre="Cerrar"
      ocupado={add.isPending}
      impedido={centimos === null || dia === undefined}
      error={add.error?.message ?? error?.message}
      onAccept={() => {
        if (centimos !== null && dia !== undefined) add.mutate({ desde: dia, centimos })
      }}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Cada contenedor vale el precio que su familia tenía el día en que dejó de verse. Los precios no se
        cambian: para el mismo día vale el último que se añade.
      </Typography>
      <TextField
        select
        size="small"
        label="Familia"
        value={familia}
        onChange={(e) => setFamilia(e.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={TODAS}>{LAS_DEMAS}</MenuItem>
        {familias.map((f) => (
          <MenuItem key={f} value={f}>
            {f}
          </MenuItem>
        ))}
      </TextField>
      <CampoDia etiqueta="Desde el" valor={dia} onChange={setDia} />
      <CampoNumero
        size="small"
        label="Precio de un contenedor (€)"
        valor={euros}
        onChange={setEuros}
        decimales={2}
        reparo={euros !== '' && centimos === null ? 'Debe ser mayor que 0.' : null}
        ayuda={centimos === null ? ' ' : formatEuros(centimos)}
      />
      <Button size="small" sx={{ justifySelf: 'start', ml: -2.5 }} onClick={onImport}>
        Importar de un archivo
      </Button>
      {data && <Puestos precios={data.data} />}
    </DialogoForma>
  )
}
