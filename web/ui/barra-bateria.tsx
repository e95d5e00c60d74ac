import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Token } from './tokens'
import { tono } from './tono'

const Marco = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& .via': { width: 48, height: 6, borderRadius: 3, background: tono('line'), overflow: 'hidden' },
  '& .carga': { display: 'block', height: '100%' },
})

type Props = {
  porcentaje: number | null | undefined
  tokenDe: (porcentaje: number) => Token
  children?: ReactNode
}

/** A bar and its percentage, rounded down as its colour is; the screens differ in their colours. */
export function BarraBateria({ porcentaje, tokenDe, children }: Props) {
  if (porcentaje == null) return <span style={{ color: tono('muted') }}>Sin datos</span>
  const token = tokenDe(porcentaje)
  return (
    <Marco data-nivel={token}>
      <span className="via">
        <span
          className="carga"
          style={{ width: `${Math.min(100, Math.max(0, porcentaje))}%`, background: tono(token) }}
        />
      </span>
      {Math.floor(porcentaje)} %{children}
    </Marco>
  )
}
