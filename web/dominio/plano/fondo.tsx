import type { Plano } from '#contract/dispositivos/ubicaciones'
import { DIBUJO, Dibujo } from './dibujo'

type Imagen = Plano['imagen']

/** Width of the plan over its height. */
export const razonOf = (imagen: Imagen) => (imagen ? imagen.ancho / imagen.alto : DIBUJO.ancho / DIBUJO.alto)

/** What lies under the nodes, as large as what it is in: an admin's picture, or the plan that is drawn. */
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
