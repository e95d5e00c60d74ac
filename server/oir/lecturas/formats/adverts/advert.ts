import type { DecodificadorAnuncio } from '../lectura'

/** A format of adverts. */
export type AdvertFormat = {
  /** For docs/gateways.md. */
  name: string
  /** Company ids whose manufacturer data may be of it. */
  companies?: readonly number[]
  /** 16 bit UUIDs whose service data may be of it. */
  services?: readonly number[]
  /** Byte behind the UUID by which it differs from others, for docs/gateways.md. */
  mark?: string
  /** What is read of it, for docs/gateways.md. */
  reads: string
  /** Gets the data from the company id or UUID on. */
  decode: DecodificadorAnuncio
}
