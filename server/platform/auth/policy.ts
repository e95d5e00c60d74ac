import { type Ambito, allows } from '#contract/valores/usuarios/claves-api'
import { forbidden, sinSesion } from '../http/errores'
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
const REQUIRES: Record<Exclude<Politica, 'publico' | 'perfil'>, (p: Principal) => void> = {
  panel(p) {
    if (p.pendiente)
      throw forbidden('Activa el segundo factor en tu perfil para continuar.', 'segundo_factor_pendiente')
  },
  alta(p) {
    REQUIRES.panel(p)
    checkEscribe(p)
  },
  sesion(p) {
    REQUIRES.panel(p)
    if (p.modo !== 'completo') throw forbidden('Su empresa no tiene acceso a esta parte de la aplicación.')
  },
  cambio(p) {
    REQUIRES.sesion(p)
    checkEscribe(p)
  },
  empresa(p) {
    REQUIRES.sesion(p)
    if (!administra(p.rol)) throw forbidden(NO_ADMIN, 'solo_administradores')
  },
  admin(p) {
    REQUIRES.sesion(p)
    if (!p.is_admin) throw forbidden(NO_ADMIN, 'solo_administradores')
  },
}

function checkEscribe(p: Principal): void {
  if (p.rol === 'lectura') throw forbidden('Tu cuenta es solo de lectura.', 'solo_lectura')
}

/** Throws 401 without a principal where one is needed, 403 where it may not. */
export function checkPolitica(politica: Politica, p: Principal | null): void {
  if (politica === 'publico') return
  if (!p) throw sinSesion()
  if (politica !== 'perfil') REQUIRES[politica](p)
}

/**
 * Throws 403 where a key is not let into a call. Somebody with a session needs no permission of this kind.
 * @param ambito null: no key makes this call
 */
export function checkAmbito(ambito: Ambito | null, p: Principal | null): void {
  if (!p?.clave) return
  if (!ambito) throw forbidden('Una clave de API no puede hacer esta llamada.', 'clave_no_admitida')
  if (!allows(p.clave.ambitos, ambito))
    throw forbidden(`A esta clave de API le falta el permiso «${ambito}».`, 'falta_permiso')
}
