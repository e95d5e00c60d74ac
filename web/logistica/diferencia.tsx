import CheckIcon from '@mui/icons-material/Check'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { styled } from '@mui/material/styles'
import { useEnlace } from '../lib/use-enlace'
import type { Token } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'
import { listaOf } from './cuenta'
import estilo from './cuenta.module.css'
import { numeroOf, type Sumas } from './sumas'

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

/** A part of the total is missing, and a third of it or more. */
export const SENAL = {
  amber: <WarningAmberOutlined />,
  rojo: <ErrorOutlined />,
}

/** What is missing of a total: its colour. */
export function tonoOf(f: Sumas): Extract<Token, 'amber' | 'rojo'> | undefined {
  const faltan = -numeroOf('diferencia', f)
  if (faltan <= 0) return undefined
  return faltan >= f.total * GRAVE ? 'rojo' : 'amber'
}

type Props = {
  de: Sumas
  /** The code that is counted; undefined: the whole catalogue. */
  codigo?: string
  /** Its numbers have a list. */
  enlazada?: boolean
}

/** The difference between what there should be and what is found, as a word with its number, and what of that has no column. */
export function Diferencia({ de, codigo, enlazada = true }: Props) {
  const dicha = useEnlace(listaOf('otras', codigo))
  const texto = `+${de.otras.toLocaleString('es')} en otras ubicaciones`
  return (
    <span className={estilo.diferencia}>
      <Dicha de={de} />
      {de.otras > 0 &&
        (enlazada ? (
          <a {...dicha} className={estilo.otras} title="Ya están contados en la diferencia">
            {texto}
          </a>
        ) : (
          <span className={estilo.otras}>{texto}</span>
        ))}
    </span>
  )
}

function Dicha({ de }: { de: Sumas }) {
  const n = numeroOf('diferencia', de)
  const token = tonoOf(de)
  if (token)
    return (
      <Marco style={{ color: tono(token) }}>
        {SENAL[token]}
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
