import type { Etiqueta } from '../plant/planta'
import { encodeBthome } from './bthome'
import { encodeIbeacon } from './ibeacon'
import { encodeIngics } from './ingics'
import { encodeMinew } from './minew'
import { encodeMoko } from './moko'
import type { Codificador } from './muestra'
import { encodeRuuvi } from './ruuvi'
import { encodeTeltonika } from './teltonika'

export const codificadores: Record<Etiqueta, Codificador> = {
  minew: encodeMinew,
  ruuvi: encodeRuuvi,
  ingics: encodeIngics,
  moko: encodeMoko,
  teltonika: encodeTeltonika,
  bthome: encodeBthome,
  ibeacon: encodeIbeacon,
}

/** Tags that send acceleration, so that an impact is visible. */
export const CON_ACELERACION: ReadonlySet<Etiqueta> = new Set(['minew', 'ruuvi', 'ingics', 'moko', 'bthome'])

/** Tags that report their battery in percent; the others in millivolts. */
export const EN_PORCENTAJE: ReadonlySet<Etiqueta> = new Set(['minew', 'bthome'])
