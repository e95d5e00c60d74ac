import CheckIcon from '@mui/icons-material/Check'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { styled } from '@mui/material/styles'
import { useEnlace } from '../../lib/use-enlace'
import type { Token } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { listaOf } from './cuenta'
import estilo from './cuenta.module.css'
import { numeroOf, type Sumas } from './sumas'

/** From this share of the total on, a shortage is red. */
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

/** A shortage below a third of the total, and from a third on. */
export const SENAL = {
  amber: <WarningAmberOutlined />,
  rojo: <ErrorOutlined />,
}

/** Colour of a shortage, by its share of the total. */
export function tonoOf(f: Sumas): Extract<Token, 'amber' | 'rojo'> | undefined {
  const faltan = -numeroOf('diferencia', f)
  if (faltan <= 0) return undefined
  return faltan >= f.total * GRAVE ? 'rojo' : 'amber'
}

type Props = {
  de: Sumas
  /** The counted code; undefined: the whole catalogue. */
  codigo?: string
  /** Its numbers link to a list. */
  enlazada?: boolean
}

/** The difference between the target and the found number, as a word with the number, and the part of it at places without a column. */
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
