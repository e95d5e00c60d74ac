import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { CorrectLugar } from '../../../dominio/correct-lugar'
import { PanelDispositivo } from '../../../dominio/panel-dispositivo'
import { useCambia } from '../../../lib/session/sesion'
import { dispositivoQuery } from '../queries'
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

export function DetalleDispositivo({ mac, conocido, onClose, onSeeInMapa, onSeeEventos }: Props) {
  const cambia = useCambia()
  const [corrigiendo, setCorrigiendo] = useState(false)
  return (
    <PanelDispositivo
      mac={mac}
      conocido={conocido}
      queryOf={dispositivoQuery}
      onClose={onClose}
      maxWidth="xs"
      loading={
        <Box aria-busy="true">
          {['a', 'b', 'c', 'd', 'e'].map((fila) => (
            <Skeleton key={fila} height={36} />
          ))}
        </Box>
      }
      actions={(d) => (
        <>
          {cambia && d && d.TipoDispositivo !== 'Reader' && d.ApodoLector !== null && (
            <Button color="inherit" onClick={() => setCorrigiendo(true)}>
              No está aquí
            </Button>
          )}
          {d?.Apodo && (
            <Button color="inherit" onClick={() => onSeeEventos(d.Apodo ?? '')}>
              Ver eventos
            </Button>
          )}
          <Button
            variant="contained"
            disabled={d?.Lat == null || d.Lon == null}
            onClick={() => d?.Lat != null && d.Lon != null && onSeeInMapa({ ...d, Lat: d.Lat, Lon: d.Lon })}
          >
            Ver en el mapa
          </Button>
          {corrigiendo && d && <CorrectLugar d={d} onClose={() => setCorrigiendo(false)} />}
        </>
      )}
    >
      {(d) => <DatosDispositivo d={d} />}
    </PanelDispositivo>
  )
}
