import { CLARO } from '../../ui/theme/tokens'

const PIEZAS = 140
const DURACION_MS = 2_400
/** Pixels per ms². */
const GRAVEDAD = 0.0012
const COLORES = [CLARO.brand, '#5CC4C4', '#F0B64A', CLARO.rojo, CLARO.indigo]

/** Confetti falls over the screen once; not with reduced motion. */
export function throwConfeti(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const lienzo = document.createElement('canvas')
  const ctx = lienzo.getContext('2d')
  if (!ctx) return
  lienzo.width = innerWidth
  lienzo.height = innerHeight
  lienzo.setAttribute('aria-hidden', 'true')
  lienzo.style.cssText = 'position:fixed;inset:0;z-index:2000;pointer-events:none'
  document.body.append(lienzo)

  const piezas = Array.from({ length: PIEZAS }, (_, i) => {
    const lado = i % 2 ? 1 : -1
    return {
      x: innerWidth * (0.5 - 0.5 * lado),
      y: innerHeight * 0.7,
      vx: lado * (0.15 + Math.random() * innerWidth * 0.0009),
      vy: -(0.4 + Math.random() * innerHeight * 0.0012),
      giro: Math.random() * Math.PI,
      vgiro: (Math.random() - 0.5) * 0.02,
      ancho: 5 + Math.random() * 5,
      color: COLORES[i % COLORES.length] as string,
    }
  })
  const inicio = performance.now()
  let previo = inicio
  const paint = (ahora: number) => {
    const dt = Math.min(ahora - previo, 50)
    previo = ahora
    ctx.clearRect(0, 0, lienzo.width, lienzo.height)
    ctx.globalAlpha = Math.max(0, Math.min(1, (DURACION_MS - (ahora - inicio)) / 500))
    for (const p of piezas) {
      p.vy += GRAVEDAD * dt
      p.x += p.vx * dt
      p.y += p.vy * dt
      p.giro += p.vgiro * dt
      ctx.setTransform(Math.cos(p.giro), Math.sin(p.giro), -Math.sin(p.giro), Math.cos(p.giro), p.x, p.y)
      ctx.fillStyle = p.color
      ctx.fillRect(-p.ancho / 2, -p.ancho / 4, p.ancho, p.ancho / 2)
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    if (ahora - inicio < DURACION_MS) requestAnimationFrame(paint)
    else lienzo.remove()
  }
  requestAnimationFrame(paint)
}
