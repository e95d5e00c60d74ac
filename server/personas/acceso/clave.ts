import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { networkOf } from '../../platform/http/address'
import { demasiadas, entradaNoValida } from '../../platform/http/errores'
import { createSlots } from '../../platform/http/slots'
import { createTurns } from '../../platform/process/turns'

export const CLAVE_MINIMA = 10
/** The most common passwords of ten characters or more, and others that are likely for this product. */
const COMUNES = new Set([
  '1234567890',
  '0123456789',
  '12345678910',
  '123456789a',
  '1q2w3e4r5t',
  'qwertyuiop',
  'qwerty1234',
  'qwerty12345',
  'password12',
  'password123',
  'contraseña1',
  'contrasena1',
  'contraseña123',
  'contrasena123',
  'administrador',
  'administrator',
  'retorna123',
  'retorna1234',
  'retorna2026',
  'bienvenido1',
  'aaaaaaaaaa',
  '1111111111',
  '0000000000',
])

const MUCHOS = 'Hay muchos accesos a la vez. Vuelva a intentarlo en unos segundos.'
/** Retry-After of what finds no place, in s: by then those who wait have had their turn. */
const ESPERA_S = 3
/** Passwords that may wait for their turn: the last one waits about two seconds. */
const ESPERAN = 60

/**
 * Each hash occupies a processor for 20 to 50 ms, and one of the four threads that files, compression, names and new connections to the
 * database need too. Never await one inside a transaction: it would hold a connection and its locks while it waits for its turn.
 */
export const turns = createTurns({
  atOnce: 1,
  waiting: ESPERAN,
  refuse: () => demasiadas(ESPERA_S, MUCHOS),
})

/** argon2id with the library's defaults (19 MiB, 2 passes). Throws 429 when too many passwords wait for their turn. */
export const hashClave = (clave: string): Promise<string> => turns.run(() => hash(clave))

/** Rejects a password that is too short or too common. Throws 400 for the field `campo`. */
export function checkClave(clave: string, field = 'password'): void {
  if ([...clave].length < CLAVE_MINIMA)
    throw entradaNoValida(`La contraseña debe tener al menos ${CLAVE_MINIMA} caracteres.`, field)
  if (COMUNES.has(clave.toLowerCase())) throw entradaNoValida('Esa contraseña es demasiado común.', field)
}

/** Hash of a password that nobody knows. Checking it for an unknown user takes as long as a wrong password does. */
const NOBODYS = hash(randomBytes(32))

const takePlace = createSlots(ESPERA_S)

/**
 * Runs what anybody may ask for and hashes a password. Throws 429 before anything is read, so that a flood costs the database nothing. One
 * address gets half of the places at most, and some stay for people who have a session.
 */
export async function inLoginPlace<T>(address: string, work: () => Promise<T>): Promise<T> {
  const leave = takePlace([
    { clave: 'proceso', max: ESPERAN - 10, mensaje: MUCHOS },
    { clave: `direccion ${networkOf(address)}`, max: ESPERAN / 2, mensaje: MUCHOS },
  ])
  return work().finally(leave)
}

/** For an account that never logs in by password. */
export const hashOfNobody = (): Promise<string> => NOBODYS

/** Throws 429 when too many passwords wait for their turn. */
export async function checkClaveOf(claveHash: string | null, clave: string): Promise<boolean> {
  const known = claveHash ?? (await NOBODYS)
  return (await turns.run(() => verify(known, clave))) && claveHash !== null
}
