import BoltIcon from '@mui/icons-material/Bolt'
import { MapaPunto } from '../../../ui/mapa/mapa-punto'

type Props = { lat: number; lon: number; apodo: string; lugar: string | null }

/** Position of the reader that heard the impact. */
export function MapaImpacto({ lat, lon, apodo, lugar }: Props) {
  const etiqueta = `Mapa del impacto de ${apodo}${lugar ? `, en ${lugar}` : ''}`
  return <MapaPunto lat={lat} lon={lon} zoom={17} etiqueta={etiqueta} token="rojo" icono={<BoltIcon />} />
}
