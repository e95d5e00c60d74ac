import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ResumenPoc } from '#contract/parque/dispositivos/inventario'
import { usePlazoVisible } from '../../dominio/plazos'
import { Fallo } from '../../ui/feedback/fallo'
import type { Token } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import type { FiltrosInventario } from './busqueda'
import { type Filtros, resumenQuery } from './queries'

const Cifra = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'grid',
  gap: 4,
  padding: '12px 16px',
  border: `1px solid ${tono('line')}`,
  borderRadius: 8,
  cursor: 'pointer',
  '& b': { fontSize: 28, lineHeight: '32px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& span': { fontSize: 13, color: tono('muted') },
  '&:hover': { borderColor: tono('brand') },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
})

type Cual = {
  campo: keyof ResumenPoc
  texto: string
  /** The deadline of the company is appended to the text. */
  conPlazo?: true
  token: Token
  filtro: FiltrosInventario
}
const CIFRAS: Cual[] = [
  {
    campo: 'total',
    texto: 'Total de dispositivos',
    token: 'ink',
    filtro: { activado: undefined, sin_actualizar: undefined },
  },
  { campo: 'activados', texto: 'Activados', token: 'verde', filtro: { activado: 'Activado' } },
  { campo: 'desactivados', texto: 'Desactivados', token: 'gris', filtro: { activado: 'Desactivado' } },
  {
    campo: 'sin_actualizar',
    texto: 'Sin actualizar desde hace',
    conPlazo: true,
    token: 'rojo',
    filtro: { sin_actualizar: 'true' },
  },
]

type Props = {
  abierto: boolean
  filtros: Filtros
  /** Filters are active. */
  filtrado: boolean
  onFilter: (filtro: FiltrosInventario) => void
  onClose: () => void
}

/** Four counts under the active filters; each links to its devices. */
export function Resumen({ abierto, filtros, filtrado, onFilter, onClose }: Props) {
  const id = useId()
  const plazo = usePlazoVisible()
  const { data, error, refetch } = useQuery({ ...resumenQuery(filtros), enabled: abierto })
  return (
    <Dialog open={abierto} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Resumen del inventario</DialogTitle>
      <DialogContent>
        <Box component="p" sx={{ m: 0, mb: 3, fontSize: 13, color: tono('muted') }}>
          {filtrado ? 'De los dispositivos que cumplen los filtros.' : 'De todos los dispositivos.'} Pulsa una
          cifra para verlos.
        </Box>
        {error && !data ? (
          <Fallo
            texto="No se ha podido calcular el resumen"
            detalle={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {CIFRAS.map(({ campo, texto, conPlazo, token, filtro }) =>
              data ? (
                <Cifra key={campo} type="button" onClick={() => onFilter(filtro)}>
                  <b style={{ color: tono(token) }}>{data[campo].toLocaleString('es')}</b>
                  <span>{conPlazo ? `${texto} ${plazo} o más` : texto}</span>
                </Cifra>
              ) : (
                <Skeleton key={campo} variant="rounded" height={82} />
              ),
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
