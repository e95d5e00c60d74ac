import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Causa, getCausa, listCausas } from '#contract/avisos/causas/causas'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

export type Filter = Omit<
  z.output<NonNullable<(typeof listCausas)['query']>>,
  'empresa' | 'page' | 'per_page'
> & {
  /** Null: of all companies. */
  empresa: number | null
}

type Row = {
  id: number
  clase: Causa['clase']
  empresa: number
  mac: string | null
  apodo: string | null
  ubicacion: string | null
  desde: Date
  hasta: Date | null
  bien: Date | null
  padre: number | null
  evidencia: Causa['evidencia']
  afectados: number
  persona_id: number | null
  persona: string | null
  asumida: Date | null
  nota: string | null
}

const present = (f: Row, zona: string): Causa => ({
  id: f.id,
  clase: f.clase,
  empresa: f.empresa,
  lector: f.mac === null ? null : { mac: f.mac, Apodo: f.apodo, Ubicacion: f.ubicacion },
  desde: isoPlanta(f.desde, zona),
  hasta: isoPlanta(f.hasta, zona),
  bien: isoPlanta(f.bien, zona),
  padre: f.padre,
  evidencia: f.evidencia,
  afectados: f.afectados,
  persona:
    f.persona_id === null || !f.asumida
      ? null
      : { id: f.persona_id, nombre: f.persona ?? '', desde: isoPlanta(f.asumida, zona) },
  nota: f.nota,
})

/** Containers that wait behind a cause, or behind one that is part of it. */
const AFECTADOS = sql`d.causa_id in (select p.id from causa p where c.id in (p.id, p.padre_id) and p.hasta is null)`

/** A cause of an earlier expression `pedida (id)`, and its parts. */
const CON_PARTES = sql`select h.id from causa h join pedida p on p.id in (h.id, h.padre_id)`

/**
 * The number of containers that wait behind each of some open causes: the ones that `dispositivo_actual` attributes to it, found by their
 * reader. Nearly all containers may be behind all readers: so `tras_causa` and `lector_calla` are evaluated once per reader, and of each
 * container only the time of its last reading is read.
 * @param causas query of their ids
 */
const esperaOf = (causas: RawBuilder<unknown>) => sql`callada as materialized (
  select k.id as causa_id, k.lector_id, k.desde - m.plazo as tras, k.desde + m.plazo as hasta,
    case when le.ultimo_registro < now() - m.plazo then le.ultimo_registro - m.plazo else 'infinity' end as calla
  from causa_lector k
  join dispositivo l on l.id = k.lector_id and l.eliminado is null
  left join dispositivo_estado le on le.dispositivo_id = l.id
  join ajuste a on a.empresa_id = l.empresa_id
  cross join lateral (select make_interval(mins => a.minutos_lector_sin_senal) as plazo) m
  where k.hasta is null and k.id in (${causas})
), espera as materialized (
  select k.causa_id, h.padre_id, count(*) as n
  from callada k join dispositivo_estado e on e.lector_id = k.lector_id join causa h on h.id = k.causa_id
  where ((e.ultimo_registro > k.tras and e.ultimo_registro < k.hasta) or e.ultimo_registro > k.calla)
    and e.dispositivo_id not in (
      select id from dispositivo where eliminado is not null union all select id from dispositivo where tipo = 'Reader' and eliminado is null)
  group by 1, 2)`

/** Of a cause and its parts. */
const DETRAS = sql`coalesce((select sum(e.n)::int from espera e where c.id in (e.causa_id, e.padre_id)), 0)`

/** Up to this many containers behind a cause are counted on each request; above it, the count of the last check is shown. */
const CONTADOS = 500
/** The same for its readers: to find who waits, every container that each of them heard last is looked at. */
const LECTORES_CONTADOS = 50

