import type { AdvertFormat } from './advert'
import { bthome } from './bthome'
import { eddystone } from './eddystone'
import { ibeacon } from './ibeacon'
import { ingics } from './ingics'
import { kkm } from './kkm'
import { minew } from './minew'
import { mokoBxp, mokoTag } from './moko'
import { ruuvi } from './ruuvi'
import { teltonika } from './teltonika'

/** All formats, in the order of docs/gateways.md. Of those that share an id, the first that knows the data reads it. */
export const ADVERTS: readonly AdvertFormat[] = [
  ibeacon,
  eddystone,
  minew,
  ruuvi,
  bthome,
  teltonika,
  ingics,
  mokoBxp,
  mokoTag,
  kkm,
]
