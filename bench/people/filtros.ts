import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Filter } from '#server/oir/eventos/repo'
import type { Db } from '#server/platform/db/client'
import { ZONA } from '../siembra'

type Filters = {
  search?: string
  apodoLector?: string
  timestamp?: string
  estado?: 'Parado' | 'En movimiento' | 'Impacto'
}

/** A requested page of events. */
export type Combinacion = { nombre: string; filtros: Filters; pagina: number }

/** The filters as URL parameters. */
export function queryOf(filtros: Filters): string {
  return new URLSearchParams(Object.entries(filtros).filter(([, v]) => v !== undefined)).toString()
}

/**
 * All combinations of filters. Nickname: none, all, many, few, one, no match. Reader: none, many, one. Time: none, a day, an hour, a
 * minute. State: none, each.
 */
export function combinaciones(now: Date): Combinacion[] {
  const t = DateTime.fromJSDate(now, { zone: ZONA })
  const salida: Combinacion[] = []
  for (const search of [undefined, '20014', '4-1', '4-123', '20014-1234', 'zzz'])
    for (const apodoLector of [undefined, 'lec-1', 'LEC-33'])
      for (const timestamp of [
        undefined,
        t.minus({ days: 40 }).toFormat('yyyy-MM-dd'),
        t.minus({ days: 3 }).toFormat('yyyy-MM-dd HH'),
        t.minus({ days: 3 }).toFormat('yyyy-MM-dd HH:mm'),
      ])
        for (const estado of [undefined, 'Parado', 'En movimiento', 'Impacto'] as const) {
          const filtros = { search, apodoLector, timestamp, estado }
          salida.push({ nombre: queryOf(filtros) || 'all', filtros, pagina: 1 })
        }
  return salida
}

const honda = (eventos: number, filtros: Filters, parte: number): Combinacion => {
  const pagina = Math.max(1, Math.min(100_000, Math.floor((eventos / 20) * parte)))
  return { nombre: `page ${pagina} ${queryOf(filtros)}`, filtros, pagina }
}

/** Distant pages: up to the 100,000th, if there are that many. */
export const profundas = (eventos: number): Combinacion[] =>
  (
    [
      [{}, 0.2],
      [{}, 0.5],
      [{}, 0.99],
      [{ estado: 'Parado' }, 0.5],
      [{ estado: 'En movimiento' }, 0.1],
      [{ estado: 'Impacto' }, 0.002],
      [{ apodoLector: 'LEC-33' }, 0.01],
      [{ apodoLector: 'lec-1' }, 0.1],
      [{ search: '20014' }, 0.5],
      [{ search: '20014-1234' }, 0.00008],
    ] as const
  ).map(([filtros, parte]) => honda(eventos, filtros, parte))

/** Distant pages for a part of the nicknames: the counts of days are added up device by device. */
export const profundasPorApodo = (eventos: number): Combinacion[] =>
  (
    [
      [{ search: '4-1' }, 0.1],
      [{ search: '4-123' }, 0.001],
      [{ search: '4-1', estado: 'En movimiento' }, 0.02],
    ] as const
  ).map(([filtros, parte]) => honda(eventos, filtros, parte))

/** The exact total by count(*). */
export async function countExacto(db: Db, f: Filter): Promise<number> {
  const intervals = f.momento?.intervalos.map((t) => sql`(tiempo >= ${t.desde} and tiempo < ${t.hasta})`)
  const { rows } = await sql<{ n: number }>`select count(*) as n from evento
    where (${f.empresa}::int is null or empresa_id = ${f.empresa})
      and (${f.estado}::int is null or estado = ${f.estado})
      and ${f.dispositivos ? sql`dispositivo_id = any(${f.dispositivos}::bigint[])` : sql`true`}
      and ${f.lectores ? sql`lector_id = any(${f.lectores}::bigint[])` : sql`true`}
      and ${intervals ? sql`(${sql.join(intervals, sql` or `)})` : sql`true`}`.execute(db)
  return rows[0]?.n ?? 0
}
