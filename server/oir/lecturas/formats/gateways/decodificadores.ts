import { FORMATOS, type Formato } from '#contract/oir/lecturas/gateways-values'
import type { DecodificadorGateway } from '../lectura'
import { decodeIngics } from './ingics'
import { decodeKkm } from './kkm'
import { decodeMeraki } from './meraki'
import { decodeMinew } from './minew'
import { decodeMoko } from './moko'
import { decodeRaddec } from './raddec'
import { decodeRetorna } from './retorna'
import { decodeRuuvi } from './ruuvi'
import { decodeShelly } from './shelly'
import { decodeTheengs } from './theengs'

export function isFormato(valor: string): valor is Formato {
  return (FORMATOS as readonly string[]).includes(valor)
}

/** The decoder of each format. ARCHITECTURE.md says what else a new one needs. */
export const decodificadores: Record<Formato, DecodificadorGateway> = {
  minew: decodeMinew,
  ingics: decodeIngics,
  moko: decodeMoko,
  kkm: decodeKkm,
  ruuvi: decodeRuuvi,
  theengs: decodeTheengs,
  shelly: decodeShelly,
  meraki: decodeMeraki,
  raddec: decodeRaddec,
  retorna: decodeRetorna,
}
