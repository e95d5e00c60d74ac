import CheckIcon from '@mui/icons-material/Check'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { styled } from '@mui/material/styles'
import type { Token } from '../ui/tokens'
import { tono } from '../ui/tono'
import { numeroDe, type Sumas } from './sumas'

/** From this share of the total on, what is missing is red. */
const GRAVE = 1 / 3

const Marco = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  fontWeight: 550,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& svg': { fontSize: 16 },
})

/** What is missing of a total: its colour. */
export function tonoDe(f: Sumas): Extract<Token, 'amber' | 'rojo'> | undefined {
  const faltan = -numeroDe('diferencia', f)
  if (faltan <= 0) return undefined
  return faltan >= f.total * GRAVE ? 'rojo' : 'amber'
}

/** The difference between what there should be and what is found, as a word with its number. */
export function Diferencia({ de }: { de: Sumas }) {
  const n = numeroDe('diferencia', de)
  const token = tonoDe(de)
  if (token)
    return (
      <Marco style={{ color: tono(token) }}>
        {token === 'rojo' ? <ErrorOutlined /> : <WarningAmberOutlined />}
        {n === -1 ? 'Falta' : 'Faltan'} {(-n).toLocaleString('es')}
      </Marco>
    )
  if (n > 0)
    return (
      <Marco style={{ color: tono('azul') }}>
        {n === 1 ? 'Sobra' : 'Sobran'} {n.toLocaleString('es')}
      </Marco>
    )
  return (
    <Marco style={{ color: tono('muted'), fontWeight: 400 }}>
      <CheckIcon /> Completo
    </Marco>
  )
}
