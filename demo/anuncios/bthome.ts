import { i16le, service } from './bytes'
import type { Muestra } from './muestra'

const UUID = 0xfcd2
/** Version 2, not encrypted. */
const HEADER = 0x40
const MICRO_MS2_POR_G = 9_806_650

/** BTHome v2, alternating: movement with signed acceleration, and movement with battery and temperature; little endian. */
export function encodeBthome(m: Muestra): Buffer {
  const comun = Buffer.from([HEADER, 0x00, m.secuencia & 0xff])
  const moviendose = Buffer.from([0x22, Number(m.enMovimiento)])
  if (!m.golpe && m.secuencia % 3 === 2) {
    const bateria = Buffer.from([0x01, Math.round(m.bateria), 0x02])
    return service(UUID, comun, bateria, i16le(m.temperatura * 100), moviendose)
  }
  return service(UUID, comun, moviendose, ...m.aceleraciones[2].map(axis))
}

function axis(g: number): Buffer {
  const b = Buffer.from([0x63, 0, 0, 0, 0])
  b.writeInt32LE(Math.round(g * MICRO_MS2_POR_G), 1)
  return b
}
