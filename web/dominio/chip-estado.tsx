import AdjustIcon from '@mui/icons-material/Adjust'
import BoltIcon from '@mui/icons-material/Bolt'
import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined'
import HelpOutlinedIcon from '@mui/icons-material/HelpOutlineOutlined'
import LocalShippingOutlinedIcon from '@mui/icons-material/LocalShippingOutlined'
import NearMeOutlinedIcon from '@mui/icons-material/NearMeOutlined'
import PlaceOutlinedIcon from '@mui/icons-material/PlaceOutlined'
import ReportGmailerrorredIcon from '@mui/icons-material/ReportGmailerrorred'
import SellOutlinedIcon from '@mui/icons-material/SellOutlined'
import SensorsIcon from '@mui/icons-material/Sensors'
import SquareIcon from '@mui/icons-material/StopRounded'
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined'
import type { Estado, PosibleEstado, TipoDispositivo } from '#contract/parque/dispositivos/dispositivos'
import celda from '../ui/celda.module.css'
import { TOKEN_ESTADO, TOKEN_POSIBLE, TOKEN_TIPO, type Token } from '../ui/theme/tokens'
import { tinte, tono } from '../ui/theme/tono'

const ICONO_ESTADO = { Impacto: BoltIcon, 'En movimiento': NearMeOutlinedIcon, Parado: SquareIcon }
const ICONO_POSIBLE = {
  Ubicado: PlaceOutlinedIcon,
  Operativo: CheckCircleOutlinedIcon,
  'Posible tránsito': LocalShippingOutlinedIcon,
  'Necesita revisar': VisibilityOutlinedIcon,
  'Posible extravío': ReportGmailerrorredIcon,
  'Sin registro': HelpOutlinedIcon,
}
const ICONO_TIPO = { Reader: SensorsIcon, SmartBle: AdjustIcon, iBeacon: SellOutlinedIcon }

function ChipTono({
  token,
  icono: Icono,
  texto,
}: {
  token: Token
  icono: typeof SensorsIcon
  texto: string
}) {
  return (
    <span
      className={celda.pastilla}
      data-tono={token}
      style={{ color: tono(token), background: tinte(token) }}
    >
      <Icono />
      <span>{texto}</span>
    </span>
  )
}

export function ChipEstado({ estado }: { estado: Estado }) {
  return <ChipTono token={TOKEN_ESTADO[estado]} icono={ICONO_ESTADO[estado]} texto={estado} />
}

export function ChipPosibleEstado({ estado }: { estado: PosibleEstado }) {
  return <ChipTono token={TOKEN_POSIBLE[estado]} icono={ICONO_POSIBLE[estado]} texto={estado} />
}

export function ChipTipo({ tipo }: { tipo: TipoDispositivo }) {
  return <ChipTono token={TOKEN_TIPO[tipo]} icono={ICONO_TIPO[tipo]} texto={tipo} />
}
