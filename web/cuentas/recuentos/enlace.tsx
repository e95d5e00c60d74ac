import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'

/** The name of a count, as a link to it. */
export function EnlaceRecuento({ id, texto }: { id: number; texto: string }) {
  return (
    <a {...useEnlace(`/recuentos/${id}`)} className={celda.enlace}>
      {texto}
    </a>
  )
}
