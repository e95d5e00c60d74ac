import { styled } from '@mui/material/styles'
import { useId } from 'react'
import type { Estancia } from '#contract/parque/estancias/estancias'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { camino, type Medida, type Punto, place } from '../../dominio/plano/geometria'
import { tokenOf } from '../../dominio/plano/grupos'
import { MarcoPlano } from '../../dominio/plano/marco'
import { NombreEnPlano } from '../../dominio/plano/nombre'
import { tono } from '../../ui/theme/tono'
import { tramosOf } from './tramos'

/** Half the size of a place, in CSS pixels. */
const MEDIO: Punto = { x: 9, y: 9 }
/** Number of visible moves; older ones are paler. */
const RASTRO = 12
/** Below this width names would overlap: only the name of the current place is drawn. */
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
  /** Oldest first; the last one is the current place. */
  estancias: Estancia[]
  empresa: number
}

/** The moves of a container from place to place, over the floor plan of its company. */
export function PlanoRecorrido({ estancias, empresa }: Props) {
  const ultima = estancias.at(-1)
  const ahora = ultima?.Ubicacion ?? undefined
  const dicho = ultima?.Lugar ?? undefined
  return (
    <MarcoPlano empresa={empresa} etiqueta={`Plano del recorrido: ${dicho ?? 'sin ubicación'}`}>
      {(plano, medida) => (
        <Camino estancias={estancias} ahora={ahora} dicho={dicho} plano={plano} medida={medida} />
      )}
    </MarcoPlano>
  )
}

type PropsCamino = {
  estancias: Estancia[]
  ahora: string | undefined
  /** The same as text, with its uncertainty. */
  dicho: string | undefined
  plano: Plano
  medida: Medida
}

function Camino({ estancias, ahora, dicho, plano, medida }: PropsCamino) {
  const punta = useId()
  const lugares = plano.data.flatMap(({ nombre, grupo, nodo_x: x, nodo_y: y }) =>
    x === null || y === null ? [] : [{ nombre, grupo, en: place({ x, y }, medida, MEDIO) }],
  )
  const sitios = new Map(lugares.map((l) => [l.nombre, l.en]))
  const visitados = new Set(estancias.map((e) => e.Ubicacion))
  const tramos = tramosOf(estancias, (l) => sitios.has(l)).filter((t) => t.edad < RASTRO)
  const aqui = ahora === undefined ? undefined : sitios.get(ahora)
  const conNombres = medida.ancho >= ANCHO_CON_NOMBRES
  return (
    <>
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
          style={{ left: en.x, top: en.y, ['--grupo' as string]: tono(tokenOf(grupo)) }}
        />
      ))}
      {aqui && <Aqui data-aqui={ahora} style={{ transform: `translate(${aqui.x}px, ${aqui.y}px)` }} />}
      {lugares
        .filter((l) => l.nombre === ahora || (conNombres && visitados.has(l.nombre)))
        .map(({ nombre, en }) => (
          <NombreEnPlano
            key={nombre}
            data-aqui={nombre === ahora || undefined}
            style={{ left: en.x, top: en.y }}
          >
            {nombre === ahora ? dicho : nombre}
          </NombreEnPlano>
        ))}
      {!aqui && (
        <NombreEnPlano data-aqui style={{ left: '50%', top: 0 }}>
          {ahora ? `${ahora} no está en el plano` : 'Sin ubicación'}
        </NombreEnPlano>
      )}
    </>
  )
}
