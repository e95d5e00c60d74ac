import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Estancia } from '#contract/parque/estancias/estancias'
import { MAX_ESTANCIAS } from '#contract/parque/estancias/values'
import { enG } from '#contract/values/medidas'
import { Lugar } from '../../dominio/lugar'
import { fechaHora } from '../../lib/formato'
import { useAhora } from '../../lib/time/ahora'
import { useZona } from '../../lib/time/zona'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { tono } from '../../ui/theme/tono'
import { duracion, tiempoAbierto } from './duracion'

const lista = { m: 0, p: 0, listStyle: 'none', maxHeight: 380, overflow: 'auto', fontSize: 13 }
const linea = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 12px',
  py: 2,
  borderTop: `1px solid ${tono('line')}`,
  fontVariantNumeric: 'tabular-nums',
}
const MINUTO_MS = 60_000
const gris = { color: tono('muted') }

const MAXIMO = MAX_ESTANCIAS.toLocaleString('es', { useGrouping: 'always' })

/** Stays as a timeline, newest first. */
export function Estancias({
  estancias,
  cortadas,
}: Pick<FichaContenedor, 'estancias'> & { cortadas: boolean }) {
  const zona = useZona()
  const ahora = useAhora()
  if (estancias.length === 0)
    return <EstadoVacio texto="Sin estancias en este periodo" ayuda="Elige otros días." />
  return (
    <>
      {cortadas && (
        <Box component="p" sx={{ ...gris, m: 0, mb: 2, fontSize: 13 }}>
          Se muestran las {MAXIMO} últimas estancias.
        </Box>
      )}
      <Box component="ol" tabIndex={0} aria-label="Estancias" sx={lista}>
        {estancias.map((e, i) => {
          const abierto = tiempoAbierto(e.minutos_abiertos, e.desde, e.hasta, ahora)
          return (
            <Fragment key={e.desde}>
              <Box component="li" sx={linea}>
                <Box component="b" sx={{ flex: 1, minWidth: 140 }}>
                  <Lugar d={e} falta="Sin ubicación" />
                  {e.Etapa !== null && (
                    <Box component="span" sx={{ ...gris, fontWeight: 400 }}>
                      {' · '}
                      {e.Etapa}
                    </Box>
                  )}
                </Box>
                <span>
                  {e.hasta
                    ? duracion(e.desde, e.hasta, ahora)
                    : `${duracion(e.desde, null, ahora)}, ${e.Situacion === 'lector_mudo' ? 'no se sabe si sigue' : 'sigue'}`}
                  {abierto !== null && (
                    <Box component="span" sx={gris}>
                      {' · '}
                      {abierto}
                    </Box>
                  )}
                </span>
                <Box component="span" sx={{ ...gris, flexBasis: '100%' }}>
                  {fechaHora(e.desde, zona)} – {e.hasta ? fechaHora(e.hasta, zona) : 'ahora'}
                  {e.silencio && (i === 0 ? ', sin señal desde entonces' : ', sin señal después')}
                  {e.lectores.length > 0 && (
                    <>
                      {' · '}
                      <Box component="span" data-lector sx={{ display: 'inline-block' }}>
                        {e.lectores.join(', ')}
                      </Box>
                    </>
                  )}
                </Box>
              </Box>
              <Entre despues={e} antes={estancias[i + 1]} />
            </Fragment>
          )
        })}
      </Box>
    </>
  )
}

/** The gap between two stays: the container was on its way, or no reader heard it. */
function Entre({ antes, despues }: { antes: Estancia | undefined; despues: Estancia }) {
  if (!antes?.hasta || Date.parse(despues.desde) - Date.parse(antes.hasta) < MINUTO_MS) return null
  return (
    <Box component="li" sx={{ ...linea, ...gris, fontStyle: 'italic' }}>
      {antes.silencio ? 'Sin señal' : 'En tránsito'} {duracion(antes.hasta, despues.desde, 0)}
    </Box>
  )
}

/** Meaning of an empty list: it is only informative where the tag measures such events. */
function ayudaSinImpactos(mide: boolean | null, total: number): string {
  if (mide === null) return 'Su etiqueta no ha dicho nada de lo que nota: no se sabe si los hubo.'
  if (mide) return 'Es buena señal.'
  return total === 0
    ? 'Su etiqueta no mide impactos: no se sabe si los hubo.'
    : 'Su etiqueta solo nota algunos: no se sabe si los hubo.'
}

type Golpes = Pick<FichaContenedor, 'impactos'> & { mide: FichaContenedor['mide_impactos']; total: number }
export function Impactos({ impactos, mide, total }: Golpes) {
  const zona = useZona()
  if (impactos.length === 0)
    return <EstadoVacio texto="Sin impactos en este periodo" ayuda={ayudaSinImpactos(mide, total)} />
  return (
    <>
      <Box component="ul" tabIndex={0} aria-label="Impactos" sx={lista}>
        {impactos.map((i) => (
          <Box component="li" key={i.id} sx={linea}>
            <Link to="/incidencias" search={{ incidencia: i.id } as never} style={{ color: tono('brand') }}>
              {fechaHora(i.Time, zona)}
            </Link>
            <Box component="span" sx={{ flex: 1 }}>
              {i.Ubicacion ?? 'Sin ubicación'}
            </Box>
            <span>{enG(i.pico_g)}</span>
            <Box component="span" sx={gris}>
              {i.revisado ? 'Cerrada' : 'Abierta'}
              {i.hubo_danio && ', con daño'}
            </Box>
          </Box>
        ))}
      </Box>
      {mide === false && (
        <Box component="p" sx={{ m: 0, mt: 2, fontSize: 13, ...gris }}>
          Su etiqueta solo nota algunos: estos coincidieron con una muestra suelta, y pudo haber más.
        </Box>
      )}
    </>
  )
}

export function Etiquetas({ etiquetas, mac }: Pick<FichaContenedor, 'etiquetas'> & { mac: string }) {
  const zona = useZona()
  return (
    <Box component="ul" aria-label="Etiquetas" sx={lista}>
      <Box component="li" sx={linea}>
        <Box component="b" sx={{ flex: 1 }}>
          {mac}
        </Box>
        <span>Ahora</span>
      </Box>
      {etiquetas.map((e) => (
        <Box component="li" key={e.momento} sx={linea}>
          <Box component="span" sx={{ flex: 1 }}>
            {e.antes}
          </Box>
          <Box component="span" sx={gris}>
            hasta el {fechaHora(e.momento, zona)}, la cambió {e.username}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
