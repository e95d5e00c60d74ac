import type pg from 'pg'
import { jsons, numeros, textos } from '../db/columnas'

/** estado as stored: position in ESTADOS. */
export const PARADO = 0
export const EN_MOVIMIENTO = 1
export const IMPACTO = 2
export type CodigoEstado = 0 | 1 | 2

export type EventoNuevo = {
  empresa: number
  dispositivo: number
  /** 0 where no reader is known. */
  lector: number
  /** Unix ms. */
  tiempo: number
  estado: CodigoEstado
  etiqueta: string | null
  bateria: number | null
  temperatura: number | null
  valor: Record<string, unknown>
}

/** One round of MurmurHash3 (32 bits, public domain). */
function mix(h: number, valor: number): number {
  let k = Math.imul(valor, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const x = h ^ k
  return (Math.imul((x << 13) | (x >>> 19), 5) + 0xe6546b64) | 0
}

function finish(h: number): number {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

type Identidad = Pick<EventoNuevo, 'dispositivo' | 'lector' | 'tiempo' | 'estado'>

function hashOf(e: Identidad, semilla: number): number {
  let h = semilla
  for (const n of [e.dispositivo, e.lector, e.tiempo]) h = mix(mix(h, n | 0), Math.floor(n / 4294967296) | 0)
  return finish(mix(h, e.estado))
}

/** 63-bit identity of an event: the same fact always gets the same id, so that writing it again changes nothing. */
export function idDeEvento(e: Identidad): string {
  const alto = BigInt(hashOf(e, 0x2545f491) >>> 1)
  return ((alto << 32n) | BigInt(hashOf(e, 0x5bd1e995))).toString()
}

/** The rows of a batch, column by column, as INSERT and COPIA read them. */
const columnasDe = (eventos: EventoNuevo[]) => [
  `{${eventos.map(idDeEvento).join(',')}}`,
  numeros(eventos, (e) => e.empresa),
  numeros(eventos, (e) => e.dispositivo),
  numeros(eventos, (e) => e.lector),
  numeros(eventos, (e) => e.tiempo),
  numeros(eventos, (e) => e.estado),
  textos(eventos, (e) => e.etiqueta),
  numeros(eventos, (e) => e.bateria),
  numeros(eventos, (e) => e.temperatura),
  jsons(eventos, (e) => e.valor),
]

const FILAS = `
  select id, e, d, l, to_timestamp(t / 1000) as t, s, et, b, te, v from unnest(
    $1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::float8[], $6::smallint[], $7::text[], $8::real[],
    $9::real[], $10::jsonb[]) as x(id, e, d, l, t, s, et, b, te, v)`

const INSERT = `
with nuevo as materialized (${FILAS}
), escrito as (
  insert into evento (id, empresa_id, dispositivo_id, lector_id, tiempo, estado, etiqueta, bateria, temperatura, valor)
  select id, e, d, l, t, s, et, b, te, v from nuevo
  on conflict do nothing
  returning empresa_id, dispositivo_id, lector_id, estado, tiempo
), grupo as materialized (
  select empresa_id, (tiempo at time zone $11)::date as dia, dispositivo_id, lector_id, estado, count(*) as n
  from escrito group by 1, 2, 3, 4, 5
), por_dispositivo as (
  insert into evento_cuenta (empresa_id, dispositivo_id, lector_id, estado, n)
  select empresa_id, dispositivo_id, lector_id, estado, sum(n) from grupo group by 1, 2, 3, 4 order by 2, 3, 4
  on conflict (dispositivo_id, lector_id, estado) do update set n = evento_cuenta.n + excluded.n
), por_dia as (
  insert into evento_cuenta_dia (empresa_id, dia, dispositivo_id, lector_id, estado, n)
  select * from grupo order by dia, dispositivo_id, lector_id, estado
  on conflict (dia, dispositivo_id, lector_id, estado) do update set n = evento_cuenta_dia.n + excluded.n
), por_lector as (
  insert into evento_cuenta_lector (empresa_id, dia, lector_id, estado, n)
  select empresa_id, dia, lector_id, estado, sum(n) from grupo group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (empresa_id, dia, lector_id, estado) do update set n = evento_cuenta_lector.n + excluded.n
)
select count(*) as n from escrito`

/** Months, `YYYY-MM`, whose partition this process knows to exist, by database. */
const conocidas = new WeakMap<object, Set<string>>()

async function ensureParticiones(
  cliente: pg.ClientBase,
  base: object,
  eventos: EventoNuevo[],
): Promise<void> {
  const meses = conocidas.get(base) ?? new Set()
  conocidas.set(base, meses)
  const faltan = new Set<string>()
  for (const e of eventos) {
    const mes = new Date(e.tiempo).toISOString().slice(0, 7)
    if (!meses.has(mes)) faltan.add(mes)
  }
  for (const mes of faltan) {
    await cliente.query('select crear_particion_evento($1::date)', [`${mes}-01`])
    meses.add(mes)
  }
}

/**
 * Write events with their counts, in the caller's transaction: one statement for the whole batch.
 * Returns how many were new.
 * @param base identity of the database (its pool), for what is remembered about partitions
 */
export async function insertEventos(
  cliente: pg.ClientBase,
  base: object,
  eventos: EventoNuevo[],
  zona: string,
): Promise<number> {
  if (!eventos.length) return 0
  await ensureParticiones(cliente, base, eventos)
  const { rows } = await cliente.query({
    name: 'insert-eventos',
    text: INSERT,
    values: [...columnasDe(eventos), zona],
  })
  return rows[0].n
}

const COPIA = `
insert into evento (id, empresa_id, dispositivo_id, lector_id, tiempo, estado, etiqueta, bateria, temperatura, valor)
${FILAS}
on conflict do nothing`

/**
 * Write many old events at once, without their counts: for imports into a database that nobody uses yet.
 * `rebuildCuentas` must follow in the same transaction.
 */
export async function importEventos(
  cliente: pg.ClientBase,
  base: object,
  eventos: EventoNuevo[],
): Promise<void> {
  await ensureParticiones(cliente, base, eventos)
  await cliente.query({ name: 'import-eventos', text: COPIA, values: columnasDe(eventos) })
}

/** Count every event anew, by plant day. */
export async function rebuildCuentas(cliente: pg.ClientBase, zona: string): Promise<void> {
  await cliente.query('truncate evento_cuenta, evento_cuenta_dia, evento_cuenta_lector')
  await cliente.query(
    `insert into evento_cuenta_dia (empresa_id, dia, dispositivo_id, lector_id, estado, n)
     select empresa_id, (tiempo at time zone $1)::date, dispositivo_id, lector_id, estado, count(*)
     from evento group by 1, 2, 3, 4, 5`,
    [zona],
  )
  await cliente.query(`insert into evento_cuenta (empresa_id, dispositivo_id, lector_id, estado, n)
    select empresa_id, dispositivo_id, lector_id, estado, sum(n) from evento_cuenta_dia group by 1, 2, 3, 4`)
  await cliente.query(`insert into evento_cuenta_lector (empresa_id, dia, lector_id, estado, n)
    select empresa_id, dia, lector_id, estado, sum(n) from evento_cuenta_dia group by 1, 2, 3, 4`)
}
