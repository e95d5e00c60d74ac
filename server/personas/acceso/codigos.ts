import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { machineClock } from '../../platform/time/machine-clock'

const EMISOR = 'Retorna'
const PASO_S = 30
/** Time steps before and after now whose code is accepted, because phone clocks differ. */
const VENTANA = 1
/** Without characters that look alike on paper: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUP = 4

/** A code for people: groups of four characters with almost 5 bits each. */
export function nuevoCodigo(groups: number): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Hash of a code, however it was typed. Codes are random and long enough for a fast hash. */
export function hashCodigo(codigo: string): Buffer {
  const letters = codigo.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(letters).digest()
}

const totpOf = (secret: Secret | string, cuenta: string) =>
  new TOTP({ issuer: EMISOR, label: cuenta, secret: secret, period: PASO_S })

export function newSecret(cuenta: string): { secreto: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return { secreto: secret.base32, uri: totpOf(secret, cuenta).toString() }
}

/** The 30 s time step to which a code belongs; null: none near now. */
export function pasoOf(secret: string, codigo: string, now = machineClock.now()): number | null {
  const token = codigo.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret, '').validate({ token, window: VENTANA, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / PASO_S) + delta
}
