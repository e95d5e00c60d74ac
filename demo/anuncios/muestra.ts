export type Acceleration = readonly [x: number, y: number, z: number]

/** The measurements of a tag at one moment, before they are encoded in an advert. */
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
  /** Counter that grows with each movement the tag detects. */
  contador: number
  /** Number of adverts sent so far; tags with several frames choose the frame by it. */
  secuencia: number
  /** The tag was hit: it sends its acceleration now, whatever frame would be next. */
  golpe: boolean
}

/** Encodes an advert as its AD structures. */
export type Codificador = (m: Muestra) => Buffer
