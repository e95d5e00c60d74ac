export type Acceleration = readonly [x: number, y: number, z: number]

/** What a tag measures at one moment, before it is put into the bytes of an advert. */
export type Muestra = {
  /** 12 upper case hex digits. */
  mac: string
  /** Percent. */
  bateria: number
  /** Degrees Celsius. */
  temperatura: number
  /** Relative humidity in percent. */
  humedad: number
  /** In g, oldest first; tags that send one sample send the last. */
  aceleraciones: readonly [Acceleration, Acceleration, Acceleration]
  enMovimiento: boolean
  /** Grows with each movement that the tag notices. */
  contador: number
  /** Adverts sent so far; tags that take turns between frames choose by it. */
  secuencia: number
  /** The tag was hit: it sends its acceleration now, whatever frame is next. */
  golpe: boolean
}

/** The bytes of one advert, AD structures and all. */
export type Codificador = (m: Muestra) => Buffer
