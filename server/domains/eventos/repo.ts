import { type RawBuilder, sql } from 'kysely'
import type { Evento } from '#contract/eventos/eventos'
import { ESTADOS } from '#contract/valores/dispositivos/dispositivos'
import type { Db } from '../../platform/db/client'
import { isoPlanta, type Moment } from '../../platform/time/time'

/** What a list of events is narrowed to; null: not at all. Nicknames are resolved to ids before. */
export type Filter = {
  empresa: number | null
  dispositivos: number[] | null
  lectores: number[] | null
  estado: number | null
  momento: Moment | null
  /** Plant days, both included. */
  dias: Days | null
}

export type Days = {
  desde: string | null
  hasta: string | null
  /** The same as instants, the last left out. */
  intervalo: { desde: Date | null; hasta: Date | null }
}

export type Condicion = RawBuilder<unknown>
export const all = (condiciones: Condicion[]) =>
  condiciones.length ? sql.join(condiciones, sql` and `) : sql`true`

/** The rows of the filter. A column named in `sinIndex` does not decide the way that the rows are found. */
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

/** Ids of the devices whose nickname or mac contains `texto`; null where all of them do. */
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
  // Events without a reader are not of every reader.
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
  /** JSON of an object, as it is stored: a million of them are not read in order to be written again. */
  valor: string
  apodo: string | null
  mac: string
  lector: string | null
}

/** What a row of events shows, from `e` (evento), `d` (its device) and `l` (its reader). */
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
    temperatura: f.temperatura === null ? null : Number(f.temperatura.toFixed(2)),
    Valor: f.valor,
    empresa: f.empresa_id,
  }
}