/** The causes of `pedida` with more containers or readers behind them, and their parts, than are counted on each request. */
const CONTADA = sql`contada as materialized (
  select p.id, coalesce(sum(x.contenedores), 0)::int as n
  from pedida p join causa h on p.id in (h.id, h.padre_id) and h.hasta is null
  left join causa_detras x on x.causa_id = h.id
  cross join lateral (
    select case when h.lector_id is not null then 1 when h.clase = 'nuestra' then (
      select count(*) from dispositivo l where l.empresa_id = h.empresa_id and l.tipo = 'Reader' and l.eliminado is null
    ) else 0 end as n) lectores
  group by 1 having coalesce(sum(x.contenedores), 0) > ${CONTADOS} or sum(lectores.n) > ${LECTORES_CONTADOS})`

const columnsOf = (
  afectados: RawBuilder<unknown>,
) => sql`c.id, c.clase, c.empresa_id as empresa, l.mac, l.apodo, u.nombre as ubicacion,
  c.desde, c.hasta, c.bien, c.padre_id as padre, c.evidencia, c.persona_id, p.nombre as persona, c.asumida, c.nota, ${afectados} as afectados`

const TABLAS = sql`causa c left join dispositivo l on l.id = c.lector_id left join ubicacion u on u.id = l.ubicacion_id
  left join usuario p on p.id = c.persona_id`

const ofFilter = (f: Filter) => sql`
  (${f.empresa}::int is null or c.empresa_id = ${f.empresa})
  and (${f.estado ?? null}::text is null or causa_abierta(c.hasta, c.bien, c.clase) = (${f.estado ?? null} = 'abiertas'))
  and (${f.clase ?? null}::text is null or c.clase = ${f.clase ?? null})
  and (${f.lector ?? null}::text is null or l.mac = ${f.lector ?? null})
  and (${f.search ?? null}::text is null or strpos(lower(coalesce(l.apodo, l.mac)), lower(${f.search ?? ''})) > 0
    or strpos(lower(u.nombre), lower(${f.search ?? ''})) > 0)
  and (c.padre_id is null or ${f.lector ?? null}::text is not null)`

/** Causes that match a filter, newest first, and their number. */
export async function findCausas(
  db: Db,
  f: Filter,
  desde: number,
  cuantas: number,
  zona: string,
): Promise<{ data: Causa[]; total: number }> {
  const { rows } = await sql<Row>`with pedida as materialized (
      select c.id from ${TABLAS} where ${ofFilter(f)}
      order by c.hasta is not null, c.desde desc, c.id desc limit ${cuantas} offset ${desde}
    ), ${CONTADA}, ${esperaOf(sql`${CON_PARTES} where p.id not in (select id from contada)`)}
    select ${columnsOf(sql`coalesce((select n from contada where id = c.id), ${DETRAS})`)} from ${TABLAS} where c.id in (select id from pedida)
    order by c.hasta is not null, c.desde desc, c.id desc`.execute(db)
  const total = await sql<{
    n: number
  }>`select count(*)::int as n from ${TABLAS} where ${ofFilter(f)}`.execute(db)
  return { data: rows.map((r) => present(r, zona)), total: total.rows[0]?.n ?? 0 }
}

/** @param empresa null: of any company */
export async function findCausa(
  db: Db,
  id: number,
  empresa: number | null,
  zona: string,
): Promise<Causa | null> {
  const { rows } =
    await sql<Row>`with pedida as (select ${id}::bigint as id), ${esperaOf(CON_PARTES)} select ${columnsOf(DETRAS)} from ${TABLAS}
    where c.id = ${id} and (${empresa}::int is null or c.empresa_id = ${empresa})`.execute(db)
  return rows[0] ? present(rows[0], zona) : null
}

