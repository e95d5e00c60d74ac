import { fabricante, i16le } from './bytes'
import type { Muestra } from './muestra'
import { milivoltios } from './pila'

const COMPANIA = 0x000d
const EN_MOVIMIENTO = 0x1000
const COUNTS_POR_G = 256

/** Ingics iBS03RG: battery in hundredths of a volt with the moving bit on top, and three samples; little endian. */
export function encodeIngics(m: Muestra): Buffer {
  const bateria = Math.round(milivoltios(m.bateria) / 10) | (m.enMovimiento ? EN_MOVIMIENTO : 0)
  return fabricante(
    COMPANIA,
    Buffer.from([0x81, 0xbc]),
    i16le(bateria),
    ...m.aceleraciones.flat().map((g) => i16le(g * COUNTS_POR_G)),
  )
}
