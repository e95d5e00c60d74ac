/** One advert that a gateway heard. */
export type Observation = {
  /** Tag, 12 upper case hex digits. */
  mac: string
  anuncio: Buffer
  /** dBm. */
  rssi: number
  /** Unix ms by the gateway's own clock; null: its clock was never set. */
  tiempo: number | null
  /** A phone's rotating address. */
  rotatoria: boolean
  /** The tag was hit; only some gateways can say so in words of their own. */
  golpe: boolean
}

/** The gateway at the moment it sends. */
export type Gateway = {
  /** 12 upper case hex digits. */
  mac: string
  /** Unix ms by its own clock, or null. */
  reloj: number | null
  /** Seconds since it was switched on. */
  encendido: number
}

/** A message as it leaves the gateway. By HTTP the topic does not count. */
export type Envio = { topic: string; texto: string }

/** How one vendor's gateways put what they heard into messages. */
export type MessageEncoder = {
  wrap(g: Gateway, observations: readonly Observation[]): Envio[]
  /** A sign of life, where the vendor has one. */
  heartbeat(g: Gateway): Envio[]
}

export const hexOf = (anuncio: Buffer) => anuncio.toString('hex').toUpperCase()

/** AA:BB:CC:DD:EE:FF */
export const conDosPuntos = (mac: string) => mac.replace(/..(?!$)/g, '$&:')
