import { hash, verify } from '@node-rs/argon2'
import { entradaNoValida } from '../../platform/http/errores'

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

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export function hashClave(clave: string): Promise<string> {
  return hash(clave)
}

/** Rejects a password that is too short or too common. Throws 400 for the field `campo`. */
export function checkClave(clave: string, field = 'password'): void {
  if ([...clave].length < CLAVE_MINIMA)
    throw entradaNoValida(`La contraseña debe tener al menos ${CLAVE_MINIMA} caracteres.`, field)
  if (COMUNES.has(clave.toLowerCase())) throw entradaNoValida('Esa contraseña es demasiado común.', field)
}

/** Hash of a random password: checking it for an unknown user takes as long as a wrong password does. */
const SENUELO = hash(`${Math.random()}${Date.now()}`)

export async function checkClaveOf(claveHash: string | null, clave: string): Promise<boolean> {
  const buena = await verify(claveHash ?? (await SENUELO), clave)
  return buena && claveHash !== null
}
