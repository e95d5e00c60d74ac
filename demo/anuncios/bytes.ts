const FLAGS = Buffer.from('020106', 'hex')
const DATA_SERVICE = 0x16
const MANUFACTURER_DATA = 0xff

/** Big endian, two's complement, clamped to 16 bits. */
export function i16be(n: number): Buffer {
  const b = Buffer.alloc(2)
  b.writeInt16BE(clamp(n, -0x8000, 0x7fff))
  return b
}

export function u16be(n: number): Buffer {
  const b = Buffer.alloc(2)
  b.writeUInt16BE(clamp(n, 0, 0xffff))
  return b
}

export function u32be(n: number): Buffer {
  const b = Buffer.alloc(4)
  b.writeUInt32BE(clamp(n, 0, 0xffffffff))
  return b
}

export function i16le(n: number): Buffer {
  return i16be(n).reverse()
}

/** Three axes in g as big-endian counts. */
export function axesBe(axes: readonly number[], porG: number): Buffer {
  return Buffer.concat(axes.map((g) => i16be(g * porG)))
}

export function mac(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

export function macLe(text: string): Buffer {
  return mac(text).reverse()
}

/** Flags and service data of a 16-bit UUID (Bluetooth Core, Vol 3 Part C 11). */
export function service(uuid: number, ...data: Buffer[]): Buffer {
  return estructura(DATA_SERVICE, uuid, data)
}

/** Flags and manufacturer data of a company id. */
export function fabricante(compania: number, ...data: Buffer[]): Buffer {
  return estructura(MANUFACTURER_DATA, compania, data)
}

function estructura(tipo: number, id: number, data: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from([tipo, id & 0xff, id >> 8]), ...data])
  return Buffer.concat([FLAGS, Buffer.from([body.length]), body])
}

function clamp(n: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(n)))
}
