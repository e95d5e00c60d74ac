import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { CorrectLugar } from '../../../dominio/correct-lugar'
import { EnlaceContenedor } from '../../../dominio/enlace-contenedor'
import { useUltimo } from '../../../lib/api/direccion'
import { useCambia } from '../../../lib/session/sesion'
import { Fallo } from '../../../ui/feedback/fallo'
import { TituloDialogo } from '../../../ui/feedback/titulo-dialogo'
import { dispositivoQuery } from '../queries'
import { apodoOf } from './columnas'
import { DatosDispositivo } from './datos-dispositivo'

type Props = {
  /** MAC of the device; undefined closes. */
  mac: string | undefined
  /** The device, if the screen has loaded it already. */
  conocido: Dispositivo | undefined
  onClose: () => void
  onSeeInMapa: (d: Dispositivo & { Lat: number; Lon: number }) => void
  onSeeEventos: (apodo: string) => void
}

const ID_TITULO = 'titulo-detalle'

export function DetalleDispositivo({ mac, conocido, onClose, onSeeInMapa, onSeeEventos }: Props) {
  const actual = useUltimo(mac) ?? ''
  const cambia = useCambia()
  const [corrigiendo, setCorrigiendo] = useState(false)
  const consulta = useQuery({ ...dispositivoQuery(actual), enabled: Boolean(mac) && !conocido })
  const ficha: Dispositivo | undefined = conocido ?? consulta.data
  const situado =
    ficha && ficha.Lat != null && ficha.Lon != null ? { ...ficha, Lat: ficha.Lat, Lon: ficha.Lon } : null
  return (
    <Dialog open={mac !== undefined} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={ID_TITULO}>
      <TituloDialogo id={ID_TITULO} onClose={onClose}>
        {!ficha ? (
          actual
        ) : ficha.TipoDispositivo === 'Reader' ? (
          apodoOf(ficha)
        ) : (
          <EnlaceContenedor apodo={apodoOf(ficha)} />
        )}
      </TituloDialogo>
      <DialogContent>
        {ficha ? (
          <DatosDispositivo d={ficha} />
        ) : consulta.isError ? (
          <Fallo
            texto="Error al obtener detalles del dispositivo"
            detalle={consulta.error.message}
            onRetry={() => void consulta.refetch()}
          />
        ) : (
          <Box aria-busy="true">
            {['a', 'b', 'c', 'd', 'e'].map((fila) => (
              <Skeleton key={fila} height={36} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {cambia && ficha && ficha.TipoDispositivo !== 'Reader' && ficha.ApodoLector !== null && (
          <Button color="inherit" onClick={() => setCorrigiendo(true)}>
            No está aquí
          </Button>
        )}
        {ficha?.Apodo && (
          <Button color="inherit" onClick={() => onSeeEventos(ficha.Apodo ?? '')}>
            Ver eventos
          </Button>
        )}
        <Button variant="contained" disabled={!situado} onClick={() => situado && onSeeInMapa(situado)}>
          Ver en el mapa
        </Button>
      </DialogActions>
      {corrigiendo && ficha && <CorrectLugar d={ficha} onClose={() => setCorrigiendo(false)} />}
    </Dialog>
  )
}
