import PlaceIcon from '@mui/icons-material/Place'
import { MapaPunto } from '../../ui/mapa/mapa-punto'

/** Map with the position of one device. */
export function MapaDispositivo({ lat, lon, nombre }: { lat: number; lon: number; nombre: string }) {
  return (
    <MapaPunto
      lat={lat}
      lon={lon}
      zoom={18}
      etiqueta={`Mapa de ${nombre}`}
      token="brand"
      icono={<PlaceIcon />}
    />
  )
}
