import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { MEDIO_NODO, type Medida, type Punto } from '../../dominio/plano/geometria'
import { tokenOf } from '../../dominio/plano/grupos'
import { tinte, tono } from '../../ui/theme/tono'

const Boton = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  position: 'absolute',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 8,
  width: 2 * MEDIO_NODO.x,
  height: 2 * MEDIO_NODO.y,
  padding: '0 10px 0 14px',
  transform: 'translate(-50%, -50%)',
  borderRadius: 8,
  border: `1px solid color-mix(in srgb, var(--grupo) 45%, ${tono('line')})`,
  background: tono('paper'),
  boxShadow: '0 1px 3px rgb(0 0 0 / 0.12)',
  overflow: 'hidden',
  fontSize: 12,
  fontWeight: 550,
  lineHeight: '15px',
  cursor: 'pointer',
  userSelect: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '0 auto 0 0',
    width: 4,
    background: 'var(--grupo)',
  },
  '& .nombre': {
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
  },
  '& .inciertos': {
    display: 'block',
    fontSize: 10,
    lineHeight: '12px',
    fontWeight: 450,
    whiteSpace: 'nowrap',
    color: tono('muted'),
  },
  '& .n': { fontSize: 18, fontWeight: 650, fontVariantNumeric: 'tabular-nums', color: 'var(--grupo)' },
  '& .n[data-cero]': { color: tono('muted'), fontWeight: 500 },
  '&:hover': { borderColor: 'var(--grupo)' },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 2 },
  '&[data-editando]': { cursor: 'grab', borderStyle: 'dashed', touchAction: 'none' },
  '&[data-arrastrando]': { cursor: 'grabbing', zIndex: 2, boxShadow: '0 8px 24px rgb(0 0 0 / 0.25)' },
  '&[data-movido]': { background: tinte('amber', 12) },
})

/** Minimum movement in pixels that starts a drag; less is a trembling hand. */
const TEMBLOR_PX = 4
const PASO = 0.01
const PASO_LARGO = 0.05
const FLECHA: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const dentro = (v: number) => Math.min(1, Math.max(0, Math.round(v * 10_000) / 10_000))

export type DatosNodo = { id: number; nombre: string; grupo: string; punto: Punto; movido: boolean }

type Props = {
  nodo: DatosNodo
  /** Its centre, in CSS pixels. */
  en: Punto
  plano: Medida
  n: number | undefined
  /** How many of them are uncertain, as text. */
  inciertos: string | null
  editando: boolean
  arrastrando: boolean
  onOpen: () => void
  /** Called during a drag; null: the drag ends without a move. */
  onDrag: (a: Punto | null) => void
  /** @param sigue a key is held down: the move continues. */
  onMove: (a: Punto, sigue?: boolean) => void
}

export const contenedores = (n: number) =>
  `${n.toLocaleString('es')} ${n === 1 ? 'contenedor' : 'contenedores'}`

/** A location on the plan. In the edit mode it is dragged, or moved by the arrow keys. */
export function Nodo({ nodo, en, plano, n, inciertos, editando, arrastrando, ...p }: Props) {
  const gesto = useRef<{ x: number; y: number; a: Punto | null }>(undefined)
  const seMovio = useRef(false)
  const en0 = useRef(en)

  const puntoEn = (e: PointerEvent, g: { x: number; y: number }): Punto => ({
    x: dentro((en0.current.x + e.clientX - g.x) / plano.ancho),
    y: dentro((en0.current.y + e.clientY - g.y) / plano.alto),
  })
  const onPress = (e: PointerEvent<HTMLButtonElement>) => {
    seMovio.current = false
    if (!editando || e.button !== 0) return
    e.currentTarget.setPointerCapture(e.pointerId)
    en0.current = en
    gesto.current = { x: e.clientX, y: e.clientY, a: null }
  }
  const onMove = (e: PointerEvent) => {
    const g = gesto.current
    if (!g) return
    if (!g.a && Math.hypot(e.clientX - g.x, e.clientY - g.y) < TEMBLOR_PX) return
    g.a = puntoEn(e, g)
    p.onDrag(g.a)
  }
  const onRelease = (e: PointerEvent) => {
    const g = gesto.current
    gesto.current = undefined
    if (!g?.a) return
    seMovio.current = true
    p.onDrag(null)
    if (e.type === 'pointerup') p.onMove(g.a)
  }
  const onTecla = (e: KeyboardEvent) => {
    const hacia = FLECHA[e.key]
    if (!editando || !hacia || e.ctrlKey || e.metaKey || e.altKey) return
    e.preventDefault()
    const paso = e.shiftKey ? PASO_LARGO : PASO
    const a = { x: dentro(nodo.punto.x + hacia[0] * paso), y: dentro(nodo.punto.y + hacia[1] * paso) }
    p.onMove(a, e.repeat)
  }
  return (
    <Boton
      type="button"
      data-nodo={nodo.id}
      data-editando={editando || undefined}
      data-arrastrando={arrastrando || undefined}
      data-movido={nodo.movido || undefined}
      aria-label={
        n === undefined
          ? nodo.nombre
          : [`${nodo.nombre}: ${contenedores(n)}`, inciertos].filter(Boolean).join(', ')
      }
      aria-describedby={editando ? 'ayuda-edicion' : undefined}
      style={{ left: en.x, top: en.y, ['--grupo' as string]: tono(tokenOf(nodo.grupo)) }}
      onPointerDown={onPress}
      onPointerMove={onMove}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onKeyDown={onTecla}
      onClick={() => {
        if (!seMovio.current) p.onOpen()
        seMovio.current = false
      }}
    >
      <span>
        <span className="nombre">{nodo.nombre}</span>
        {inciertos && <span className="inciertos">{inciertos}</span>}
      </span>
      <span className="n" data-cero={n === 0 || undefined}>
        {n === undefined ? '…' : n.toLocaleString('es')}
      </span>
    </Boton>
  )
}
