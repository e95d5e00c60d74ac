import { prohibido, sinSesion } from '../http/errores'
import { administra, type Principal } from './principal'

/**
 * Who may call, one word per call: anybody (`publico`); any session, even of an admin who still owes a second factor
 * (`perfil`); any other session (`panel`), which may change something (`alta`); a session of a company that sees the
 * whole application (`sesion`), which may change something (`cambio`); an administrator of such a company (`empresa`),
 * who reaches no other company; an administrator of all companies (`admin`).
 */
export type Politica = 'publico' | 'perfil' | 'panel' | 'alta' | 'sesion' | 'cambio' | 'empresa' | 'admin'

const NO_ADMIN = 'Acceso denegado: no tienes permisos de administrador.'

/** Each policy asks what another one asks, and something more. */
const EXIGE: Record<Exclude<Politica, 'publico' | 'perfil'>, (p: Principal) => void> = {
  panel(p) {
    if (p.pendiente)
      throw prohibido('Activa el segundo factor en tu perfil para continuar.', 'segundo_factor_pendiente')
  },
  alta(p) {
    EXIGE.panel(p)
    checkEscribe(p)
  },
  sesion(p) {
    EXIGE.panel(p)
    if (p.modo !== 'completo') throw prohibido('Su empresa no tiene acceso a esta parte de la aplicación.')
  },
  cambio(p) {
    EXIGE.sesion(p)
    checkEscribe(p)
  },
  empresa(p) {
    EXIGE.sesion(p)
    if (!administra(p.rol)) throw prohibido(NO_ADMIN, 'solo_administradores')
  },
  admin(p) {
    EXIGE.sesion(p)
    if (!p.is_admin) throw prohibido(NO_ADMIN, 'solo_administradores')
  },
}

function checkEscribe(p: Principal): void {
  if (p.rol === 'lectura') throw prohibido('Tu cuenta es solo de lectura.', 'solo_lectura')
}

/** Throws 401 without a principal where one is needed, 403 where it may not. */
export function checkPolitica(politica: Politica, p: Principal | null): void {
  if (politica === 'publico') return
  if (!p) throw sinSesion()
  if (politica !== 'perfil') EXIGE[politica](p)
}
