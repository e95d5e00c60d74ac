import { axesBe, i16be, mac, service, u16be } from './bytes'
import type { Muestra } from './muestra'
import { milivoltios } from './pila'

const UUID = 0xfeab
/** Full scale 16 g, left-justified counts. */
const SCALE = 3
const COUNTS_POR_G = 0x8000 / 16

/** MOKO BeaconX Pro: acceleration (frame 60), alternating with temperature and humidity (frame 70), big endian. */
export function encodeMoko(m: Muestra): Buffer {
  const pila = u16be(milivoltios(m.bateria))
  if (!m.golpe && m.secuencia % 5 === 4) {
    const ambiente = [i16be(m.temperatura * 10), u16be(m.humedad * 10)]
    return service(UUID, Buffer.from([0x70, 0x00, 0x0a]), ...ambiente, pila, Buffer.from([3]), mac(m.mac))
  }
  return service(
    UUID,
    Buffer.from([0x60, 0x00, 0x0a, 0x01, SCALE, 0x07]),
    axesBe(m.aceleraciones[2], COUNTS_POR_G),
    pila,
    Buffer.from([1]),
    mac(m.mac),
  )
}
