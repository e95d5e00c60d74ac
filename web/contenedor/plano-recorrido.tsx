import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { Estancia } from '#contract/contenedores'
import type { Plano } from '#contract/ubicaciones'
import { EstadoVacio } from '../ui/estado-vacio'
import { Fallo } from '../ui/fallo'
import { FondoPlano, razonDe } from '../ui/plano/fondo'
import { camino, colocar, type Medida, type Punto } from '../ui/plano/geometria'
import { tokenDe } from '../ui/plano/grupos'
import { useMedida } from '../ui/plano/use-medida'
import { tono } from '../ui/tono'
import { planoQuery } from './queries'
import { tramosDe } from './tramos'

/** Half of a place, CSS pixels. */
const MEDIO: Punto = { x: 9, y: 9 }
/** Moves that are still seen, the older the paler. */
const RASTRO = 12
/** Narrower than this, names would lie on one another: only that of the place now is written. */
const ANCHO_CON_NOMBRES = 560

const Lugar = styled('span')({
  position: 'absolute',
  transform: 'translate(-50%, -50%)',
  width: 2 * MEDIO.x,
  height: 2 * MEDIO.y,
  boxSizing: 'border-box',
  borderRadius: '50%',
  border: `2px solid ${tono('paper')}`,
  background: tono('gris'),
  opacity: 0.55,
  '&[data-visitado]': { background: 'var(--grupo)', opacity: 1 },
})

const Nombre = styled('span')({
  position: 'absolute',
  transform: 'translate(-50%, 14px)',
  padding: '0 4px',
  borderRadius: 4,
  background: `color-mix(in srgb, ${tono('paper')} 88%, transparent)`,
  color: tono('ink'),
  fontSize: 12,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  '&[data-aqui]': { fontWeight: 650, zIndex: 2 },
})

const Aqui = styled('span')({
  position: 'absolute',
  left: 0,
  top: 0,
  width: 28,
  height: 28,
  margin: -14,
  boxSizing: 'border-box',
  borderRadius: 7,
  background: tono('brand'),
  border: `3px solid ${tono('paper')}`,
  boxShadow: '0 1px 6px rgb(0 0 0 / 0.45)',
  transition: 'transform 450ms ease-in-out',
  zIndex: 1,
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
})

type Props = {
  /** Oldest first; the last is where it is. */
  estancias: Estancia[]
  empresa: number
}

/** The way of a container from place to place, over the floor plan of its company. */
export function PlanoRecorrido({ estancias, empresa }: Props) {
  const { data: plano, error, refetch, isFetching } = useQuery(planoQuery(empresa))
  const marco = useRef<HTMLDivElement>(null)
  const medida = useMedida(marco)
  const razon = razonDe(plano?.imagen ?? null)
  const ancho = medida ? Math.floor(Math.min(medida.ancho, medida.alto * razon)) : 0
  return (
    <Box ref={marco} sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: tono('ground') }}>
      {error && !plano ? (
        <Fallo texto={error.message} onReintentar={refetch} ocupado={isFetching} />
      ) : plano && !plano.data.some((u) => u.nodo_x !== null) ? (
        <EstadoVacio texto="El plano no tiene ubicaciones" ayuda="Un administrador las coloca en el plano." />
      ) : (
        plano &&
        ancho > 0 && (
          <Camino estancias={estancias} plano={plano} medida={{ ancho, alto: Math.floor(ancho / razon) }} />
        )
      )}
    </Box>
  )
}

function Camino({ estancias, plano, medida }: { estancias: Estancia[]; plano: Plano; medida: Medida }) {
  const punta = useId()
  const lugares = plano.data.flatMap(({ nombre, grupo, nodo_x: x, nodo_y: y }) =>
    x === null || y === null ? [] : [{ nombre, grupo, en: colocar({ x, y }, medida, MEDIO) }],
  )
  const sitios = new Map(lugares.map((l) => [l.nombre, l.en]))
  const visitados = new Set(estancias.map((e) => e.Ubicacion))
  const tramos = tramosDe(estancias, (l) => sitios.has(l)).filter((t) => t.edad < RASTRO)
  const ahora = estancias.at(-1)?.Ubicacion ?? undefined
  const aqui = ahora === undefined ? undefined : sitios.get(ahora)
  const conNombres = medida.ancho >= ANCHO_CON_NOMBRES
  return (
    <Box
      role="img"
      aria-label={`Plano del recorrido: ${ahora ?? 'sin ubicación'}`}
      style={{ width: medida.ancho, height: medida.alto }}
      sx={{ position: 'relative', flex: 'none', overflow: 'hidden' }}
    >
      <Box sx={{ height: '100%', opacity: 0.65 }}>
        <FondoPlano imagen={plano.imagen} />
      </Box>
      <svg
        width={medida.ancho}
        height={medida.alto}
        aria-hidden="true"
        style={{ position: 'absolute', inset: 0 }}
      >
        <defs>
          <marker
            id={punta}
            viewBox="0 0 10 10"
            refX="8"
            refY="5"
            markerWidth="5"
            markerHeight="5"
            orient="auto"
          >
            <path d="M0 0.5L10 5L0 9.5L2.5 5Z" fill={tono('brand')} />
          </marker>
        </defs>
        {tramos.map((t) => (
          <path
            key={`${t.desde}>${t.hasta}`}
            data-tramo={`${t.desde}>${t.hasta}`}
            d={camino(sitios.get(t.desde) as Punto, sitios.get(t.hasta) as Punto, MEDIO)}
            fill="none"
            stroke={tono('brand')}
            strokeWidth={t.edad === 0 ? 3.5 : 2}
            strokeLinecap="round"
            opacity={1 - (t.edad / RASTRO) * 0.8}
            markerEnd={`url(#${punta})`}
          />
        ))}
      </svg>
      {lugares.map(({ nombre, grupo, en }) => (
        <Lugar
          key={nombre}
          title={nombre}
          data-visitado={visitados.has(nombre) || undefined}
          style={{ left: en.x, top: en.y, ['--grupo' as string]: tono(tokenDe(grupo)) }}
        />
      ))}
      {aqui && <Aqui data-aqui={ahora} style={{ transform: `translate(${aqui.x}px, ${aqui.y}px)` }} />}
      {lugares
        .filter((l) => l.nombre === ahora || (conNombres && visitados.has(l.nombre)))
        .map(({ nombre, en }) => (
          <Nombre key={nombre} data-aqui={nombre === ahora || undefined} style={{ left: en.x, top: en.y }}>
            {nombre}
          </Nombre>
        ))}
      {!aqui && (
        <Nombre data-aqui style={{ left: '50%', top: 0 }}>
          {ahora ? `${ahora} no está en el plano` : 'Sin ubicación'}
        </Nombre>
      )}
    </Box>
  )
}
