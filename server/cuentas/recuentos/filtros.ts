import type { z } from 'zod'
import type { listRecuentos } from '#contract/cuentas/recuentos/recuentos'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Filtros } from './repo'

type Filters = Omit<z.output<NonNullable<(typeof listRecuentos)['query']>>, 'page' | 'per_page'>

/** The filters of a request. Throws 404 for another company. */
export const filtrosOf = (principal: Principal, q: Filters): Filtros => ({
  empresa: empresaVisible(principal, q.empresa),
  estado: q.estado ?? null,
  lugar: q.ubicacion ?? null,
  familia: q.familia ?? null,
  tercero: q.tercero ?? null,
})
