import type { ReaderFormat } from '../plant/planta'
import { ingics } from './ingics'
import { kkm } from './kkm'
import { minew } from './minew'
import { moko } from './moko'
import type { MessageEncoder } from './observation'
import { raddec } from './raddec'
import { retorna } from './retorna'
import { ruuvi } from './ruuvi'
import { theengs } from './theengs'

export const messageEncoders: Record<ReaderFormat, MessageEncoder> = {
  minew,
  ruuvi,
  moko,
  kkm,
  ingics,
  theengs,
  raddec,
  retorna,
}

/** Formats that are sent by HTTP; the others use MQTT. */
export const POR_HTTP: ReadonlySet<ReaderFormat> = new Set(['raddec', 'retorna'])
