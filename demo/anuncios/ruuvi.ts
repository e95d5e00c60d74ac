import { axesBe, fabricante, i16be, mac, u16be } from './bytes'
import type { Muestra } from './muestra'
import { milivoltios } from './pila'

const COMPANIA = 0x0499
const PRESION_PA = 95_800
/** 4 dBm, in steps of 2 above -40. */
const POTENCIA = 22

/** Ruuvi data format 5. The movement counter wraps before 0xFF, which means "not available". */
export function encodeRuuvi(m: Muestra): Buffer {
  return fabricante(
    COMPANIA,
    Buffer.from([5]),
    i16be(m.temperatura * 200),
    u16be(m.humedad * 400),
    u16be(PRESION_PA - 50_000),
    axesBe(m.aceleraciones[2], 1000),
    u16be(((milivoltios(m.bateria) - 1600) << 5) | POTENCIA),
    Buffer.from([m.contador % 0xff]),
    u16be(m.secuencia % 0xffff),
    mac(m.mac),
  )
}
