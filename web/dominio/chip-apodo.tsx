import celda from '../ui/celda.module.css'
import { EnlaceFicha } from './enlace-contenedor'

type Props = {
  apodo: string
  ayuda: string
  onClick: () => void
  /** A way to the file of the container beside it; a reader has none. */
  ficha?: boolean
}

/** A nickname as a chip that leads somewhere; `ayuda` says where. */
export function ChipApodo({ apodo, ayuda, onClick, ficha }: Props) {
  const chip = (
    <button type="button" className={celda.apodo} title={`${apodo}: ${ayuda}`} onClick={onClick}>
      <span>{apodo}</span>
    </button>
  )
  if (!ficha) return chip
  return (
    <span className={celda.pareja}>
      {chip}
      <EnlaceFicha apodo={apodo} />
    </span>
  )
}
