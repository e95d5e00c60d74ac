import { BarraBateria } from '../../dominio/barra-bateria'
import type { Token } from '../../ui/theme/tokens'

const tokenOf = (p: number): Token => (p >= 50 ? 'verde' : p >= 25 ? 'amber' : 'rojo')

/** Success at 50 % or more, warning at 25 or more, else error. */
export function BateriaEvento({ porcentaje }: { porcentaje: number | null }) {
  return <BarraBateria porcentaje={porcentaje} tokenOf={tokenOf} />
}
