import { isAdministrador } from '../lib/session/rol'
import type { Sesion } from '../lib/session/sesion'

/**
 * Who may see a route. `entrada`: everybody, and nobody asks for a session; `libre`: everybody, who may have one;
 * `abierta`: everybody but those of panel companies who have a session;
 * `perfil`: whoever has a session; `panel`: the same, but for who owes something in their profile; `alta`: the same, but
 * for who may only look and has the other screens for that; `sesion`: panel companies excluded; `admin`: administrators,
 * of their company or of all.
 */
export type Acceso = 'entrada' | 'libre' | 'abierta' | 'perfil' | 'panel' | 'alta' | 'sesion' | 'admin'

export type Decision = 'seguir' | 'login' | 'perfil' | 'panel' | 'mapa'

/** Whether somebody only registers devices. */
export const soloPanel = ({ modo }: Pick<Sesion, 'modo'>): boolean => modo !== 'completo'

export function decide(acceso: Acceso, sesion: Pick<Sesion, 'modo' | 'rol' | 'pendiente'> | null): Decision {
  if (acceso === 'entrada' || acceso === 'libre') return 'seguir'
  if (acceso === 'abierta') return sesion && soloPanel(sesion) ? 'panel' : 'seguir'
  if (!sesion) return 'login'
  if (acceso === 'perfil') return 'seguir'
  if (sesion.pendiente) return 'perfil'
  if (acceso === 'panel') return 'seguir'
  if (acceso === 'alta') return sesion.rol === 'lectura' && !soloPanel(sesion) ? 'mapa' : 'seguir'
  if (soloPanel(sesion)) return 'panel'
  if (acceso === 'admin' && !isAdministrador(sesion)) return 'mapa'
  return 'seguir'
}

/** Where to go after login: a path of this site that is worth more than the way in. */
export function destinoSeguro(volver: string | undefined): string | undefined {
  if (!volver?.startsWith('/') || /^\/[/\\]/.test(volver)) return undefined
  const ruta = volver.split(/[?#]/)[0]?.toLowerCase()
  return ruta === '/' || ruta === '/login' ? undefined : volver
}
