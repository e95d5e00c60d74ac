import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CountKeyCall } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { networkOf } from '../../platform/http/address'
import { demasiadas } from '../../platform/http/errores'
import { forgetVeces, type Quota, returnVez, takeVez } from './repo-rate-limit'

const VENTANA_MS = 15 * 60_000
const MINUTO_MS = 60_000
/** Failures of one address in a minute, whatever the names: two a second is more than a plant of hundreds mistypes at a change of shift. */
const POR_DIRECCION = 120
const CLAVES = { porPareja: 10, porCuenta: 100 }
/** A code has only six digits, so few attempts are allowed, even after a correct password. */
const CODIGOS = { porPareja: 5, porCuenta: 20 }
/** Each attempt sends a mail. */
const OLVIDOS = { porPareja: 5, porCuenta: 10 }

/**
 * Throttle of failed logins: by account and address together, with a higher limit by account alone, and with one that no plant meets by
 * address alone, because a whole plant may share one. A browser that the owner has used before has a budget of its own, so that nobody can
 * lock the owner out.
 * @param que what is guessed; each has its own counts
 */
function createRateLimit(db: Db, que: string, limites = CLAVES) {
  const deCuenta = (cuenta: string) => `${que}\n${cuenta}`
  const deDireccion = (address: string) => `${que}\ndireccion\n${networkOf(address)}`
  const deLaPareja = (cuenta: string, address: string, knownBrowser: string | null) =>
    knownBrowser === null ? `${deCuenta(cuenta)}\n${address}` : `${deCuenta(cuenta)}\n#${knownBrowser}`

  return {
    /**
     * Counts an attempt before the password is checked, so that parallel attempts are all counted. Throws 429 when this account has too
     * many failures from this address or in all, or this address too many with any account.
     */
    async intento(cuenta: string, address: string, knownBrowser: string | null = null): Promise<void> {
      const pareja = deLaPareja(cuenta, address, knownBrowser)
      const quotas: Quota[] = [{ clave: pareja, max: limites.porPareja, ventanaMs: VENTANA_MS }]
      if (knownBrowser === null)
        quotas.push(
          { clave: deCuenta(cuenta), max: limites.porCuenta, ventanaMs: VENTANA_MS },
          { clave: deDireccion(address), max: POR_DIRECCION, ventanaMs: MINUTO_MS },
        )
      const { libre, quedanMs } = await takeVez(db, quotas)
      if (!libre) throw demasiadas(Math.ceil(quedanMs / 1000))
    },
    /** After a correct attempt this address starts anew; attempts of others on the account stay counted. */
    async exito(cuenta: string, address: string, knownBrowser: string | null = null): Promise<void> {
      await forgetVeces(db, deLaPareja(cuenta, address, knownBrowser))
      if (knownBrowser === null) await returnVez(db, [deCuenta(cuenta), deDireccion(address)])
    },
  }
}

/**
 * Each kind of secret has its own throttle: a correct password does not reset the attempts for a code.
 * @param db a connection outside the caller's transaction: attempts stay counted when that is rolled back
 */
export function createRateLimits(db: Db) {
  return {
    claves: createRateLimit(db, 'clave'),
    codigos: createRateLimit(db, 'codigo', CODIGOS),
    restablecer: createRateLimit(db, 'restablecer'),
    olvido: createRateLimit(db, 'olvido', OLVIDOS),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** Counts the calls of each API key per minute, across all processes. */
export const createKeyCalls =
  (db: Db): CountKeyCall =>
  (key, max) =>
    takeVez(db, [{ clave: `clave_api\n${key}`, max, ventanaMs: MINUTO_MS }])

type DeRuta = { routeInfo?: { method: unknown; url: string } }

/** Store for the throttle of single routes: counts calls per minute, across all processes. */
export const createCuentaLlamadas = (db: Db): FastifyRateLimitStoreCtor =>
  class Cuenta implements FastifyRateLimitStore {
    ruta: string
    constructor({ routeInfo }: DeRuta) {
      this.ruta = routeInfo ? `${routeInfo.method} ${routeInfo.url}` : ''
    }
    incr: FastifyRateLimitStore['incr'] = (address, done, ventanaMs, max) => {
      takeVez(db, [{ clave: `llamada\n${this.ruta}\n${address}`, max, ventanaMs }]).then(
        ({ veces, quedanMs }) => done(null, { current: veces, ttl: quedanMs }),
        done,
      )
    }
    child = (options: object) => new Cuenta(options)
  }
