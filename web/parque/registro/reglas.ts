import { reviewApodo, reviewMac } from '#contract/parque/dispositivos/alta-values'
import type { TipoDispositivo } from '#contract/parque/dispositivos/dispositivos'
import { parseGrados } from '#contract/values/numero'
import type { Registro } from './cola'

export type Campo = 'apodo' | 'mac_serie' | 'lat' | 'lon'

/** An error with its field. */
export type Reparo = {
  campo: Campo
  texto: string
  /** The user can confirm that it is a serial number. */
  confirmar?: true
}

/** The values of the form. */
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

function coordenada(texto: string, nombre: string, max: number): string | null {
  const v = parseGrados(texto)
  return v !== null && !(Math.abs(v) <= max) ? `La ${nombre} debe estar entre -${max} y ${max}.` : null
}

/** Known data of the device before it is sent. */
type Sabido = {
  /** The nickname that the device has already, and may keep. */
  apodo?: string | null
  /** The user has confirmed that it is a serial number, or the device is registered with one. */
  esSerie?: boolean
}

/** The first error; null if the form can be sent. */
export function review(d: Datos, sabido: Sabido = {}): Reparo | null {
  const esLector = d.tipo_dispositivo === 'Reader'
  const apodo = reviewApodo(d.tipo_dispositivo, d.apodo, sabido.apodo)
  if (apodo) return { campo: 'apodo', texto: apodo }
  if (!d.mac_serie.trim()) return { campo: 'mac_serie', texto: 'Falta la MAC ficticia (mac_serie).' }
  const mac = reviewMac(d.mac_serie, sabido.esSerie === true)
  if (mac.reparo !== null && !mac.confirmar) return { campo: 'mac_serie', texto: mac.reparo }
  // Checked last: a user who confirms it has nothing else to correct.
  const porConfirmar: Reparo | null =
    mac.reparo === null ? null : { campo: 'mac_serie', texto: mac.reparo, confirmar: true }
  if (!esLector) return porConfirmar
  const lat = coordenada(d.lat, 'latitud', 90)
  if (lat) return { campo: 'lat', texto: lat }
  const lon = coordenada(d.lon, 'longitud', 180)
  if (lon) return { campo: 'lon', texto: lon }
  if ((parseGrados(d.lat) === null) !== (parseGrados(d.lon) === null))
    return {
      campo: parseGrados(d.lat) === null ? 'lat' : 'lon',
      texto: 'La latitud y la longitud van juntas.',
    }
  return porConfirmar
}

/**
 * The request body of the form; coordinates only for readers, and only if both are present.
 * @param empresa undefined: the device is registered, and stays in its company
 */
export function registroOf(d: Datos, empresa: number | undefined, esSerie = false): Registro {
  const [lat, lon] = [parseGrados(d.lat), parseGrados(d.lon)]
  return {
    mac_serie: d.mac_serie.trim(),
    ...(esSerie && { es_serie: true }),
    tipo_dispositivo: d.tipo_dispositivo,
    apodo: d.apodo.trim(),
    estado: d.estado,
    etiqueta: d.etiqueta.trim() || null,
    ...(empresa !== undefined && { empresa }),
    ...(d.tipo_dispositivo === 'Reader' && lat !== null && lon !== null ? { lat, lon } : {}),
  }
}
