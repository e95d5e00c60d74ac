import { lookup as lookupDns } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Limits for an answer: size in bytes and time in ms. */
const MAX_RESPONSE = 16 << 10
const ESPERA_MS = 10_000

/** A destination that is not allowed. `message` is a Spanish text for people. */
export class DestinoProhibido extends Error {}

export type Resuelve = (
  host: string,
  done: (e: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

export type Salida = {
  /** Hosts of the internal network that are allowed; see `internalHostsOf`. */
  internos: ReadonlySet<string>
  /** Resolves a host name; default: the machine's resolver. */
  resolve?: Resuelve
  esperaMs?: number
}

const resolveDns: Resuelve = (host, done) => lookupDns(host, { all: true }, done)

/** Whether it is a global unicast address: no loopback, private or mapped address. */
export function isPublica(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address.toByteArray()[0] as number) >> 5 === 0b001
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
const isInternalHost = (url: URL, internalHosts: ReadonlySet<string>) =>
  internalHosts.has(url.hostname) ||
  internalHosts.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`)

/** Throws DestinoProhibido where the URL by itself shows that it is not allowed. */
export function checkDestino(text: string, { internos: internalHosts }: Pick<Salida, 'internos'>): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DestinoProhibido('La dirección debe empezar por https://.')
  if (url.username || url.password)
    throw new DestinoProhibido('La dirección no puede llevar usuario ni contraseña.')
  if (isInternalHost(url, internalHosts)) return url
  if (url.protocol !== 'https:') throw new DestinoProhibido('La dirección debe empezar por https://.')
  const host = hostOf(url)
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) && !isPublica(host)))
    throw new DestinoProhibido(
      `${host} es una dirección interna, y los avisos solo salen a direcciones públicas.`,
    )
  return url
}

/**
 * POSTs to an address that a user entered. The host name is resolved once, when the connection is made, and that very address is used: so a
 * name that changes its address cannot lead into the internal network. Redirects are not followed. The answer is read up to `MAX_RESPONSE`
 * and until the timeout. Throws DestinoProhibido or a network error.
 */
export function post(
  text: string,
  headers: Record<string, string>,
  body: Buffer | string,
  salida: Salida,
): Promise<{ estado: number; texto: string; esperaS: number | undefined }> {
  const url = checkDestino(text, salida)
  const internalHost = isInternalHost(url, salida.internos)
  const esperaMs = salida.esperaMs ?? ESPERA_MS
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(esperaMs),
      lookup: (host, options, done) => {
        ;(salida.resolve ?? resolveDns)(host, (e, addresses) => {
          if (e) return done(e, [])
          const mala = internalHost ? undefined : addresses.find((d) => !isPublica(d.address))
          if (mala || !addresses.length)
            return done(
              new DestinoProhibido(
                `${host} lleva a ${mala?.address ?? 'ninguna dirección'}, y los avisos solo salen a direcciones públicas.`,
              ),
              [],
            )
          if (options.all) return done(null, addresses)
          const [una] = addresses as [{ address: string; family: number }]
          done(null, una.address, una.family)
        })
      },
    })
    const fail = (e: Error) =>
      reject(/^(Abort|Timeout)Error$/.test(e.name) ? new Error(`no responde en ${esperaMs / 1000} s`) : e)
    request.on('error', fail)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let largo = 0
      const end = () => {
        const pedida = Number(response.headers['retry-after'])
        resolve({
          estado: response.statusCode ?? 0,
          texto: Buffer.concat(chunks).toString('utf8').slice(0, 500),
          esperaS: Number.isFinite(pedida) && pedida > 0 ? pedida : undefined,
        })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        largo += chunk.length
        if (largo > MAX_RESPONSE) end()
      })
      response.on('end', end)
      response.on('error', fail)
    })
    request.end(body)
  })
}
