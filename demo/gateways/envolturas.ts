import type { Voz } from '../planta'
import { ingics } from './ingics'
import { kkm } from './kkm'
import { minew } from './minew'
import { moko } from './moko'
import type { Envoltura } from './oida'
import { raddec } from './raddec'
import { retorna } from './retorna'
import { ruuvi } from './ruuvi'
import { theengs } from './theengs'

export const envolturas: Record<Voz, Envoltura> = {
  minew,
  ruuvi,
  moko,
  kkm,
  ingics,
  theengs,
  raddec,
  retorna,
}

/** Voices that post over HTTP; the others publish over MQTT. */
export const POR_HTTP: ReadonlySet<Voz> = new Set(['raddec', 'retorna'])
