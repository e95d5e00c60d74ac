import AdjustIcon from '@mui/icons-material/Adjust'
import BoltIcon from '@mui/icons-material/Bolt'
import NearMeIcon from '@mui/icons-material/NearMe'
import PriorityHighIcon from '@mui/icons-material/PriorityHigh'
import SellIcon from '@mui/icons-material/Sell'
import SensorsIcon from '@mui/icons-material/Sensors'
import VisibilityIcon from '@mui/icons-material/Visibility'
import { memo } from 'react'
import { tono } from '../ui/tono'
import { Anillo } from './anillo'
import { colorDeGrupo, type Grupo, nombreDeGrupo, tramosDeGrupo } from './grupos'
import { BotonMarcador } from './marcador-estilo'

const ICONO_TIPO = { Reader: SensorsIcon, SmartBle: AdjustIcon, iBeacon: SellIcon }

/** The sign that goes with the colour of the worst member. */
function Senal({ grupo }: { grupo: Grupo }) {
  const Icono =
    grupo.impacto > 0
      ? BoltIcon
      : grupo.extravio > 0
        ? PriorityHighIcon
        : grupo.revisar > 0
          ? VisibilityIcon
          : grupo.movimiento > 0
            ? NearMeIcon
            : null
  return Icono && <Icono className="senal" />
}

const ladoDe = (n: number) => (n < 10 ? 38 : n < 100 ? 42 : n < 1000 ? 48 : 56)

const corto = (n: number) =>
  n < 10_000
    ? n.toLocaleString('es', { useGrouping: n >= 1000 })
    : `${Math.floor(n / 1000).toLocaleString('es')} k`

type Props = {
  grupo: Grupo
  encendido: boolean
  /** Drawn beyond the edge so that dragging shows it at once; nobody can point at it there. */
  fuera: boolean
  onAbrir: (grupo: Grupo) => void
  onHover: (grupo: Grupo | null) => void
}

/** A device or a group of them as a round button: shape by type, colour and sign by the worst state. */
export const Marcador = memo(function Marcador({ grupo, encendido, fuera, onAbrir, onHover }: Props) {
  const { solo, n } = grupo
  const nombre = nombreDeGrupo(grupo)
  const lado = solo ? 30 : ladoDe(n)
  const Icono = solo && ICONO_TIPO[solo.tipo]
  return (
    <BotonMarcador
      type="button"
      aria-label={nombre}
      inert={fuera}
      data-encendido={encendido || undefined}
      data-forma={solo?.tipo ?? 'grupo'}
      style={{ width: lado, height: lado, ['--color' as string]: tono(colorDeGrupo(grupo)) }}
      onClick={() => onAbrir(grupo)}
      onMouseEnter={() => onHover(grupo)}
      onMouseLeave={() => onHover(null)}
      onFocus={() => onHover(grupo)}
      onBlur={() => onHover(null)}
    >
      {Icono ? (
        <Icono className="tipo" />
      ) : (
        <>
          <Anillo lado={lado} tramos={tramosDeGrupo(grupo)} />
          <span className="cuenta">{corto(n)}</span>
        </>
      )}
      <Senal grupo={grupo} />
      {!solo && grupo.lugar && (
        <span className="lugar" aria-hidden="true">
          {grupo.lugar}
        </span>
      )}
      <span className="rotulo" aria-hidden="true">
        {solo ? (solo.apodo ?? solo.mac) : nombre}
      </span>
    </BotonMarcador>
  )
})
