import type pg from 'pg'
import { cellOf, type SilenceCell } from '../../server/cuentas/perdidas/chances/chance'
import { createRandom, mixSemillas } from '../random'

/** Minutes of the shortest silence on the ladder. */
const SHORTEST = 300
const DAY_MIN = 1440

/**
 * Of the silences that begin in a stage, the share that ends with a reading, and the mean number of days that those last after the first
 * hours.
 */
export const PLAN = {
  vacios: { vuelven: 0.97, dias: 1.5 },
  llenos: { vuelven: 0.98, dias: 1 },
  consumo: { vuelven: 0.98, dias: 0.7 },
  transito: { vuelven: 0.9, dias: 4 },
  proveedor: { vuelven: 0.86, dias: 8 },
  servicio: { vuelven: 0.8, dias: 12 },
} as const
export type ClasePlan = keyof typeof PLAN

/** Months ago, all before the demonstration's history: from the first to the last. */
const MONTHS = { first: 21, last: 4 }
const A_MONTH = 40

/** Outcomes of the silences of a stage, by months ago and cell. Containers that never came back were deleted. */
export function pastSilences(clase: ClasePlan, semilla: number): (SilenceCell & { hace: number })[] {
  const random = createRandom(mixSemillas(semilla, 14))
  const { vuelven, dias } = PLAN[clase]
  const silences: (SilenceCell & { hace: number })[] = []
  for (let hace = MONTHS.first; hace >= MONTHS.last; hace--)
    for (let i = 0; i < A_MONTH; i++) {
      const vuelve = random.chance(vuelven)
      const minutes = vuelve
        ? SHORTEST - Math.log(1 - random.next()) * dias * DAY_MIN
        : random.between(hace * 20, hace * 28) * DAY_MIN
      silences.push({ hace, celda: cellOf(minutes), vueltos: Number(vuelve), siguen: Number(!vuelve) })
    }
  return silences
}

/** Counts of silences for the two years before the history. */
export async function seedSilencios(c: pg.PoolClient, now: number): Promise<void> {
  const { rows } = await c.query<{ id: number; empresa: number; clase: ClasePlan }>(
    'select id, empresa_id as empresa, clase from etapa order by id',
  )
  const counts = rows.flatMap(({ id, empresa, clase }) =>
    pastSilences(clase, id).map((s) => ({ ...s, etapa: id, empresa })),
  )
  await c.query(
    `insert into silencio_cuenta (empresa_id, mes, etapa_id, celda, vueltos, bajas)
     select empresa, (date_trunc('month', $2::timestamptz at time zone 'utc') - make_interval(months => hace))::date, etapa, celda,
       sum(vueltos), sum(siguen)
     from json_to_recordset($1::json) as x(empresa int, etapa bigint, hace int, celda int, vueltos int, siguen int) group by 1, 2, 3, 4`,
    [JSON.stringify(counts), new Date(now)],
  )
}
