import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const EMISOR = 'Retorna'
const PASO_S = 30
/** Time steps before and after now whose code is accepted, since clocks of telephones differ. */
const VENTANA = 1
/** Without what reads alike on paper: 0 and O, 1, I and L. */
const LETRAS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GRUPO = 4

/** A code for people: groups of four letters and digits, almost 5 bits each. */
export function nuevoCodigo(grupos: number): string {
  const grupo = () => Array.from({ length: GRUPO }, () => LETRAS[randomInt(LETRAS.length)]).join('')
  return Array.from({ length: grupos }, grupo).join('-')
}

/** However it was typed. The codes are random and long enough for a fast hash. */
export function hashCodigo(codigo: string): Buffer {
  const letras = codigo.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(letras).digest()
}

const totpDe = (secreto: Secret | string, cuenta: string) =>
  new TOTP({ issuer: EMISOR, label: cuenta, secret: secreto, period: PASO_S })

export function nuevoSecreto(cuenta: string): { secreto: string; uri: string } {
  const secreto = new Secret({ size: 20 })
  return { secreto: secreto.base32, uri: totpDe(secreto, cuenta).toString() }
}

/** The 30 s step that this code is of, now; null where it is of none. */
export function pasoDe(secreto: string, codigo: string, ahora = Date.now()): number | null {
  const token = codigo.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpDe(secreto, '').validate({ token, window: VENTANA, timestamp: ahora })
  return delta === null ? null : Math.floor(ahora / 1000 / PASO_S) + delta
}
