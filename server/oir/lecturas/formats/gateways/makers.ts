import { ingics } from './ingics/maker'
import { kkm } from './kkm/maker'
import type { Maker } from './maker'
import { meraki } from './meraki/maker'
import { minew } from './minew/maker'
import { moko } from './moko/maker'
import { raddec } from './raddec/maker'
import { retorna } from './retorna/maker'
import { ruuvi } from './ruuvi/maker'
import { shelly } from './shelly/maker'
import { theengs } from './theengs/maker'

/** All makers, in the order of docs/gateways.md. */
export const MAKERS = [minew, ingics, moko, kkm, ruuvi, theengs, shelly, meraki, raddec, retorna] as const

/** Message formats of gateways, as in the address `/api/lecturas/{formato}`. */
export type Formato = (typeof MAKERS)[number]['id']
export const FORMATOS: readonly Formato[] = MAKERS.map((m) => m.id)

const BY_ID: ReadonlyMap<string, Maker> = new Map(MAKERS.map((m) => [m.id, m]))

export const isFormato = (value: string): value is Formato => BY_ID.has(value)

/** The decoder of a format. */
export const decoderOf = (formato: Formato) => (BY_ID.get(formato) as Maker).decode
