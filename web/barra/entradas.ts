import BalanceIcon from '@mui/icons-material/AccountBalanceOutlined'
import AddBoxIcon from '@mui/icons-material/AddBoxOutlined'
import BarChartIcon from '@mui/icons-material/BarChartRounded'
import BatteryAlertIcon from '@mui/icons-material/BatteryAlertOutlined'
import BoltIcon from '@mui/icons-material/BoltOutlined'
import BuildIcon from '@mui/icons-material/BuildOutlined'
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined'
import GroupIcon from '@mui/icons-material/GroupOutlined'
import InventoryIcon from '@mui/icons-material/Inventory2Outlined'
import LoopIcon from '@mui/icons-material/LoopOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined'
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined'
import SupportAgentIcon from '@mui/icons-material/SupportAgentOutlined'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'
import TodayIcon from '@mui/icons-material/TodayOutlined'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import { gruposOf } from '../administracion/pestanas'
import type { Pestana } from '../dominio/administracion/busqueda'

export const PRINCIPALES = [
  { to: '/hoy', texto: 'Hoy', Icono: TodayIcon },
  { to: '/', texto: 'Mapa', Icono: MapIcon },
  { to: '/poc-status', texto: 'Inventario', Icono: InventoryIcon },
  { to: '/NewData', texto: 'Eventos', Icono: TableRowsIcon },
  { to: '/incidencias', texto: 'Incidencias', Icono: BoltIcon },
  { to: '/graphics', texto: 'Gráficos', Icono: BarChartIcon },
] as const

export const ANTIGUOS = [
  { to: '/inventory', texto: 'Inventario antiguo' },
  { to: '/status', texto: 'Estados' },
  { to: '/Logistics', texto: 'Tabla MF' },
  { to: '/special', texto: 'Plano de planta' },
] as const

/** Entries of the user menu; `claves` are synonyms for the search. */
export const DE_CUENTA = [
  {
    to: '/PanelDisp',
    texto: 'Alta de dispositivos',
    claves: 'registrar contenedor registro escanear',
    Icono: AddBoxIcon,
  },
  {
    to: '/causas',
    texto: 'Averías',
    claves: 'causas lectores caídos sin señal red avisos problemas',
    Icono: BuildIcon,
  },
  {
    to: '/ciclo',
    texto: 'Ciclo',
    claves: 'vueltas etapas atascados antigüedad rotación flujo metas plazos',
    Icono: LoopIcon,
  },
  {
    to: '/perdidas',
    texto: 'Pérdidas',
    claves: 'perdidos extravío extraviados baja precios euros búsqueda merma',
    Icono: SearchOffIcon,
  },
  {
    to: '/pilas',
    texto: 'Pilas',
    claves: 'baterías ronda cambiar etiquetas agotadas',
    Icono: BatteryAlertIcon,
  },
  {
    to: '/recuentos',
    texto: 'Recuentos',
    claves: 'contar inventariar faltantes sobrantes escanear acuerdo auditar',
    Icono: FactCheckIcon,
  },
  {
    to: '/custodia',
    texto: 'Custodia',
    claves: 'saldos terceros clientes proveedores extracto albarán deuda movimientos',
    Icono: BalanceIcon,
  },
  { to: '/Manuales', texto: 'Manuales', Icono: MenuBookIcon },
  { to: '/perfil', texto: 'Perfil', Icono: PersonIcon },
  { to: '/admin/usuarios', texto: 'Usuarios', claves: 'administración cuentas personas', Icono: GroupIcon },
] as const

/** Screens without an entry in the bar; `claves` are synonyms for the search. */
export const SIN_ENTRADA = [
  { to: '/avisos', texto: 'Avisos', claves: 'campana notificaciones alertas', Icono: NotificationsIcon },
  { to: '/alm_assistant', texto: 'Asistente', claves: 'ayuda preguntar', Icono: SupportAgentIcon },
] as const

/** A tab of the administration, which only the search opens by its name. */
export type EntradaPestana = {
  to: '/admin/usuarios'
  pestana: Pestana
  texto: string
  /** The entry that it belongs to. */
  en: string
  claves: string
  Icono: typeof GroupIcon
}

/** All tabs except the first, which is the entry itself. */
export const pestanasOf = (administraTodas: boolean): EntradaPestana[] =>
  gruposOf(administraTodas).flatMap((g) =>
    g.pestanas
      .filter((p) => p.pestana !== 'usuarios')
      .map(({ pestana, titulo, claves }) => ({
        to: '/admin/usuarios' as const,
        pestana,
        texto: titulo,
        en: `Administración › ${g.titulo}`,
        claves: `administración ${g.titulo} ${claves}`,
        Icono: TuneIcon,
      })),
  )

export type Entrada =
  | (typeof PRINCIPALES | typeof ANTIGUOS | typeof DE_CUENTA | typeof SIN_ENTRADA)[number]
  | EntradaPestana
