import type { Token } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'
import { BarraBateria } from './barra-bateria'

const tokenOf = (p: number): Token => (p >= 99.5 ? 'lima' : p >= 50 ? 'verde' : p >= 25 ? 'amarillo' : 'rojo')

type Props = { porcentaje: number | null | undefined; milivoltios?: number | null }

/** 50 % or more green, 25 or more yellow, below that red; 99.5 or more lime. */
export function Bateria({ porcentaje, milivoltios }: Props) {
  return (
    <BarraBateria porcentaje={porcentaje} tokenOf={tokenOf}>
      {milivoltios != null && (
        <span style={{ color: tono('muted') }}>
          {(milivoltios / 1000).toLocaleString('es', { maximumFractionDigits: 2 })} V
        </span>
      )}
    </BarraBateria>
  )
}
