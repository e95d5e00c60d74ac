import BarChartIcon from '@mui/icons-material/BarChartRounded'
import BoltIcon from '@mui/icons-material/BoltOutlined'
import InventoryIcon from '@mui/icons-material/Inventory2Outlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined'

export const PRINCIPALES = [
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
] as const
