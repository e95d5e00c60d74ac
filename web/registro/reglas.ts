import { APODO_CONTENEDOR, APODO_MAL_ESCRITO } from '#contract/comunes'
import type { TipoDispositivo } from '#contract/dispositivos'
import type { Registro } from './cola'

export type Campo = 'apodo' | 'mac_serie' | 'lat' | 'lon'

/** The form as it is typed. */
export type Datos = {
  apodo: string
  mac_serie: string
  tipo_dispositivo: TipoDispositivo
  estado: 'Activado' | 'Desactivado'
  etiqueta: string
  lat: string
  lon: string
}

export const INICIAL: Datos = {
  apodo: '',
  mac_serie: '',
  tipo_dispositivo: 'SmartBle',
  estado: 'Activado',
  etiqueta: '',
  lat: '',
  lon: '',
}

const numero = (texto: string) => (texto.trim() === '' ? null : Number(texto.trim().replace(',', '.')))

function coordenada(texto: string, nombre: string, max: number): string | null {
  const v = numero(texto)
  return v !== null && !(Math.abs(v) <= max) ? `La ${nombre} debe estar entre -${max} y ${max}.` : null
}

/**
 * What is wrong first, and in which field; null where the form can be sent.
 * @param suyo the nickname that the device has already: many a reader has a name, and may keep it
 */
export function revisar(d: Datos, suyo?: string | null): { campo: Campo; texto: string } | null {
  const esLector = d.tipo_dispositivo === 'Reader'
  const apodo = d.apodo.trim()
  if (!APODO_CONTENEDOR.test(apodo) && (!apodo || apodo !== suyo))
    return { campo: 'apodo', texto: APODO_MAL_ESCRITO }
  if (!d.mac_serie.trim()) return { campo: 'mac_serie', texto: 'Falta la MAC ficticia (mac_serie).' }
  if (!esLector) return null
  const lat = coordenada(d.lat, 'latitud', 90)
  if (lat) return { campo: 'lat', texto: lat }
  const lon = coordenada(d.lon, 'longitud', 180)
  if (lon) return { campo: 'lon', texto: lon }
  if ((numero(d.lat) === null) !== (numero(d.lon) === null))
    return { campo: numero(d.lat) === null ? 'lat' : 'lon', texto: 'La latitud y la longitud van juntas.' }
  return null
}

/** The form as the call takes it; coordinates only of readers, and only both. */
export function registroDe(d: Datos): Registro {
  const [lat, lon] = [numero(d.lat), numero(d.lon)]
  return {
    mac_serie: d.mac_serie.trim(),
    tipo_dispositivo: d.tipo_dispositivo,
    apodo: d.apodo.trim(),
    estado: d.estado,
    etiqueta: d.etiqueta.trim() || null,
    ...(d.tipo_dispositivo === 'Reader' && lat !== null && lon !== null ? { lat, lon } : {}),
  }
}
