import { fabricante, i16be, mac, service, u16be, u32be } from './bytes'
import type { Muestra } from './muestra'
import { milivoltios } from './pila'

const APPLE = 0x004c
const EDDYSTONE = 0xfeaa
export const UUID_PLANTA = '7777772e6b6b6d636e2e636f6d000001'
const POTENCIA_1M = 0xc5
const DECIMAS_POR_ANUNCIO = 100

/** An iBeacon, alternating with Eddystone TLM for battery and temperature. Major and minor come from its MAC. */
export function encodeIbeacon(m: Muestra): Buffer {
  if (m.secuencia % 3 === 2)
    return service(
      EDDYSTONE,
      Buffer.from([0x20, 0x00]),
      u16be(milivoltios(m.bateria)),
      i16be(m.temperatura * 256),
      u32be(m.secuencia),
      u32be(m.secuencia * DECIMAS_POR_ANUNCIO),
    )
  return fabricante(
    APPLE,
    Buffer.from([0x02, 0x15]),
    Buffer.from(UUID_PLANTA, 'hex'),
    mac(m.mac).subarray(2),
    Buffer.from([POTENCIA_1M]),
  )
}
