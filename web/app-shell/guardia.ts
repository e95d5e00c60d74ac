import { isAdministrador } from '../lib/session/rol'
import type { Sesion } from '../lib/session/sesion'

/**
 * Access levels of a route. `entrada`: everybody, without a check of the session. `libre`: everybody, logged in or not. `abierta`:
 * everybody except logged-in users of panel companies. `perfil`: every logged-in user. `panel`: the same, except users who must complete
 * their profile first. `alta`: the same, except read-only users, who have the other screens. `sesion`: logged-in users, panel companies
 * excluded. `admin`: administrators, of their company or of all. `custodia`: as `sesion`, plus the users of a partner, who reach only that,
 * their notices, their profile and what is open to everybody.
 */
export type Acceso =
  | 'entrada'
  | 'libre'
  | 'abierta'
  | 'perfil'
  | 'panel'
  | 'alta'
  | 'custodia'
  | 'sesion'
  | 'admin'

export type Decision = 'seguir' | 'login' | 'perfil' | 'panel' | 'mapa' | 'custodia'

/** Whether the account belongs to a partner and sees only the balance and statement of that partner. */
export const isDeTercero = ({ rol }: Pick<Sesion, 'rol'>): boolean => rol === 'tercero'

/** Whether the account may only register devices. */
export const soloPanel = ({ modo }: Pick<Sesion, 'modo'>): boolean => modo !== 'completo'

export function decide(acceso: Acceso, sesion: Pick<Sesion, 'modo' | 'rol' | 'pendiente'> | null): Decision {
  if (acceso === 'entrada' || acceso === 'libre') return 'seguir'
  if (acceso === 'abierta') return sesion && soloPanel(sesion) ? 'panel' : 'seguir'
  if (!sesion) return 'login'
  if (acceso === 'perfil') return 'seguir'
  if (sesion.pendiente) return 'perfil'
  if (acceso === 'panel') return 'seguir'
  if (isDeTercero(sesion)) return acceso === 'custodia' ? 'seguir' : 'custodia'
  if (acceso === 'alta') return sesion.rol === 'lectura' && !soloPanel(sesion) ? 'mapa' : 'seguir'
  if (soloPanel(sesion)) return 'panel'
  if (acceso === 'admin' && !isAdministrador(sesion)) return 'mapa'
  return 'seguir'
}

/** Screens where a session begins: who may not open them is led on without a word. */
const INICIOS: ReadonlySet<string> = new Set(['/', '/newmap', '/control', '/hoy'])

/** What somebody is told who asked for a screen that their account may not open; undefined: nothing. */
export function formatDenegada(
  decision: Decision,
  ruta: string,
  titulo: string | undefined,
): string | undefined {
  const leads = decision === 'mapa' || decision === 'panel' || decision === 'custodia'
  if (!leads || INICIOS.has(ruta.toLowerCase().replace(/(?<=.)\/$/, ''))) return undefined
  return `Tu cuenta no puede abrir ${titulo ? `«${titulo}»` : 'esa página'}.`
}

/** Where to go after login: a path of this site other than `/` and the login page. */
export function destinoSeguro(volver: string | undefined): string | undefined {
  if (!volver?.startsWith('/') || /^\/[/\\]/.test(volver)) return undefined
  const ruta = volver.split(/[?#]/)[0]?.toLowerCase()
  return ruta === '/' || ruta === '/login' ? undefined : volver
}
