const BYTE_HEX = Array.from({ length: 256 }, (_, n) => n.toString(16).toUpperCase().padStart(2, '0'))

/**
 * Reads that never leave the frame: a number that is not wholly inside is NaN, which `medidasPosibles` drops. So a cut frame loses its last
 * fields instead of throwing.
 */
export function u8(d: Uint8Array, i: number): number {
  return d[i] ?? Number.NaN
}

export function i8(d: Uint8Array, i: number): number {
  const n = u8(d, i)
  return n > 0x7f ? n - 0x100 : n
}

export function u16be(d: Uint8Array, i: number): number {
  return u8(d, i) * 0x100 + u8(d, i + 1)
}

export function u16le(d: Uint8Array, i: number): number {
  return u8(d, i + 1) * 0x100 + u8(d, i)
}

export function i16be(d: Uint8Array, i: number): number {
  const n = u16be(d, i)
  return n > 0x7fff ? n - 0x10000 : n
}

export function i16le(d: Uint8Array, i: number): number {
  const n = u16le(d, i)
  return n > 0x7fff ? n - 0x10000 : n
}

export function u32be(d: Uint8Array, i: number): number {
  return u16be(d, i) * 0x10000 + u16be(d, i + 2)
}

/** Unsigned little endian of 1 to 4 bytes. */
export function uintLe(d: Uint8Array, i: number, bytes: number): number {
  let n = 0
  for (let k = bytes - 1; k >= 0; k--) n = n * 0x100 + u8(d, i + k)
  return n
}

/** Signed 8.8 fixed point, big endian. */
export function fijo88(d: Uint8Array, i: number): number {
  return i16be(d, i) / 256
}

/** Three signed big endian axes, each times a factor to g. */
export function axesBe(d: Uint8Array, i: number, factor: number): [number, number, number] {
  return [i16be(d, i) * factor, i16be(d, i + 2) * factor, i16be(d, i + 4) * factor]
}

/** Three signed little endian axes, each times a factor to g. */
export function axesLe(d: Uint8Array, i: number, factor: number): [number, number, number] {
  return [i16le(d, i) * factor, i16le(d, i + 2) * factor, i16le(d, i + 4) * factor]
}

/** Upper case hex of a range. */
export function toHex(d: Uint8Array, desde = 0, hasta = d.length): string {
  return Buffer.from(d.subarray(desde, hasta)).toString('hex').toUpperCase()
}

/** Upper case hex of a little endian range, most significant byte first. */
export function toHexInverso(d: Uint8Array, desde: number, hasta: number): string {
  let hex = ''
  for (let i = Math.min(hasta, d.length) - 1; i >= desde; i--) hex += BYTE_HEX[d[i] as number]
  return hex
}

/** UTF-8 text; broken sequences become the replacement character. */
export function toText(d: Uint8Array, desde = 0, hasta = d.length): string {
  return Buffer.from(d.subarray(desde, hasta)).toString('utf8')
}

/** Bytes of a hex string; null: it is not whole bytes in hex, or longer than any advert. */
export function fromHex(hex: unknown): Uint8Array | null {
  if (typeof hex !== 'string' || hex.length > 4096) return null
  const text = hex.trim().replace(/^0x/i, '')
  // It reads up to the first character that is no hex.
  const bytes = Buffer.from(text, 'hex')
  return bytes.length * 2 === text.length ? bytes : null
}
