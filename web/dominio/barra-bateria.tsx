import type { ReactNode } from 'react'
import celda from '../ui/celda.module.css'
import type { Token } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'

type Props = {
  porcentaje: number | null | undefined
  tokenOf: (porcentaje: number) => Token
  children?: ReactNode
}

/** A bar with its percentage, rounded down like its colour limits; the colours depend on the screen. */
export function BarraBateria({ porcentaje, tokenOf, children }: Props) {
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
