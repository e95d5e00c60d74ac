import { lookup as lookupDns } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An answer is read up to here, and waited for so long. */
const MAX_RESPUESTA = 16 << 10
const ESPERA_MS = 10_000

/** Where nothing is sent to. `message` is Spanish, for people. */
export class DestinoProhibido extends Error {}

export type Resuelve = (
  host: string,
  done: (e: NodeJS.ErrnoException | null, direcciones: { address: string; family: number }[]) => void,
) => void

export type Salida = {
  /** Hosts inside the network that these messages may go to; see `internosDe`. */
  internos: ReadonlySet<string>
  /** How a name becomes addresses; that of the machine where nothing else is said. */
  resolve?: Resuelve
  esperaMs?: number
}

const resolveDns: Resuelve = (host, done) => lookupDns(host, { all: true }, done)

/** Global unicast addresses alone: none of this machine, of a network of one's own, or that stands for another one. */
export function isPublica(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const direccion = ipaddr.process(ip)
  if (direccion.range() !== 'unicast') return false
  return direccion.kind() === 'ipv4' || (direccion.toByteArray()[0] as number) >> 5 === 0b001
}

const hostDe = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
const isInterno = (url: URL, internos: ReadonlySet<string>) =>
  internos.has(url.hostname) ||
  internos.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`)

/** Throws DestinoProhibido where nothing would ever be sent to this address, as far as its letters tell. */
export function checkDestino(texto: string, { internos }: Pick<Salida, 'internos'>): URL {
  const url = URL.canParse(texto) ? new URL(texto) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new DestinoProhibido('La dirección debe empezar por https://.')
  if (url.username || url.password)
    throw new DestinoProhibido('La dirección no puede llevar usuario ni contraseña.')
  if (isInterno(url, internos)) return url
  if (url.protocol !== 'https:') throw new DestinoProhibido('La dirección debe empezar por https://.')
  const host = hostDe(url)
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) && !isPublica(host)))
    throw new DestinoProhibido(
      `${host} es una dirección interna, y los avisos solo salen a direcciones públicas.`,
    )
  return url
}

/**
 * POST to an address that somebody typed. The name is resolved when the connection is made and that very address is
 * connected to, so that none that changes its mind leads inside; no redirect is followed; what is answered is read as
 * far as `MAX_RESPUESTA` and no longer than the wait.
 * Throws DestinoProhibido, or what the network says.
 */
export function post(
  texto: string,
  cabeceras: Record<string, string>,
  cuerpo: Buffer | string,
  salida: Salida,
): Promise<{ estado: number; texto: string; esperaS: number | undefined }> {
  const url = checkDestino(texto, salida)
  const interno = isInterno(url, salida.internos)
  const esperaMs = salida.esperaMs ?? ESPERA_MS
  return new Promise((resolve, reject) => {
    const peticion = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      headers: { ...cabeceras, 'content-length': Buffer.byteLength(cuerpo) },
      signal: AbortSignal.timeout(esperaMs),
      lookup: (host, opciones, done) => {
        ;(salida.resolve ?? resolveDns)(host, (e, direcciones) => {
          if (e) return done(e, [])
          const mala = interno ? undefined : direcciones.find((d) => !isPublica(d.address))
          if (mala || !direcciones.length)
            return done(
              new DestinoProhibido(
                `${host} lleva a ${mala?.address ?? 'ninguna dirección'}, y los avisos solo salen a direcciones públicas.`,
              ),
              [],
            )
          if (opciones.all) return done(null, direcciones)
          const [una] = direcciones as [{ address: string; family: number }]
          done(null, una.address, una.family)
        })
      },
    })
    const fail = (e: Error) =>
      reject(/^(Abort|Timeout)Error$/.test(e.name) ? new Error(`no responde en ${esperaMs / 1000} s`) : e)
    peticion.on('error', fail)
    peticion.on('response', (respuesta) => {
      const trozos: Buffer[] = []
      let largo = 0
      const end = () => {
        const pedida = Number(respuesta.headers['retry-after'])
        resolve({
          estado: respuesta.statusCode ?? 0,
          texto: Buffer.concat(trozos).toString('utf8').slice(0, 500),
          esperaS: Number.isFinite(pedida) && pedida > 0 ? pedida : undefined,
        })
        peticion.destroy()
      }
      respuesta.on('data', (trozo: Buffer) => {
        trozos.push(trozo)
        largo += trozo.length
        if (largo > MAX_RESPUESTA) end()
      })
      respuesta.on('end', end)
      respuesta.on('error', fail)
    })
    peticion.end(cuerpo)
  })
}
