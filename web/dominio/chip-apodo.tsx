import celda from '../ui/celda.module.css'
import { EnlaceFicha } from './enlace-contenedor'

type Props = {
  apodo: string
  ayuda: string
  onClick: () => void
  /** Link to the file of the container, beside the chip; a reader has none. */
  ficha?: boolean
}

/** A nickname as a clickable chip; `ayuda` names the target. */
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
