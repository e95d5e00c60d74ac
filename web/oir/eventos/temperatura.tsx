import AcUnitIcon from '@mui/icons-material/AcUnit'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartmentOutlined'
import SevereColdIcon from '@mui/icons-material/SevereColdOutlined'
import ThermostatIcon from '@mui/icons-material/ThermostatOutlined'
import WbSunnyIcon from '@mui/icons-material/WbSunnyOutlined'
import { styled } from '@mui/material/styles'
import { tono } from '../../ui/theme/tono'

/** In °C, exclusive upper limits of the bands. */
const BANDAS = [
  { hasta: 0, nombre: 'Bajo cero', token: 'azul', icono: SevereColdIcon },
  { hasta: 15, nombre: 'Frío', token: 'teal', icono: AcUnitIcon },
  { hasta: 25, nombre: 'Templado', token: 'verde', icono: ThermostatIcon },
  { hasta: 35, nombre: 'Cálido', token: 'amber', icono: WbSunnyIcon },
  { hasta: Number.POSITIVE_INFINITY, nombre: 'Caliente', token: 'rojo', icono: LocalFireDepartmentIcon },
] as const

const Marco = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& svg': { fontSize: 16 },
})

/** `21,5 °C` in the colour of its band, with the band's icon and name. */
export function Temperatura({ grados }: { grados: number | null }) {
  const banda = grados === null ? undefined : BANDAS.find((b) => grados < b.hasta)
  if (grados === null || !banda) return <span>—</span>
  const { nombre, token, icono: Icono } = banda
  const cifra = grados.toLocaleString('es', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <Marco title={nombre} style={{ color: tono(token) }}>
      <Icono titleAccess={nombre} />
      {cifra} °C
    </Marco>
  )
}
