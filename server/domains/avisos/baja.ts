import { createHmac, timingSafeEqual } from 'node:crypto'

/** Who wants no more: somebody no notices by mail, or no more of one view that is mailed. */
export type Baja = { usuario: number } | { envioVista: number }

const partsOf = (b: Baja) => ('usuario' in b ? ['', b.usuario] : ['v', b.envioVista]) as [string, number]

/** What a link in a mail proves: who got it wants no more, without a session. */
function sign(clave: Buffer, b: Baja): Buffer {
  const [kind, id] = partsOf(b)
  return createHmac('sha256', clave).update(`baja ${kind}${id}`).digest()
}

export const tokenDeBaja = (clave: Buffer, b: Baja): string =>
  `${partsOf(b).join('')}.${sign(clave, b).toString('base64url')}`

/** What it is about; null: nothing. */
export function readBaja(clave: Buffer, token: string): Baja | null {
  const [, kind, cifras, signature = ''] = /^(v?)(\d{1,15})\.([\w-]+)$/.exec(token) ?? []
  const id = Number(cifras)
  if (!Number.isSafeInteger(id) || id < 1) return null
  const baja = kind ? { envioVista: id } : { usuario: id }
  const dada = Buffer.from(signature, 'base64url')
  const buena = sign(clave, baja)
  return dada.length === buena.length && timingSafeEqual(dada, buena) ? baja : null
}
