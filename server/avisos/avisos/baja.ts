import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link to unsubscribe ends: a user's notices by mail, or the mails of one view. */
export type Baja = { usuario: number } | { envioVista: number }

const partsOf = (b: Baja) => ('usuario' in b ? ['', b.usuario] : ['v', b.envioVista]) as [string, number]

/** Signature of the link: it proves that the mail's receiver unsubscribes, without a session. */
function sign(clave: Buffer, b: Baja): Buffer {
  const [kind, id] = partsOf(b)
  return createHmac('sha256', clave).update(`baja ${kind}${id}`).digest()
}

export const tokenDeBaja = (clave: Buffer, b: Baja): string =>
  `${partsOf(b).join('')}.${sign(clave, b).toString('base64url')}`

/** The content of a valid token; null: the token is not valid. */
export function readBaja(clave: Buffer, token: string): Baja | null {
  const [, kind, cifras, signature = ''] = /^(v?)(\d{1,15})\.([\w-]+)$/.exec(token) ?? []
  const id = Number(cifras)
  if (!Number.isSafeInteger(id) || id < 1) return null
  const baja = kind ? { envioVista: id } : { usuario: id }
  const dada = Buffer.from(signature, 'base64url')
  const buena = sign(clave, baja)
  return dada.length === buena.length && timingSafeEqual(dada, buena) ? baja : null
}
