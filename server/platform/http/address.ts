import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { entradaNoValida } from './errores'

/** What is typed under this address can be read on its way to us. */
export function isSinCifrar({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/**
 * Address under which people open the application, without a slash at its end: PUBLIC_URL where it is set, else where
 * this call came in. Throws 400 for a host that is none.
 */
export function direccionPublica(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  const cruda = `${request.protocol}://${request.host}`
  if (!URL.canParse(cruda)) throw entradaNoValida('La cabecera Host no es válida.')
  return new URL(cruda).origin
}

/** The caller's address as the database takes it: without the interface of a link-local one, null where it is none. */
export function addressOf(ip: string): string | null {
  const sinZona = ip.split('%')[0] as string
  return isIP(sinZona) ? sinZona : null
}
