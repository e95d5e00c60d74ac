import { type RawBuilder, sql } from 'kysely'
import { ESTADOS } from '#contract/dispositivos'
import type { Evento } from '#contract/eventos'
import type { Db } from '../db/cliente'
import { isoPlanta, type Momento } from '../tiempo'

/** What a list of events is narrowed to; null: not at all. Nicknames are resolved to ids before. */
export type Filtro = {
  empresa: number | null
  dispositivos: number[] | null
  lectores: number[] | null
  estado: number | null
  momento: Momento | null
}

type Condicion = RawBuilder<unknown>
const all = (condiciones: Condicion[]) => (condiciones.length ? sql.join(condiciones, sql` and `) : sql`true`)

function byIds(f: Filtro): Condicion[] {
  const c: Condicion[] = []
  if (f.empresa !== null) c.push(sql`empresa_id = ${f.empresa}`)
  if (f.dispositivos) c.push(sql`dispositivo_id = any(${f.dispositivos}::bigint[])`)
  if (f.lectores) c.push(sql`lector_id = any(${f.lectores}::bigint[])`)
  if (f.estado !== null) c.push(sql`estado = ${f.estado}`)
  return c
}

function byMomento(f: Filtro): Condicion[] {
  if (!f.momento) return []
  const tramos = f.momento.tramos.map((t) => sql`(tiempo >= ${t.desde} and tiempo < ${t.hasta})`)
  return [sql`(${sql.join(tramos, sql` or `)})`]
}

/** Ids of the devices whose nickname or mac holds `texto`. */
export async function findIds(
  db: Db,
  texto: string,
  empresa: number | null,
  soloLectores: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from dispositivo
    where (strpos(lower(apodo), lower(${texto})) > 0 or (${!soloLectores} and strpos(lower(mac), lower(${texto})) > 0))
      and (${empresa}::int is null or empresa_id = ${empresa})
      and (not ${soloLectores} or tipo = 'Reader')`.execute(db)
  return rows.map((r) => r.id)
}

/** Exact number of events, from the counts; only a span shorter than a day is counted on its rows. */
export async function countEventos(db: Db, f: Filtro): Promise<number> {
  if (f.momento && !f.momento.dia) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from evento where ${all([...byIds(f), ...byMomento(f)])}`.execute(db)
    return rows[0]?.n ?? 0
  }
  const dia = f.momento ? [sql`dia = ${f.momento.dia}::date`] : []
  const tabla = f.dispositivos ? (f.momento ? 'evento_cuenta_dia' : 'evento_cuenta') : 'evento_cuenta_lector'
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from ${sql.table(tabla)} where ${all([...byIds(f), ...dia])}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** From this offset on, whole days are skipped by their counts before rows are walked. */
const SALTO_MINIMO = 2000

/** The plant day in which the row at `offset` stands (newest first), and how many rows come before it in that day. */
async function skipDias(db: Db, f: Filtro, offset: number) {
  const tabla = f.dispositivos ? 'evento_cuenta_dia' : 'evento_cuenta_lector'
  const { rows } = await sql<{ dia: string; antes: number }>`
    select dia, antes from (
      select dia, n, sum(n) over (order by dia desc) - n as antes
      from (select dia, sum(n) as n from ${sql.table(tabla)} where ${all(byIds(f))} group by dia) d
    ) a where antes <= ${offset} and antes + n > ${offset}`.execute(db)
  return rows[0]
}

type Fila = {
  id: string
  tiempo: Date
  estado: number
  etiqueta: string | null
  bateria: number | null
  temperatura: number | null
  valor: Record<string, unknown>
  apodo: string | null
  mac: string
  lector: string | null
}

/** One page, newest first: found by index alone, then joined. */
export async function listEventos(
  db: Db,
  f: Filtro,
  offset: number,
  limite: number,
  zona: string,
): Promise<Evento[]> {
  const condiciones = [...byIds(f), ...byMomento(f)]
  let resto = offset
  if (!f.momento && offset >= SALTO_MINIMO) {
    const salto = await skipDias(db, f, offset)
    if (!salto) return []
    condiciones.push(sql`tiempo < ((${salto.dia}::date + 1)::timestamp at time zone ${zona})`)
    resto = offset - Number(salto.antes)
  }
  const { rows } = await sql<Fila>`
    with pagina as materialized (
      select id, tiempo from evento where ${all(condiciones)}
      order by tiempo desc, id desc limit ${limite} offset ${resto}
    )
    select e.id::text, e.tiempo, e.estado, e.etiqueta, e.bateria, e.temperatura, e.valor,
      d.apodo, d.mac, coalesce(l.apodo, l.mac) as lector
    from pagina p
    join evento e on e.tiempo = p.tiempo and e.id = p.id
    join dispositivo d on d.id = e.dispositivo_id
    left join dispositivo l on l.id = e.lector_id
    order by e.tiempo desc, e.id desc`.execute(db)
  return rows.map((r) => presentEvento(r, zona))
}

function presentEvento(f: Fila, zona: string): Evento {
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
    Valor: JSON.stringify(f.valor),
  }
}
