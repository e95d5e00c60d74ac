import { type RawBuilder, sql } from 'kysely'
import type { Evento } from '#contract/oir/eventos/eventos'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import { roundTo } from '#contract/values/medidas'
import type { Db } from '../../platform/db/client'
import { isoPlanta, type Moment } from '../../platform/time/time'

/** Filters of a list of events; null: no filter. Nicknames are already resolved to ids. */
export type Filter = {
  empresa: number | null
  dispositivos: number[] | null
  lectores: number[] | null
  estado: number | null
  momento: Moment | null
  /** Local days of the plant, both inclusive. */
  dias: Days | null
}

export type Days = {
  desde: string | null
  hasta: string | null
  /** The same days as times; `hasta` is exclusive. */
  intervalo: { desde: Date | null; hasta: Date | null }
}

export type Condicion = RawBuilder<unknown>
export const all = (condiciones: Condicion[]) =>
  condiciones.length ? sql.join(condiciones, sql` and `) : sql`true`

/** Conditions of the filter on event rows. A column in `sinIndex` is written so that its index is not used. */
export function byFilter(f: Filter, sinIndex: { dispositivo?: boolean; lector?: boolean } = {}): Condicion[] {
  const c: Condicion[] = []
  if (f.empresa !== null) c.push(sql`empresa_id = ${f.empresa}`)
  if (f.dispositivos)
    c.push(
      sql`${sinIndex.dispositivo ? sql`dispositivo_id + 0` : sql`dispositivo_id`} = any(${f.dispositivos}::bigint[])`,
    )
  if (f.lectores)
    c.push(sql`${sinIndex.lector ? sql`lector_id + 0` : sql`lector_id`} = any(${f.lectores}::bigint[])`)
  if (f.estado !== null) c.push(sql`estado = ${f.estado}`)
  if (f.momento) {
    const intervals = f.momento.intervalos.map((t) => sql`(tiempo >= ${t.desde} and tiempo < ${t.hasta})`)
    c.push(sql`(${sql.join(intervals, sql` or `)})`)
  }
  if (f.dias?.intervalo.desde) c.push(sql`tiempo >= ${f.dias.intervalo.desde}`)
  if (f.dias?.intervalo.hasta) c.push(sql`tiempo < ${f.dias.intervalo.hasta}`)
  return c
}

/** Ids of devices whose nickname or mac contains `texto`; null: every device matches. */
export async function findIds(
  db: Db,
  text: string,
  empresa: number | null,
  soloLectores: boolean,
): Promise<number[] | null> {
  const { rows } = await sql<{ ids: number[] | null; todos: boolean }>`
    select array_agg(id::float8) filter (where casa) as ids, bool_and(casa or tipo = 'Reader') as todos
    from (
      select id, tipo,
        ${soloLectores ? sql`coalesce(strpos(lower(apodo), lower(${text})) > 0, false)` : sql`strpos(buscable, lower(${text})) > 0`} as casa
      from dispositivo
      where (${empresa}::int is null or empresa_id = ${empresa}) and (not ${soloLectores} or tipo = 'Reader')
    ) d`.execute(db)
  // A filter on readers excludes events without a reader, even if it matches every reader.
  return rows[0]?.todos && !soloLectores ? null : (rows[0]?.ids ?? [])
}

export type EventoRow = {
  id: string
  empresa_id: number
  tiempo: Date
  estado: number
  etiqueta: string | null
  bateria: number | null
  temperatura: number | null
  /** Stored JSON text, which is not parsed and formatted again for each of a million rows. */
  valor: string
  apodo: string | null
  mac: string
  lector: string | null
}

/** Columns of an event row, from `e` (evento), `d` (its device) and `l` (its reader). */
export const COLUMNS = sql`e.id::text, e.empresa_id, e.tiempo, e.estado, e.etiqueta, e.bateria, e.temperatura, e.valor::text,
  d.apodo, d.mac, coalesce(l.apodo, l.mac) as lector`

export function presentEvento(f: EventoRow, zona: string): Evento {
  return {
    id: f.id,
    ApodoDispositivo: f.apodo,
    Dispositivo: f.mac,
    ApodoLector: f.lector,
    Bateria: f.bateria === null ? null : Number(f.bateria.toFixed(1)),
    Time: isoPlanta(f.tiempo, zona),
    Estado: ESTADOS[f.estado] ?? 'Parado',
    Etiqueta: f.etiqueta,
    temperatura: f.temperatura === null ? null : roundTo(f.temperatura, 2),
    Valor: f.valor,
    empresa: f.empresa_id,
  }
}
