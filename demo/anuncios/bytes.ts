const FLAGS = Buffer.from('020106', 'hex')
const DATOS_SERVICIO = 0x16
const DATOS_FABRICANTE = 0xff

/** Big endian, two's complement, held within 16 bits. */
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

/** Three axes in g as big endian counts. */
export function ejesBe(ejes: readonly number[], porG: number): Buffer {
  return Buffer.concat(ejes.map((g) => i16be(g * porG)))
}

export function mac(texto: string): Buffer {
  return Buffer.from(texto, 'hex')
}

export function macLe(texto: string): Buffer {
  return mac(texto).reverse()
}

/** Flags and service data of a 16 bit UUID (Bluetooth Core, Vol 3 Part C 11). */
export function servicio(uuid: number, ...datos: Buffer[]): Buffer {
  return estructura(DATOS_SERVICIO, uuid, datos)
}

/** Flags and manufacturer data of a company. */
export function fabricante(compania: number, ...datos: Buffer[]): Buffer {
  return estructura(DATOS_FABRICANTE, compania, datos)
}

function estructura(tipo: number, id: number, datos: Buffer[]): Buffer {
  const cuerpo = Buffer.concat([Buffer.from([tipo, id & 0xff, id >> 8]), ...datos])
  return Buffer.concat([FLAGS, Buffer.from([cuerpo.length]), cuerpo])
}

function clamp(n: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(n)))
}
