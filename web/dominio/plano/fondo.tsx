import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { DIBUJO, Dibujo } from './dibujo'

type Imagen = Plano['imagen']

/** Aspect ratio of the plan, width over height. */
export const razonOf = (imagen: Imagen) => (imagen ? imagen.ancho / imagen.alto : DIBUJO.ancho / DIBUJO.alto)

/** Background of the plan, as large as its container: an administrator's picture, or the drawn plan. */
export function FondoPlano({ imagen }: { imagen: Imagen }) {
  if (!imagen) return <Dibujo />
  return (
    <img
      src={imagen.url}
      alt=""
      draggable={false}
      style={{ display: 'block', width: '100%', height: '100%' }}
    />
  )
}
