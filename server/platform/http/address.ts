import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { entradaNoValida } from './errores'

/** Whether text that is typed at this address travels unencrypted. */
export function isSinCifrar({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/**
 * Public address of the application without a trailing slash: PUBLIC_URL if it is set, else the address of this call. Throws 400 for an
 * invalid host.
 */
export function direccionPublica(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  const cruda = `${request.protocol}://${request.host}`
  if (!URL.canParse(cruda)) throw entradaNoValida('La cabecera Host no es válida.')
  return new URL(cruda).origin
}

/** The caller's address as the database accepts it: a link-local one without its interface; null where it is invalid. */
export function addressOf(ip: string): string | null {
  const sinZona = ip.split('%')[0] as string
  return isIP(sinZona) ? sinZona : null
}

/** What counts as one address in limits: of IPv6 the first 64 bits, because one customer has at least as many addresses as the rest allows. */
export function networkOf(ip: string): string {
  const address = addressOf(ip)
  if (address === null) return ip
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
