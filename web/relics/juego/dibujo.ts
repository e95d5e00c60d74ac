import type { Partida, Punto } from './motor'

export const TEMAS = {
  clasico: {
    nombre: 'Clásico',
    fondo: '#0f1f16',
    rejilla: '#1c3426',
    serpiente: '#7ccf6a',
    cabeza: '#c6f29b',
    comida: '#ff6b5e',
    obstaculo: '#56685c',
    puntos: '#ffd75e',
    lento: '#79b8ff',
    brillo: 0,
  },
  neon: {
    nombre: 'Neón',
    fondo: '#0a0618',
    rejilla: '#1b1238',
    serpiente: '#29f3c3',
    cabeza: '#eafff9',
    comida: '#ff3d9a',
    obstaculo: '#5a4b8f',
    puntos: '#ffe14a',
    lento: '#4fb3ff',
    brillo: 14,
  },
} as const
export type Tema = keyof typeof TEMAS

/** Draw the current board, `lado` CSS pixels wide. */
export function draw(
  lienzo: HTMLCanvasElement,
  p: Partida,
  tema: Tema,
  rejilla: boolean,
  lado: number,
): void {
  const c = TEMAS[tema]
  const densidad = window.devicePixelRatio || 1
  const px = Math.round(lado * densidad)
  if (lienzo.width !== px) {
    lienzo.width = px
    lienzo.height = px
  }
  const ctx = lienzo.getContext('2d')
  if (!ctx) return
  const celda = px / p.lado
  ctx.shadowBlur = 0
  ctx.fillStyle = c.fondo
  ctx.fillRect(0, 0, px, px)
  if (rejilla) {
    ctx.strokeStyle = c.rejilla
    ctx.lineWidth = densidad
    ctx.beginPath()
    for (let i = 1; i < p.lado; i++) {
      const t = Math.round(i * celda) + 0.5
      ctx.moveTo(t, 0)
      ctx.lineTo(t, px)
      ctx.moveTo(0, t)
      ctx.lineTo(px, t)
    }
    ctx.stroke()
  }
  const cuadro = ({ x, y }: Punto, color: string, margen: number, radio: number) => {
    ctx.fillStyle = color
    ctx.shadowColor = color
    ctx.shadowBlur = c.brillo * densidad
    ctx.beginPath()
    const m = celda * margen
    ctx.roundRect(x * celda + m, y * celda + m, celda - 2 * m, celda - 2 * m, celda * radio)
    ctx.fill()
  }
  for (const o of p.obstaculos) cuadro(o, c.obstaculo, 0.06, 0.12)
  if (p.comida) cuadro(p.comida, c.comida, 0.16, 0.5)
  if (p.poder) {
    const { x, y } = p.poder.punto
    const letra = p.poder.tipo === 'puntos' ? '+' : '–'
    cuadro(p.poder.punto, c[p.poder.tipo], 0.08, 0.25)
    ctx.shadowBlur = 0
    ctx.fillStyle = c.fondo
    ctx.font = `700 ${celda * 0.7}px sans-serif`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillText(letra, (x + 0.5) * celda, (y + 0.55) * celda)
  }
  for (let i = p.serpiente.length - 1; i >= 0; i--)
    cuadro(p.serpiente[i] as Punto, i === 0 ? c.cabeza : c.serpiente, 0.07, 0.28)
  ctx.shadowBlur = 0
}