/** Containers that wait behind a cause, or behind one that is part of it. */
export async function countDetras(tx: Db, id: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`with pedida as (select ${id}::bigint as id), ${esperaOf(CON_PARTES)} select ${DETRAS} as n from causa c where c.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Containers behind all open causes together, as the list counts them. @param empresa null: of all companies */
export async function sumDetras(db: Db, empresa: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`with pedida as materialized (
      select c.id from ${TABLAS} where ${ofFilter({ empresa, estado: 'abiertas' })}
    ), ${CONTADA}, ${esperaOf(sql`${CON_PARTES} where p.id not in (select id from contada)`)}
    select coalesce(sum(coalesce((select n from contada where id = c.id), ${DETRAS})), 0)::int as n
    from causa c where c.id in (select id from pedida)`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts the containers behind each open cause of a company, for lists of causes. */
export async function saveDetras(tx: Db, empresa: number): Promise<void> {
  const open = sql`select id from causa where empresa_id = ${empresa} and hasta is null`
  await sql`
    with ${esperaOf(open)}, fuera as (
      delete from causa_detras x using causa c
      where c.id = x.causa_id and c.empresa_id = ${empresa} and x.causa_id not in (select causa_id from espera)
    )
    insert into causa_detras (causa_id, contenedores) select causa_id, n from espera
    on conflict (causa_id) do update set contenedores = excluded.contenedores
      where causa_detras.contenedores <> excluded.contenedores`.execute(tx)
}

const MAX_CONTENEDORES = 500
const MAX_OTRAS = 50

type Detalle = z.input<(typeof getCausa)['response']>

/** The containers that wait behind a cause. */
export async function listAfectados(db: Db, id: number, zona: string): Promise<Detalle['contenedores']> {
  const { rows } = await sql<{ mac: string; apodo: string | null; ubicacion: string | null; ultimo: Date }>`
    select d.mac, d.apodo, d.ubicacion, d.ultimo_registro as ultimo from causa c
    join dispositivo_actual d on d.empresa_id = c.empresa_id
    where c.id = ${id} and c.hasta is null and ${AFECTADOS}
    order by d.apodo, d.mac limit ${MAX_CONTENEDORES}`.execute(db)
  return rows.map((r) => ({
    mac: r.mac,
    Apodo: r.apodo,
    Lugar: r.ubicacion,
    UltimoRegistro: isoPlanta(r.ultimo, zona),
  }))
}

/** Causes that are part of this one, and earlier causes of its reader. */
export async function listOtras(
  db: Db,
  id: number,
  zona: string,
): Promise<{ partes: Causa[]; anteriores: Causa[] }> {
  const list = async (cuales: ReturnType<typeof sql>) => {
    const { rows } = await sql<Row>`with pedida as materialized (
        select c.id from causa c join causa x on x.id = ${id} where ${cuales} order by c.desde desc, c.id desc limit ${MAX_OTRAS}
      ), ${esperaOf(CON_PARTES)} select ${columnsOf(DETRAS)} from ${TABLAS} where c.id in (select id from pedida)
      order by c.desde desc, c.id desc`.execute(db)
    return rows.map((r) => present(r, zona))
  }
  return {
    partes: await list(sql`c.padre_id = x.id`),
    anteriores: await list(
      sql`c.id <> x.id and c.empresa_id = x.empresa_id and c.desde <= x.desde
        and (c.lector_id = x.lector_id or x.lector_id is null and c.lector_id is null and c.clase = x.clase)`,
    ),
  }
}

/** @param persona null: nobody looks into it. @param nota undefined: unchanged */
export async function setPersona(
  tx: Db,
  id: number,
  persona: number | null,
  nota: string | null | undefined,
): Promise<void> {
  await tx
    .updateTable('causa')
    .set({
      persona_id: persona,
      asumida: persona === null ? null : new Date(),
      ...(nota !== undefined && { nota }),
    })
    .where('id', '=', id)
    .execute()
}

/** Number of open causes by kind; a cause that is part of another is not counted by itself. */
export async function countOpen(
  db: Db,
  empresa: number | null,
): Promise<{ clase: Causa['clase']; n: number }[]> {
  const { rows } = await sql<{ clase: Causa['clase']; n: number }>`
    select c.clase, count(*)::int as n from ${TABLAS} where ${ofFilter({ empresa, estado: 'abiertas' })}
    group by 1`.execute(db)
  return rows
}
