import type { ReactNode } from 'react'
import celda from '../ui/celda.module.css'
import type { Token } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'

type Props = {
  porcentaje: number | null | undefined
  tokenDe: (porcentaje: number) => Token
  children?: ReactNode
}

/** A bar and its percentage, rounded down as its colour is; the screens differ in their colours. */
export function BarraBateria({ porcentaje, tokenDe: tokenOf, children }: Props) {
  if (porcentaje == null) return <span style={{ color: tono('muted') }}>Sin datos</span>
  const token = tokenOf(porcentaje)
  return (
    <span className={celda.bateria} data-nivel={token}>
      <span className={celda.via}>
        <span
          className={celda.carga}
          style={{ width: `${Math.min(100, Math.max(0, porcentaje))}%`, background: tono(token) }}
        />
      </span>
      {Math.floor(porcentaje)} %{children}
    </span>
  )
}
