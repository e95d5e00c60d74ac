import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { recuerdo } from '../../../lib/recuerdo'
import { tono } from '../../../ui/theme/tono'

const CLAVE = 'retorna.mapa.divisor'
const PASO = 2
/** Minimum usable width of a pane, in CSS pixels. */
const ANCHO_IZQUIERDA = 300
const ANCHO_DERECHA = 360

const extremos = (ancho: number) => ({
  minimo: Math.max(25, (ANCHO_IZQUIERDA / ancho) * 100),
  maximo: Math.min(75, 100 - (ANCHO_DERECHA / ancho) * 100),
})

function clamp(v: number, ancho: number): number {
  const { minimo, maximo } = extremos(ancho)
  return Math.min(maximo, Math.max(minimo, v))
}

/** The last width of the left pane in percent, limited so that both panes fit the window. */
export function readReparto(): number {
  const n = Number(recuerdo.get(CLAVE))
  return clamp(n > 0 ? n : 50, innerWidth)
}

type Props = { izquierda: ReactNode; derecha: ReactNode; nombres: string }

/** Two panes with a separator between them that is dragged or moved with the arrow keys; its position is stored. */
export function PanelDividido({ izquierda, derecha, nombres }: Props) {
  const caja = useRef<HTMLDivElement>(null)
  const [parte, setParte] = useState(readReparto)

  const { minimo, maximo } = extremos(innerWidth)

  const move = (v: number) => {
    const nueva = Math.round(clamp(v, innerWidth) * 10) / 10
    setParte(nueva)
    recuerdo.set(CLAVE, String(nueva))
  }
  const onDrag = (e: PointerEvent<HTMLElement>) => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId) || !caja.current) return
    const { left, width } = caja.current.getBoundingClientRect()
    move(((e.clientX - left) / width) * 100)
  }
  const onTecla = (e: KeyboardEvent) => {
    const destino = {
      ArrowLeft: parte - PASO,
      ArrowRight: parte + PASO,
      Home: minimo,
      End: maximo,
      Enter: 50,
    }[e.key]
    if (destino === undefined) return
    e.preventDefault()
    move(destino)
  }

  return (
    <Box
      ref={caja}
      sx={{ flex: 1, minHeight: 0, display: 'grid', gridTemplateRows: 'minmax(0, 1fr)' }}
      style={{ gridTemplateColumns: `minmax(0, ${parte}fr) 1px minmax(0, ${100 - parte}fr)` }}
    >
      <Box sx={{ minWidth: 0, minHeight: 0 }}>{izquierda}</Box>
      <Box
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={nombres}
        aria-valuenow={Math.round(parte)}
        aria-valuemin={Math.round(minimo)}
        aria-valuemax={Math.round(maximo)}
        title="Arrastra para repartir el espacio; doble clic, mitad y mitad"
        onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
        onPointerMove={onDrag}
        onDoubleClick={() => move(50)}
        onKeyDown={onTecla}
        sx={{
          position: 'relative',
          zIndex: 4,
          bgcolor: tono('line'),
          cursor: 'col-resize',
          touchAction: 'none',
          '&::after': { content: '""', position: 'absolute', inset: '0 -5px' },
          '&::before': {
            content: '""',
            position: 'absolute',
            top: '50%',
            left: -2,
            width: 5,
            height: 36,
            mt: '-18px',
            borderRadius: '3px',
            bgcolor: tono('paper'),
            border: `1px solid ${tono('muted')}`,
            zIndex: 1,
          },
          '&:hover, &:focus-visible, &:active': {
            bgcolor: tono('brand'),
            outline: `1px solid ${tono('brand')}`,
          },
        }}
      />
      <Box sx={{ minWidth: 0, minHeight: 0 }}>{derecha}</Box>
    </Box>
  )
}
