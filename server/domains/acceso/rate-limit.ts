import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CountKeyCall } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { demasiadas } from '../../platform/http/errores'
import { forgetVeces, type Quota, returnVez, takeVez } from './repo-rate-limit'

const VENTANA_MS = 15 * 60_000
const MINUTO_MS = 60_000
const CLAVES = { porPareja: 10, porCuenta: 100 }
/** A code has only six digits, so few attempts are allowed, even after a correct password. */
const CODIGOS = { porPareja: 5, porCuenta: 20 }
/** Each attempt sends a mail. */
const OLVIDOS = { porPareja: 5, porCuenta: 10 }

/**
 * Throttle of failed logins: by account and address together, and with a higher limit by account alone. Never by address alone: a whole
 * plant may share one. A browser that the owner has used before has a budget of its own, so that nobody can lock the owner out.
 * @param que what is guessed; each has its own counts
 */
function createRateLimit(db: Db, que: string, limites = CLAVES) {
  const deCuenta = (cuenta: string) => `${que}\n${cuenta}`
  const deLaPareja = (cuenta: string, address: string, knownBrowser: string | null) =>
    knownBrowser === null ? `${deCuenta(cuenta)}\n${address}` : `${deCuenta(cuenta)}\n#${knownBrowser}`

  return {
    /**
     * Counts an attempt before the password is checked, so that parallel attempts are all counted. Throws 429 when this account has too
     * many failures from this address, or too many in all.
     */
    async intento(cuenta: string, address: string, knownBrowser: string | null = null): Promise<void> {
      const quotas: Quota[] = [{ clave: deLaPareja(cuenta, address, knownBrowser), max: limites.porPareja }]
      if (knownBrowser === null) quotas.push({ clave: deCuenta(cuenta), max: limites.porCuenta })
      const { libre, quedanMs } = await takeVez(db, quotas, VENTANA_MS)
      if (!libre) throw demasiadas(Math.ceil(quedanMs / 1000))
    },
    /** After a correct attempt this address starts anew; attempts of others on the account stay counted. */
    async exito(cuenta: string, address: string, knownBrowser: string | null = null): Promise<void> {
      await forgetVeces(db, deLaPareja(cuenta, address, knownBrowser))
      if (knownBrowser === null) await returnVez(db, [deCuenta(cuenta)])
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
    takeVez(db, [{ clave: `clave_api\n${key}`, max }], MINUTO_MS)

type DeRuta = { routeInfo?: { method: unknown; url: string } }

/** Store for the throttle of single routes: counts calls per minute, across all processes. */
export const createCuentaLlamadas = (db: Db): FastifyRateLimitStoreCtor =>
  class Cuenta implements FastifyRateLimitStore {
    ruta: string
    constructor({ routeInfo }: DeRuta) {
      this.ruta = routeInfo ? `${routeInfo.method} ${routeInfo.url}` : ''
    }
    incr: FastifyRateLimitStore['incr'] = (address, done, ventanaMs, max) => {
      takeVez(db, [{ clave: `llamada\n${this.ruta}\n${address}`, max }], ventanaMs).then(
        ({ veces, quedanMs }) => done(null, { current: veces, ttl: quedanMs }),
        done,
      )
    }
    child = (options: object) => new Cuenta(options)
  }
