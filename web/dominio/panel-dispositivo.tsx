import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { useUltimo } from '../lib/api/direccion'
import { Fallo } from '../ui/feedback/fallo'
import { TituloDialogo } from '../ui/feedback/titulo-dialogo'
import { apodoOf } from './apodo'
import { EnlaceContenedor } from './enlace-contenedor'

const ID_TITULO = 'titulo-detalle'

type Props<Found extends Dispositivo | null, Key extends QueryKey> = {
  /** MAC of the device; undefined closes. */
  mac: string | undefined
  /** The device, if the screen has loaded it already. */
  conocido: Dispositivo | undefined
  /** The device from the server; null: there is none. */
  queryOf: (mac: string) => UseQueryOptions<Found, Error, Found, Key>
  onClose: () => void
  maxWidth: 'xs' | 'md'
  loading: ReactNode
  /** Shown where there is no such device. */
  missing?: ReactNode
  actions: (d: Dispositivo | undefined) => ReactNode
  children: (d: Dispositivo) => ReactNode
}

/** A dialog about one device. */
export function PanelDispositivo<Found extends Dispositivo | null, Key extends QueryKey>({
  mac,
  conocido,
  queryOf,
  onClose,
  maxWidth,
  ...parts
}: Props<Found, Key>) {
  const actual = useUltimo(mac) ?? ''
  const consulta = useQuery({ ...queryOf(actual), enabled: Boolean(mac) && !conocido })
  const d = conocido ?? consulta.data ?? undefined
  return (
    <Dialog
      open={mac !== undefined}
      onClose={onClose}
      maxWidth={maxWidth}
      fullWidth
      aria-labelledby={ID_TITULO}
    >
      <TituloDialogo id={ID_TITULO} onClose={onClose}>
        {d && d.TipoDispositivo !== 'Reader' ? (
          <EnlaceContenedor apodo={apodoOf(d)} />
        ) : d ? (
          apodoOf(d)
        ) : (
          actual
        )}
      </TituloDialogo>
      <DialogContent>
        {d ? (
          parts.children(d)
        ) : consulta.isError ? (
          <Fallo
            texto="Error al obtener detalles del dispositivo"
            detalle={consulta.error.message}
            onRetry={() => void consulta.refetch()}
          />
        ) : consulta.data === null ? (
          parts.missing
        ) : (
          parts.loading
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>{parts.actions(d)}</DialogActions>
    </Dialog>
  )
}
