import { fabricante, i16be, u16be } from './bytes'
import type { Muestra } from './muestra'
import { milivoltios } from './pila'

const COMPANIA = 0x089a
/** Temperature, humidity, magnet sensor, movement, angles, battery. */
const FIELDS = 0xb7
const EN_MOVIMIENTO = 0x8000
const GRADOS = 180 / Math.PI

/** Teltonika EYE: it reports movement and angles, but no acceleration. */
export function encodeTeltonika(m: Muestra): Buffer {
  const [x, y, z] = m.aceleraciones[2]
  const pitch = Math.round(Math.atan2(-x, Math.hypot(y, z)) * GRADOS)
  return fabricante(
    COMPANIA,
    Buffer.from([0x01, FIELDS]),
    i16be(m.temperatura * 100),
    Buffer.from([Math.round(m.humedad)]),
    u16be((m.contador & 0x7fff) | (m.enMovimiento ? EN_MOVIMIENTO : 0)),
    Buffer.from([pitch & 0xff]),
    i16be(Math.atan2(y, z) * GRADOS),
    Buffer.from([Math.round((milivoltios(m.bateria) - 2000) / 10)]),
  )
}
