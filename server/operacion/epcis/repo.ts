import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { type Consulta, type Token, wordOf } from './consulta'
import type { Evento } from './event/evento'
import { aliasesOf, type Claves, isPattern, startsOf } from './event/identificadores'
import { lockEventos } from './repo-contar'

export type FilaEvento = { id: number; record_time: Date; event_time: Date; cuerpo: Evento }

type Alias = Pick<Claves, 'prefijo' | 'dominio'>

async function readAlias(db: Db, empresa: number): Promise<Alias> {
  const { rows } = await sql<Alias>`
    select prefijo, dominio from epcis_ajuste where empresa_id = ${empresa}`.execute(db)
  return rows[0] ?? { prefijo: null, dominio: null }
}

const namesOf = (c: Alias, names: readonly string[]) =>
  names.filter((n) => !isPattern(n)).flatMap((n) => aliasesOf(c, n))

/** Whether an array has any of these names, in whatever form, or one that a pattern matches. */
function matches(c: Alias, column: RawBuilder<unknown>, names: readonly string[]): RawBuilder<unknown> {
  const exact = namesOf(c, names)
  const starts = names.flatMap((n) => startsOf(c, n))
  return sql`(${column} && ${exact}::text[] or exists (
    select from unnest(${column}) as x(uri) join unnest(${starts}::text[]) as s(principio) on starts_with(x.uri, s.principio)))`
}

const oneOf = (column: string, values: readonly string[]) =>
  sql`${sql.ref(column)} = any(${[...values]}::text[])`

/** Conditions on epcis_evento `e`. */
function conditionsOf(empresa: number, q: Consulta, c: Alias): RawBuilder<unknown> {
  const words = (values: readonly string[]) => values.map(wordOf)
  const all: (RawBuilder<unknown> | undefined)[] = [
    sql`e.empresa_id = ${empresa}`,
    q.eventType && oneOf('e.tipo', q.eventType),
    q.GE_eventTime ? sql`e.event_time >= ${q.GE_eventTime}::timestamptz` : undefined,
    q.LT_eventTime ? sql`e.event_time < ${q.LT_eventTime}::timestamptz` : undefined,
    q.GE_recordTime ? sql`e.record_time >= ${q.GE_recordTime}::timestamptz` : undefined,
    q.LT_recordTime ? sql`e.record_time < ${q.LT_recordTime}::timestamptz` : undefined,
    q.EQ_action && oneOf('e.action', q.EQ_action),
    q.EQ_bizStep && oneOf('e.biz_step', words(q.EQ_bizStep)),
    q.EQ_disposition && oneOf('e.disposition', words(q.EQ_disposition)),
    q.EQ_readPoint && oneOf('e.read_point', namesOf(c, q.EQ_readPoint)),
    q.EQ_bizLocation && oneOf('e.biz_location', namesOf(c, q.EQ_bizLocation)),
    q.MATCH_epc && matches(c, sql`e.epcs`, q.MATCH_epc),
    q.MATCH_parentID &&
      sql`e.parent_id is not null and ${matches(c, sql`array[e.parent_id]`, q.MATCH_parentID)}`,
    q.MATCH_anyEPC && anyEpc(c, q.MATCH_anyEPC),
    q.EQ_eventID && oneOf('e.event_id', q.EQ_eventID),
    q.EXISTS_errorDeclaration !== undefined ? sql`e.declarado is not null` : undefined,
    q.GE_errorDeclarationTime ? sql`e.declarado >= ${q.GE_errorDeclarationTime}::timestamptz` : undefined,
    q.LT_errorDeclarationTime ? sql`e.declarado < ${q.LT_errorDeclarationTime}::timestamptz` : undefined,
    q.EQ_errorReason && oneOf('e.razon', words(q.EQ_errorReason)),
    q.EQ_correctiveEventID &&
      sql`e.cuerpo #> '{errorDeclaration,correctiveEventIDs}' ?| ${[...q.EQ_correctiveEventID]}::text[]`,
  ]
  return sql.join(
    all.filter((c) => c !== undefined),
    sql` and `,
  )
}

