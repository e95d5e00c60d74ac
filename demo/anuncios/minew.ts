import { axesBe, i16be, macLe, service } from './bytes'
import type { Muestra } from './muestra'

const UUID = 0xffe1
const ACCELERATION = 0x03
const AMBIENTE = 0x01
const INFORMACION = 0x08

/** Minew E8 and similar: frame A1, mostly acceleration (8.8 fixed point), alternating with temperature and the device's name. */
export function encodeMinew(m: Muestra): Buffer {
  const bateria = Math.round(m.bateria)
  const trama = (version: number, ...resto: Buffer[]) =>
    service(UUID, Buffer.from([0xa1, version, bateria]), ...resto)
  const turno = m.golpe ? 0 : m.secuencia % 6
  if (turno === 3) return trama(INFORMACION, macLe(m.mac), Buffer.from('PLUS'))
  if (turno === 5) return trama(AMBIENTE, i16be(m.temperatura * 256), i16be(m.humedad * 256), macLe(m.mac))
  return trama(ACCELERATION, axesBe(m.aceleraciones[2], 256), macLe(m.mac))
}
