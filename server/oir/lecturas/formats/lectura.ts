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
  /** Range of the sensor, in g: a sample at its end may have been more in reality. Only if the tag reports it. */
  alcanceG?: number
  /** Moving bit that the tag reports. */
  enMovimiento?: boolean
  /** Counter that grows with each movement; it wraps. */
  contadorMovimiento?: number
  /** Shock or impact flag of the tag. */
  golpe?: boolean
  /** Fall flag of the tag. */
  caida?: boolean
  /** Extremes that the tag itself measured, in g: [min, max] per axis. */
  extremos?: { x: [number, number]; y: [number, number]; z: [number, number] }
  /** Degrees, -180 to 180; only if the tag computes them itself. */
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
  /** Reader: a MAC of 12 upper case hex digits, or a serial; null: neither payload nor topic names it, nor a credential. */
  lector: string | null
  /** dBm, -127 to 20; null: not reported. */
  rssi: number | null
  /** Unix ms by the gateway; null: it reports no time, or one that cannot be a date (an uptime). */
  tiempo: number | null
  /** The address is known to be random and rotating: such a tag is never a device by its MAC. */
  macAleatoria: boolean
  medidas: Medidas
  /** Everything else worth keeping, flat; it becomes the event's Valor. */
  extra: Record<string, string | number | boolean>
}

/** A row or message that could not be read. `motivo` is a stable word, `detalle` an explanation for people, in Spanish. */
export type Rejection = { motivo: string; detalle: string }

export type Decodificado = {
  lecturas: Lectura[]
  rechazos: Rejection[]
  /** The gateways that this message shows to be alive, by MAC or serial. `reloj`: their own clock, Unix ms; null: not reported. */
  lectores: { mac: string; reloj: number | null }[]
}

/** What is known of a message without reading it. MACs are 12 upper case hex digits. */
export type Context = {
  /** Gateway named by the topic: a MAC, or the name that it calls itself. */
  lectorTopic?: string
  /** Tag named by the topic. */
  tagTopic?: string
  /** Reader of the credential, by MAC or serial. */
  remitente?: string
}

/**
 * A decoder of a gateway format. It is pure, and never throws, whatever the text. It always gives something: a reading, a gateway that is
 * alive, or a rejection. Only the farewell of a gateway gives nothing.
 */
export type DecodificadorGateway = (text: string, context: Context) => Decodificado

/** A decoder of an advert format; null: the bytes are not of this format. */
export type DecodificadorAnuncio = (data: Uint8Array) => LecturaAnuncio | null
export type LecturaAnuncio = {
  /** MAC inside the frame, 12 upper case hex digits, if the frame carries it. */
  mac?: string
  medidas: Medidas
  extra: Record<string, string | number | boolean>
}
