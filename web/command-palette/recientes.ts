import { recuerdo } from '../lib/recuerdo'
import { CLAVE_RECIENTES } from '../lib/session/sesion'
import { claveOf, type Eleccion } from './opciones'

const MAX_RECIENTES = 6

function isEleccion(e: { tipo?: unknown; mac?: unknown; to?: unknown } | null): boolean {
  return typeof (e?.tipo === 'dispositivo' ? e.mac : e?.to) === 'string'
}

/** The latest choices of this user on this device, newest first. */
export function readRecientes(username: string): Eleccion[] {
  try {
    const { de, elecciones } = JSON.parse(recuerdo.get(CLAVE_RECIENTES) ?? '{}')
    return de === username && Array.isArray(elecciones) ? elecciones.filter(isEleccion) : []
  } catch {
    return []
  }
}

export function saveReciente(username: string, e: Eleccion): void {
  const resto = readRecientes(username).filter((otra) => claveOf(otra) !== claveOf(e))
  const elecciones = [e, ...resto].slice(0, MAX_RECIENTES)
  recuerdo.set(CLAVE_RECIENTES, JSON.stringify({ de: username, elecciones }))
}
