/** An advert that a gateway heard. */
export type Observation = {
  /** MAC of the tag, 12 upper-case hex digits. */
  mac: string
  anuncio: Buffer
  /** dBm. */
  rssi: number
  /** Unix ms by the gateway's clock; null: its clock was never set. */
  tiempo: number | null
  /** Whether the address is a phone's rotating address. */
  rotatoria: boolean
  /** The tag was hit; some gateway formats have a field for this. */
  golpe: boolean
}

/** A gateway at the moment of sending. */
export type Gateway = {
  /** 12 upper case hex digits. */
  mac: string
  /** Unix ms by its own clock, or null. */
  reloj: number | null
  /** Seconds since it was switched on. */
  encendido: number
}

/** A message that a gateway sends. With HTTP the topic is ignored. */
export type Envio = { topic: string; texto: string }

/** The message format of one vendor's gateways. */
export type MessageEncoder = {
  wrap(g: Gateway, observations: readonly Observation[]): Envio[]
  /** A heartbeat, if the vendor has one. */
  heartbeat(g: Gateway): Envio[]
}

export const hexOf = (anuncio: Buffer) => anuncio.toString('hex').toUpperCase()

/** AA:BB:CC:DD:EE:FF */
export const conDosPuntos = (mac: string) => mac.replace(/..(?!$)/g, '$&:')
