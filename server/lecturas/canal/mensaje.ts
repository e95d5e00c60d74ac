import type { Recibo } from '#contract/lecturas'
import type { Decodificado, Lectura, Rechazo } from '../formatos/lectura'
import type { Registrado } from './repo-padron'

/** Who speaks: the reader of a credential, or an outside broker that has checked its own clients. */
export type Origen = {
  /** Reader that the credential is of; null: told by the topic or the payload only. */
  lector: Registrado | null
  /** May speak for any reader of the company. */
  puente: boolean
}

export type Mensaje = {
  formato: string
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  decodificado: Decodificado
  /** Unix ms. */
  recibido: number
  /** What of the same message other carriles apply: how the readers are doing shows there too. */
  testigos?: Testigo[]
}

/** What a reader heard of tags of other carriles: device (0: not registered) and ms before the arrival (null: no time told), pair by pair. */
export type Testigo = { lector: number; empresa: number; oidas: (number | null)[] }

/** Result of a message after the commit. */
export type Resultado = Recibo & { rechazos: Rechazo[] }

export const createResultado = (): Resultado => ({
  aceptadas: 0,
  duplicadas: 0,
  sin_registrar: 0,
  rechazadas: 0,
  rechazos: [],
})

/** The name under which a tag with a rotating address can be registered. */
export function serieIbeacon(l: Lectura): string | null {
  const i = l.medidas.ibeacon
  return i ? `${i.uuid.toUpperCase()}-${i.major}-${i.minor}` : null
}

/** All macs and names that have to be looked up for a message. */
export function* macsDe(m: Mensaje): Generator<string> {
  for (const v of m.decodificado.lectores) yield v.mac
  for (const l of m.decodificado.lecturas) {
    yield l.mac
    if (l.lector) yield l.lector
    const serie = l.macAleatoria ? serieIbeacon(l) : null
    if (serie) yield serie
  }
}
