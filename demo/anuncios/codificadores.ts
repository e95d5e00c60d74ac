import type { Etiqueta } from '../planta'
import { codificarBthome } from './bthome'
import { codificarIbeacon } from './ibeacon'
import { codificarIngics } from './ingics'
import { codificarMinew } from './minew'
import { codificarMoko } from './moko'
import type { Codificador } from './muestra'
import { codificarRuuvi } from './ruuvi'
import { codificarTeltonika } from './teltonika'

export const codificadores: Record<Etiqueta, Codificador> = {
  minew: codificarMinew,
  ruuvi: codificarRuuvi,
  ingics: codificarIngics,
  moko: codificarMoko,
  teltonika: codificarTeltonika,
  bthome: codificarBthome,
  ibeacon: codificarIbeacon,
}

/** Tags that send what they feel, so that a hit shows. */
export const CON_ACELERACION: ReadonlySet<Etiqueta> = new Set(['minew', 'ruuvi', 'ingics', 'moko', 'bthome'])
