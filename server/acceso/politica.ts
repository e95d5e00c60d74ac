import { prohibido, sinSesion } from '../http/errores'
import type { Principal } from './principal'

/**
 * Who may call, one word per call: anybody; any session, even of an admin who still owes a second factor; any other
 * session; a session of a company that sees the whole application; an admin of such a company.
 */
export type Politica = 'publico' | 'perfil' | 'panel' | 'sesion' | 'admin'

/** Each policy asks what the one before it asks, and something more. */
const EXIGE: Record<Exclude<Politica, 'publico' | 'perfil'>, (p: Principal) => void> = {
  panel(p) {
    if (p.pendiente)
      throw prohibido('Activa el segundo factor en tu perfil para continuar.', 'segundo_factor_pendiente')
  },
  sesion(p) {
    EXIGE.panel(p)
    if (p.modo !== 'completo') throw prohibido('Su empresa no tiene acceso a esta parte de la aplicación.')
  },
  admin(p) {
    EXIGE.sesion(p)
    if (!p.is_admin)
      throw prohibido('Acceso denegado: no tienes permisos de administrador.', 'solo_administradores')
  },
}

/** Throws 401 without a principal where one is needed, 403 where it may not. */
export function checkPolitica(politica: Politica, p: Principal | null): void {
  if (politica === 'publico') return
  if (!p) throw sinSesion()
  if (politica !== 'perfil') EXIGE[politica](p)
}
