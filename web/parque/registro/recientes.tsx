import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { soloPanel } from '../../app-shell/guardia'
import { EnlaceBoton } from '../../barra/enlaces'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { Oido } from '../../dominio/etiqueta/oido'
import { isOido } from '../../dominio/etiqueta/primera'
import { UndoEtiqueta } from '../../dominio/etiqueta/undo-etiqueta'
import { subscribeCambios } from '../../lib/api/live'
import { useSesion } from '../../lib/session/sesion'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { oidoQuery, sitioQuery } from './queries'

/** A tag that was registered in this visit, or put on an existing container. */
export type Registrado = {
  mac: string
  apodo: string
  empresa: number
  lector: boolean
  /** Another tag of a container: since when it has been on it, and for how long the change can be undone. */
  cambio?: { momento: string; segundos: number; desde: number }
}

type Props = { lista: Registrado[]; onUndo: (r: Registrado) => void }

/** The latest registrations, newest first, and whether each has been heard. */
export function Recientes({ lista, onUndo }: Props) {
  const sesion = useSesion()
  const conFicha = sesion !== null && !soloPanel(sesion)
  if (lista.length === 0) return null
  return (
    <Box
      component="section"
      aria-label="Registrados ahora"
      sx={{ mb: 4, p: 4, borderRadius: 2, border: `1px solid ${tono('line')}`, bgcolor: tono('paper') }}
    >
      <Typography component="h2" sx={{ fontWeight: 600, fontSize: 14 }}>
        Registrados ahora
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lista.map((r) => (
          <Box
            component="li"
            key={r.mac}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: '4px 12px',
              pt: 2,
              '& + &': { mt: 2, borderTop: `1px solid ${tono('line')}` },
            }}
          >
            <Box component="span" sx={{ flex: 1, minWidth: 180, fontFamily: LETRA_MONO, fontSize: 13 }}>
              {conFicha && !r.lector ? <EnlaceContenedor apodo={r.apodo} /> : r.apodo} · {r.mac}
            </Box>
            <OidoVivo mac={r.mac} desde={r.cambio?.momento} conMapa={conFicha} />
            {r.cambio && (
              <Box sx={{ flexBasis: '100%' }}>
                <UndoEtiqueta apodo={r.apodo} empresa={r.empresa} {...r.cambio} onUndo={() => onUndo(r)} />
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

type PropsOido = { mac: string; desde: string | undefined; conMapa: boolean }

/** The same for one tag, updated as soon as a reader hears it. */
function OidoVivo({ mac, desde, conMapa }: PropsOido) {
  const cliente = useQueryClient()
  const { data } = useQuery({
    ...oidoQuery(mac),
    refetchInterval: (q) => (isOido(q.state.data?.UltimoRegistro, desde) ? SONDEO_MS : ESPERA_MS),
  })
  useEffect(
    () =>
      subscribeCambios(({ dispositivos }) => {
        if (dispositivos.some((d) => d.Dispositivo === mac))
          void cliente.invalidateQueries({ queryKey: oidoQuery(mac).queryKey })
      }),
    [cliente, mac],
  )
  return (
    <>
      <Oido ultimo={data?.UltimoRegistro} lector={data?.ApodoLector} desde={desde} />
      {conMapa && isOido(data?.UltimoRegistro, desde) && <EnMapa mac={mac} />}
    </>
  )
}

/** Link to its position on the map; hidden while that is unknown. */
function EnMapa({ mac }: { mac: string }) {
  const { data } = useQuery(sitioQuery(mac))
  if (!data || data.Lat === null || data.Lon === null) return null
  return (
    <EnlaceBoton to="/" search={{ lat: data.Lat, lon: data.Lon, zoom: ZOOM_DISPOSITIVO }} size="small">
      Ver en el mapa
    </EnlaceBoton>
  )
}

const ZOOM_DISPOSITIVO = 17

const SONDEO_MS = 60_000
/** Polled until it is heard: companies that only register get no live changes. */
const ESPERA_MS = 5_000
