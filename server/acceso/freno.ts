import { demasiadas } from '../http/errores'

const VENTANA_MS = 15 * 60_000
const CLAVES = { porPareja: 10, porCuenta: 100 }
/** A code has only six digits, so few guesses are allowed, also after a right password. */
const CODIGOS = { porPareja: 5, porCuenta: 20 }
/** Each asks for a mail. */
const OLVIDOS = { porPareja: 5, porCuenta: 10 }
const MAX_CLAVES = 50_000

/**
 * Throttle of failed logins: by account and address together, and more loosely by account alone. Never by address
 * alone: a whole plant may share one. A browser that the owner has used before has a budget of its own, so that nobody
 * locks an account for those who own it. Bounded: the oldest entries go first.
 */
export function createFreno(limites = CLAVES, ahora: () => number = () => performance.now()) {
  const fallos = new Map<string, { n: number; desde: number }>()

  function read(clave: string) {
    const f = fallos.get(clave)
    if (f && ahora() - f.desde < VENTANA_MS) return f
    fallos.delete(clave)
    return null
  }
  function claves(cuenta: string, direccion: string, conocido: string | null): [string, number][] {
    if (conocido !== null) return [[`${cuenta}\n#${conocido}`, limites.porPareja]]
    return [
      [`${cuenta}\n${direccion}`, limites.porPareja],
      [cuenta, limites.porCuenta],
    ]
  }

  return {
    /**
     * Count an attempt before its password is looked at, so that many at once do not all slip through. Throws 429
     * when this account has failed too often from this address, or too often at all.
     */
    intento(cuenta: string, direccion: string, conocido: string | null = null): void {
      for (const [clave, max] of claves(cuenta, direccion, conocido)) {
        const f = read(clave)
        if (f && f.n >= max) throw demasiadas(Math.ceil((f.desde + VENTANA_MS - ahora()) / 1000))
      }
      for (const [clave] of claves(cuenta, direccion, conocido)) {
        const f = read(clave) ?? { n: 0, desde: ahora() }
        f.n++
        fallos.delete(clave)
        fallos.set(clave, f)
      }
      while (fallos.size > MAX_CLAVES) fallos.delete(fallos.keys().next().value as string)
    },
    /** The attempt was good: this address starts anew; what others tried on the account stays counted. */
    exito(cuenta: string, direccion: string, conocido: string | null = null): void {
      if (conocido !== null) {
        fallos.delete(`${cuenta}\n#${conocido}`)
        return
      }
      fallos.delete(`${cuenta}\n${direccion}`)
      const f = read(cuenta)
      if (f && --f.n <= 0) fallos.delete(cuenta)
    },
  }
}

export type Freno = ReturnType<typeof createFreno>

/** What is guessed is throttled by itself: a right password does not give back the guesses of a code. */
export function createFrenos() {
  return {
    claves: createFreno(),
    codigos: createFreno(CODIGOS),
    restablecer: createFreno(),
    olvido: createFreno(OLVIDOS),
  }
}

export type Frenos = ReturnType<typeof createFrenos>