/** Names without a pattern use two indexes. */
const anyEpc = (c: Alias, names: readonly string[]) =>
  names.some(isPattern)
    ? sql`(${matches(c, sql`e.epcs`, names)} or e.parent_id is not null and ${matches(c, sql`array[e.parent_id]`, names)})`
    : sql`(e.epcs && ${namesOf(c, names)}::text[] or e.parent_id = any(${namesOf(c, names)}::text[]))`

/** The last event that a company has published; 0: none. */
export async function findLast(db: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from epcis_evento where empresa_id = ${empresa}`.execute(db)
  return rows[0]?.id ?? 0
}

/** Waits for transactions that are writing events: it is not known yet whether their record time is before a given moment. */
export const waitForEventos = (db: Db, empresa: number): Promise<void> =>
  db.transaction().execute((tx) => lockEventos(tx, empresa, true))

const isDown = (q: Consulta) => q.orderBy !== undefined && q.orderDirection !== 'ASC'

/** Whether events are returned in order of publishing. */
export const isForward = (q: Consulta): boolean => q.orderBy !== 'eventTime' && !isDown(q)

/** Events of a query in its order, from the position of the token on. */
export async function listEventos(
  db: Db,
  empresa: number,
  q: Consulta,
  { hasta, desde, limite }: { hasta: number; desde: Pick<Token, 'id' | 't'> | null; limite: number },
): Promise<FilaEvento[]> {
  const down = isDown(q)
  const compare = down ? sql`<` : sql`>`
  const direction = down ? sql`desc` : sql`asc`
  // Record time has the same order as publishing.
  const byTime = q.orderBy === 'eventTime'
  const after = desde
    ? byTime
      ? sql`(e.event_time, e.id) ${compare} (${desde.t}::timestamptz, ${desde.id}::bigint)`
      : sql`e.id ${compare} ${desde.id}::bigint`
    : sql`true`
  const { rows } = await sql<FilaEvento>`
    select e.id, e.record_time, e.event_time, e.cuerpo from epcis_evento e
    where ${conditionsOf(empresa, q, await readAlias(db, empresa))} and e.id <= ${hasta} and ${after}
    order by ${byTime ? sql`e.event_time ${direction}, e.id ${direction}` : sql`e.id ${direction}`} limit ${limite}`.execute(
    db,
  )
  return rows
}

/** An event and its error declarations, in order of publishing. */
export async function findEvento(db: Db, empresa: number, eventId: string): Promise<FilaEvento[]> {
  const { rows } = await sql<FilaEvento>`
    select id, record_time, event_time, cuerpo from epcis_evento
    where event_id = ${eventId} and empresa_id = ${empresa} order by id limit 100`.execute(db)
  return rows
}

export type Vocabulario = 'eventType' | 'epc' | 'bizStep' | 'bizLocation' | 'readPoint' | 'disposition'

/** Names that events have used, in order. */
export async function listNombres(
  db: Db,
  empresa: number,
  clase: Vocabulario,
  { desde, limite }: { desde: string; limite: number },
): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`
    select uri from epcis_nombre where empresa_id = ${empresa} and clase = ${clase} and uri > ${desde}
    order by uri limit ${limite}`.execute(db)
  return rows.map((r) => r.uri)
}

export async function isNombre(db: Db, empresa: number, clase: Vocabulario, uri: string): Promise<boolean> {
  const names = aliasesOf(await readAlias(db, empresa), uri)
  const { rows } = await sql`
    select from epcis_nombre where empresa_id = ${empresa} and clase = ${clase} and uri = any(${names}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export const queryPeriodo = (empresa: number, desde: Date, hasta: Date): RawBuilder<FilaEvento> =>
  sql<FilaEvento>`
    select id, record_time, event_time, cuerpo from epcis_evento
    where empresa_id = ${empresa} and event_time >= ${desde} and event_time < ${hasta} order by id`
