import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Remove'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { keyframes, styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { FLECHAS } from '#contract/parque/ubicaciones/values'
import { FondoPlano, razonOf } from '../../dominio/plano/fondo'
import { camino, type Punto, place } from '../../dominio/plano/geometria'
import { useMedida } from '../../dominio/plano/use-medida'
import { tono } from '../../ui/theme/tono'
import { type Cuentas, formatInciertos, type Inciertos } from './cuentas'
import { type DatosNodo, Nodo } from './nodo'
import { MAX_ZOOM, useAmpliacion } from './use-ampliacion'
import { type EnViaje, VIAJE_MS } from './use-viajes'

/** Below this width nodes would overlap: the frame scrolls instead. */
const ANCHO_MINIMO = 860

const recorrer = keyframes({ from: { offsetDistance: '0%' }, to: { offsetDistance: '100%' } })

const Contenedor = styled('span')({
  position: 'absolute',
  left: 0,
  top: 0,
  width: 14,
  height: 14,
  borderRadius: 3,
  background: tono('brand'),
  border: `2px solid ${tono('paper')}`,
  offsetRotate: '0deg',
  animation: `${recorrer} ${VIAJE_MS}ms ease-in-out both`,
  pointerEvents: 'none',
})

type Props = {
  imagen: Plano['imagen']
  nodos: DatosNodo[]
  cuentas: Cuentas | undefined
  /** The uncertain part of the counts; absent: not shown. */
  inciertos?: Inciertos | undefined
  viajes: EnViaje[]
  editando: boolean
  onOpen: (id: number) => void
  onMove: (id: number, a: Punto, sigue?: boolean) => void
}

/** The plan in its frame: picture, arrows and nodes. */
export function LienzoPlano({ imagen, nodos, cuentas, inciertos, viajes, editando, onOpen, onMove }: Props) {
  const marco = useRef<HTMLDivElement>(null)
  const caja = useRef<HTMLDivElement>(null)
  const medida = useMedida(marco)
  const { zoom, zoomIn, zoomOut } = useAmpliacion(caja)
  const [arrastre, setArrastre] = useState<{ id: number; a: Punto }>()
  const razon = razonOf(imagen)
  const sizeFor = medida ? Math.min(medida.ancho, medida.alto * razon) : 0
  const ancho = Math.floor(Math.max(sizeFor, ANCHO_MINIMO) * zoom)
  const plano = { ancho, alto: Math.floor(ancho / razon) }

  const sitios = new Map(
    nodos.map((n) => [n.nombre, place(arrastre?.id === n.id ? arrastre.a : n.punto, plano)]),
  )
  const trazo = (desde: string, hasta: string) => {
    const a = sitios.get(desde)
    const b = sitios.get(hasta)
    return a && b ? camino(a, b) : undefined
  }
  return (
    <Box
      ref={marco}
      sx={{ position: 'relative', flex: 1, minHeight: 0, minWidth: 0, bgcolor: tono('ground') }}
    >
      <Box
        ref={caja}
        role="region"
        aria-label="Plano"
        tabIndex={-1}
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeItems: 'safe center',
          overflow: 'auto',
          overscrollBehavior: 'contain',
          touchAction: 'pan-x pan-y',
        }}
      >
        {medida && (
          <Box sx={{ position: 'relative', flex: 'none' }} style={{ width: plano.ancho, height: plano.alto }}>
            <FondoPlano imagen={imagen} />
            <Flechas plano={plano} trazo={trazo} />
            {viajes.map((v) => {
              const d = trazo(v.desde, v.hasta)
              return d && <Contenedor key={v.id} data-viaje style={{ offsetPath: `path("${d}")` }} />
            })}
            {nodos.map((n) => (
              <Nodo
                key={n.id}
                nodo={n}
                en={sitios.get(n.nombre) ?? { x: 0, y: 0 }}
                plano={plano}
                n={cuentas && (cuentas.get(n.nombre) ?? 0)}
                inciertos={formatInciertos(inciertos, n.nombre)}
                editando={editando}
                arrastrando={arrastre?.id === n.id}
                onOpen={() => onOpen(n.id)}
                onDrag={(a) => setArrastre(a ? { id: n.id, a } : undefined)}
                onMove={(a, sigue) => onMove(n.id, a, sigue)}
              />
            ))}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          position: 'absolute',
          right: 12,
          bottom: 12,
          display: 'grid',
          bgcolor: tono('paper'),
          border: `1px solid ${tono('line')}`,
          borderRadius: 2,
        }}
      >
        <IconButton aria-label="Acercar el plano" onClick={zoomIn} disabled={zoom >= MAX_ZOOM}>
          <AddIcon sx={{ fontSize: 20 }} />
        </IconButton>
        <IconButton aria-label="Alejar el plano" onClick={zoomOut} disabled={zoom <= 1}>
          <RemoveIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Box>
    </Box>
  )
}

function Flechas({
  plano,
  trazo,
}: {
  plano: { ancho: number; alto: number }
  trazo: (desde: string, hasta: string) => string | undefined
}) {
  return (
    <svg
      width={plano.ancho}
      height={plano.alto}
      aria-hidden="true"
      style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}
    >
      <defs>
        <marker
          id="punta-flecha"
          viewBox="0 0 10 10"
          refX="8.5"
          refY="5"
          markerWidth="6.5"
          markerHeight="6.5"
          orient="auto-start-reverse"
        >
          <path d="M0 0.5L10 5L0 9.5L2.5 5Z" fill={tono('brand')} />
        </marker>
      </defs>
      {FLECHAS.map(([desde, hasta]) => {
        const d = trazo(desde, hasta)
        return (
          d && (
            <g key={`${desde}>${hasta}`} data-flecha={`${desde}>${hasta}`} fill="none" strokeLinecap="round">
              <path d={d} stroke={tono('paper')} strokeWidth={7} opacity={0.8} />
              <path d={d} stroke={tono('brand')} strokeWidth={2.5} markerEnd="url(#punta-flecha)" />
            </g>
          )
        )
      })}
    </svg>
  )
}
