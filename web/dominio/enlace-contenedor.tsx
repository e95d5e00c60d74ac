import { useEnlace } from '../lib/use-enlace'
import celda from '../ui/celda.module.css'

const hrefOf = (apodo: string) => `/contenedor/${encodeURIComponent(apodo)}`

type Props = {
  /** Nickname of a container, or its mac; a reader has no file. */
  apodo: string
}

/** The nickname as a link to the file of its container. */
export function EnlaceContenedor({ apodo }: Props) {
  return (
    <a {...useEnlace(hrefOf(apodo))} className={celda.enlace} title="Ver la ficha del contenedor">
      {apodo}
    </a>
  )
}

/** A small link to the file of a container, beside a nickname that leads elsewhere. */
export function EnlaceFicha({ apodo }: Props) {
  const { href, onClick } = useEnlace(hrefOf(apodo))
  return (
    <a href={href} onClick={onClick} className={celda.ficha} title="Abrir la ficha">
      <svg
        viewBox="0 0 24 24"
        width="16"
        height="16"
        fill="currentColor"
        role="img"
        aria-label={`Abrir la ficha de ${apodo}`}
      >
        <path d="M8 16h8v2H8zm0-4h8v2H8zm6-10H6c-1.1 0-2 .9-2 2v16c0 1.1.89 2 1.99 2H18c1.1 0 2-.9 2-2V8zm4 18H6V4h7v5h5z" />
      </svg>
    </a>
  )
}
