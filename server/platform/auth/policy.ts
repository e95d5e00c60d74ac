import { type Ambito, allows } from '#contract/personas/claves-api/values'
import { forbidden, sinSesion } from '../http/errores'
import { administra, type Principal } from './principal'

/**
 * Who may call, one word per call:
 * `publico`: anybody. `perfil`: any session, also of an admin who still lacks a second factor. `panel`: any other session; `alta`: such a
 * session that may change something. `sesion`: a session of a company that sees the whole application; `cambio`: such a session that may
 * change something. `empresa`: an administrator of such a company, within that company. `admin`: an administrator of all companies.
 * The people of a partner have `perfil`, and share with the company `custodia` (balance, statement and the notices about it) and `disputa`
 * (dispute a line).
 */
export type Politica =
  | 'publico'
  | 'perfil'
  | 'panel'
  | 'alta'
  | 'custodia'
  | 'disputa'
  | 'sesion'
  | 'cambio'
  | 'empresa'
  | 'admin'

const NO_ADMIN = 'Acceso denegado: no tienes permisos de administrador.'

function checkFactor(p: Principal): void {
  if (p.pendiente)
    throw forbidden('Activa el segundo factor en tu perfil para continuar.', 'segundo_factor_pendiente')
}

const isOfTercero = (p: Principal) => p.rol === 'tercero' && p.tercero !== null

/** Each policy requires another one, and something more. */
const REQUIRES: Record<Exclude<Politica, 'publico' | 'perfil'>, (p: Principal) => void> = {
  panel(p) {
    checkFactor(p)
    if (p.rol === 'tercero') throw forbidden('Tu cuenta solo ve su saldo y su extracto.', 'solo_custodia')
  },
  custodia(p) {
    if (isOfTercero(p)) checkFactor(p)
    else REQUIRES.sesion(p)
  },
  disputa(p) {
    if (isOfTercero(p)) checkFactor(p)
    else REQUIRES.cambio(p)
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

/** Throws 401 where a principal is needed and missing, 403 where the principal may not call. */
export function checkPolitica(politica: Politica, p: Principal | null): void {
  if (politica === 'publico') return
  if (!p) throw sinSesion()
  if (politica !== 'perfil') REQUIRES[politica](p)
}

/**
 * Throws 403 where a key lacks the permission. Sessions need no such permission.
 * @param ambito null: no key may make this call
 */
export function checkAmbito(ambito: Ambito | null, p: Principal | null): void {
  if (!p?.clave) return
  if (!ambito) throw forbidden('Una clave de API no puede hacer esta llamada.', 'clave_no_admitida')
  if (!allows(p.clave.ambitos, ambito))
    throw forbidden(`A esta clave de API le falta el permiso «${ambito}».`, 'falta_permiso')
}
