/**
 * The normalised reading: what every gateway decoder produces and the only thing the pipeline understands.
 * A field that the tag did not send, sent as a sentinel, or sent outside of what is physically possible, is absent.
 */

/** Acceleration of one sample in g, in the tag's own axes. */
export type Acceleration = readonly [x: number, y: number, z: number]

export type Ibeacon = { uuid: string; major: number; minor: number; txPower: number | null }

export type Medidas = {
  /** Percent, 0 to 100. */
  bateria?: number
  /** Millivolts, 1 to 20000. */
  bateriaMv?: number
  /** Degrees Celsius, -60 to 150. */
  temperatura?: number
  /** Relative humidity in percent, 0 to 100. */
  humedad?: number
  /** Pascal, 30000 to 120000. */
  presionPa?: number
  /** Samples of one advert, oldest first, each axis within -32 to 32 g. */
  aceleraciones?: Acceleration[]
  /** How far the sensor goes, in g: a sample there may have been more. Only where the tag tells. */
  alcanceG?: number
  /** Moving bit as the tag gives it. */
  enMovimiento?: boolean
  /** Counter that grows with each movement; it wraps. */
  contadorMovimiento?: number
  /** Shock or impact flag of the tag. */
  golpe?: boolean
  /** Fall flag of the tag. */
  caida?: boolean
  /** Extremes that the tag itself measured, in g: [min, max] per axis. */
  extremos?: { x: [number, number]; y: [number, number]; z: [number, number] }
  /** Degrees, -180 to 180, only where the tag computes them itself. */
  roll?: number
  /** Degrees, -90 to 90. */
  pitch?: number
  /** WGS84 degrees; both or none. */
  lat?: number
  lon?: number
  /** Advert sequence number or advert count. */
  secuencia?: number
  ibeacon?: Ibeacon
}

/** One hearing of a tag by a reader. */
export type Lectura = {
  /** Tag, 12 upper case hex digits. */
  mac: string
  /** Reader, 12 upper case hex digits; null where the payload and topic do not tell. */
  lector: string | null
  /** dBm, -127 to 20; null where not told. */
  rssi: number | null
  /** Unix milliseconds as the gateway tells it; null where it tells none or one that cannot be a date (uptime). */
  tiempo: number | null
  /** True where the address is known to be random (rotating): such a tag is never a device by its MAC. */
  macAleatoria: boolean
  medidas: Medidas
  /** Everything else worth keeping, flat; ends up in the event's Valor. */
  extra: Record<string, string | number | boolean>
}

/** A row or message that could not be read. `motivo` is a stable word, `detalle` an explanation for people, in Spanish. */
export type Rejection = { motivo: string; detalle: string }

export type Decodificado = {
  lecturas: Lectura[]
  rechazos: Rejection[]
  /** The gateways that this message proves alive, with their own clock (Unix ms) where told. */
  lectores: { mac: string; reloj: number | null }[]
}

/** What the transport already knows about a message. MACs are 12 upper case hex digits. */
export type Context = {
  /** Gateway named by the topic. */
  lectorTopic?: string
  /** Tag named by the topic. */
  tagTopic?: string
}

/** A gateway decoder: pure, never throws, whatever the bytes. */
export type DecodificadorGateway = (text: string, context: Context) => Decodificado

/** What an advert format reads out of a Bluetooth advert; null when the bytes are not of this format. */
export type DecodificadorAnuncio = (data: Uint8Array) => LecturaAnuncio | null
export type LecturaAnuncio = {
  /** MAC inside the frame, 12 upper case hex digits, where the frame carries it. */
  mac?: string
  medidas: Medidas
  extra: Record<string, string | number | boolean>
}
