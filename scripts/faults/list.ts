import type { Fault } from './fault'
import { CUENTAS } from './list-cuentas'
import { FLUJO } from './list-flujo'
import { OIR } from './list-oir'
import { PARQUE } from './list-parque'
import { PERSONAS } from './list-personas'
import { SERVER_FLEET } from './list-server-fleet'
import { SERVER_PEOPLE } from './list-server-people'

/** All faults; `scripts/faults/run.mjs` shows which tests find them. */
export const FAULTS: readonly Fault[] = [
  ...OIR,
  ...PARQUE,
  ...CUENTAS,
  ...FLUJO,
  ...PERSONAS,
  ...SERVER_PEOPLE,
  ...SERVER_FLEET,
]
