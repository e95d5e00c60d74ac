import { sql } from 'kysely'
import type { ClaseCausa, Evidencia } from '#contract/avisos/causas/values'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import type { Baseline, Lector, Open, Plazos } from './rules'

/** Only one process at a time checks a company. */
export async function lockPlanta(tx: Db, empresa: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.causas)}, ${empresa})`.execute(tx)
}

/** When the last check was, in epoch ms (null: never), and now; now is saved as the last check. */
export async function touchFaultSweep(tx: Db): Promise<{ ultima: number | null; ahora: number }> {
  const { rows } = await sql<{ ultima: Date | null; ahora: Date }>`
    with antes as (select ultima from vigilancia),
      escrita as (
        insert into vigilancia (ultima) values (now()) on conflict (unica) do update set ultima = excluded.ultima returning 1)
    select (select ultima from antes) as ultima, now() as ahora from escrita`.execute(tx)
  const r = rows[0] as { ultima: Date | null; ahora: Date }
  return { ultima: r.ultima?.getTime() ?? null, ahora: r.ahora.getTime() }
}

/** Companies with readers, and their time limits. */
export async function listPlantas(tx: Db): Promise<{ empresa: number; plazos: Plazos }[]> {
  const { rows } = await sql<{ empresa: number; mudo: number; reloj: number }>`
    select a.empresa_id as empresa, a.minutos_lector_sin_senal as mudo, a.segundos_reloj as reloj from ajuste a
    where exists (select 1 from dispositivo d where d.empresa_id = a.empresa_id and d.tipo = 'Reader' and d.eliminado is null)
    order by 1`.execute(tx)
  return rows.map((r) => ({ empresa: r.empresa, plazos: { mudoMs: r.mudo * 60_000, relojS: r.reloj } }))
}

type Parsed = Omit<Lector, 'rechazo' | 'habito'> & {
  rechazado: number | null
  rechazo: string | null
  habitual: number | null
  peor: number
  minutos: number
}

/**
 * The state of each reader in use.
 * @param mudoMin minutes after which a container or a reader is silent
 * @param desdeMs silence counts from here at the earliest: before it nobody listened (epoch ms)
 */
export async function listVigilados(
  tx: Db,
  empresa: number,
  mudoMin: number,
  desdeMs: number,
): Promise<Lector[]> {
  const { rows } = await sql<Parsed>`
    with oido as (
      select o.lector_id,
        count(*) filter (where r.reciente)::int as oidos,
        count(*) filter (where c.callado)::int as callados,
        count(*) filter (where c.callado and (o.accel is not null or o.contador_movimiento is not null))::int as movibles,
        count(*) filter (where c.callado
          and (o.en_camino or o.ultimo_movimiento > o.ultimo_registro - interval '5 minutes'))::int as movidos,
        count(*) filter (where k.id is not null
          and tras_causa(o.ultimo_registro, k.desde, null, ${mudoMin}))::int as detras,
        extract(epoch from max(o.ultimo_registro)) * 1000 as ultimo
      from dispositivo_estado o
      join dispositivo t on t.id = o.dispositivo_id and t.eliminado is null
      left join causa k on k.lector_id = o.lector_id and k.hasta is null
      cross join lateral (select o.ultimo_registro > now() - make_interval(mins => ${mudoMin + 60}) as reciente) r
      cross join lateral (
        select r.reciente and greatest(o.ultimo_registro, to_timestamp(${desdeMs}::float8 / 1000))
          < now() - make_interval(mins => ${mudoMin}) as callado) c
      where o.empresa_id = ${empresa} and o.lector_id is not null group by 1
    )
    select d.id, (extract(epoch from least(e.ultimo_registro, e.recibido)) * 1000)::float8 as ultimo,
      greatest((extract(epoch from e.recibido) * 1000)::float8, ${desdeMs}::float8) as cuenta,
      e.desfase_s, extract(epoch from r.cuando)::float8 * 1000 as rechazado, r.detalle as rechazo,
      coalesce(o.oidos, 0) as oidos, coalesce(o.callados, 0) as callados, coalesce(o.movidos, 0) as movidos, coalesce(o.movibles, 0) as movibles,
      coalesce(o.detras, 0) as detras, o.ultimo::float8 as "ultimoOido", h.callados::float8 as habitual, h.peor::float8 as peor, h.minutos
    from dispositivo d
    left join dispositivo_estado e on e.dispositivo_id = d.id
    left join lector_rechazo r on r.lector_id = d.id and not r.sin_oirse
    left join oido o on o.lector_id = d.id
    left join lector_habito h on h.lector_id = d.id
    where d.empresa_id = ${empresa} and d.tipo = 'Reader' and d.eliminado is null and d.activado
    order by d.id`.execute(tx)
  return rows.map(({ rechazado, rechazo, habitual, peor, minutos, ...l }) => ({
    ...l,
    habito: habitual === null ? null : { callados: habitual, peor, minutos },
    rechazo: rechazado === null ? null : { t: rechazado, detalle: rechazo ?? '' },
  }))
}

/** Open causes of a company, except those of the whole installation. */
export async function listOpen(tx: Db, empresa: number): Promise<Open[]> {
  const filas = await tx
    .selectFrom('causa')
    .select(['id', 'clase', 'lector_id', 'padre_id', 'desde', 'bien'])
    .where('empresa_id', '=', empresa)
    .where('hasta', 'is', null)
    .where('clase', '<>', 'nuestra')
    .execute()
  return filas.map((f) => ({
    id: f.id,
    clase: f.clase,
    lector: f.lector_id,
    padre: f.padre_id,
    desde: f.desde.getTime(),
    bien: f.bien?.getTime() ?? null,
  }))
}

/** How many causes of each reader of a company ended within the last `horas`. */
export async function countRecientes(tx: Db, empresa: number, horas: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ lector: number; n: number }>`
    select lector_id as lector, count(*)::int as n from causa
    where empresa_id = ${empresa} and lector_id is not null and hasta > now() - make_interval(hours => ${horas})
    group by 1`.execute(tx)
  return new Map(rows.map((r) => [r.lector, r.n]))
}

type New = {
  empresa: number
  clase: ClaseCausa
  lector: number | null
  padre: number | null
  desde: number
  evidencia: Evidencia
}

/** @returns its id */
export async function insertCausa(tx: Db, c: New): Promise<number> {
  const row = await tx
    .insertInto('causa')
    .values({
      empresa_id: c.empresa,
      clase: c.clase,
      lector_id: c.lector,
      padre_id: c.padre,
      desde: new Date(c.desde),
      evidencia: JSON.stringify(c.evidencia),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Makes the open silences of these readers part of another cause. */
export async function adoptCausas(tx: Db, padre: number, lectores: number[]): Promise<void> {
  await tx
    .updateTable('causa')
    .set({ padre_id: padre })
    .where('lector_id', 'in', lectores)
    .where('clase', '=', 'mudo')
    .where('hasta', 'is', null)
    .execute()
}

export async function keepCausas(
  tx: Db,
  causas: readonly { id: number; bien: number | null; padre: number | null }[],
): Promise<void> {
  if (!causas.length) return
  await sql`
    update causa c set bien = to_timestamp(x.bien / 1000), padre_id = x.padre, vista = now()
    from unnest(${causas.map((c) => c.id)}::bigint[], ${causas.map((c) => c.bien)}::float8[], ${causas.map((c) => c.padre)}::bigint[])
      as x (id, bien, padre)
    where c.id = x.id`.execute(tx)
}

/** @returns whether people were notified of it */
export async function closeCausa(tx: Db, id: number, hasta: number): Promise<boolean> {
  const { rows } = await sql<{ avisada: boolean }>`
    update causa set hasta = greatest(desde, ${new Date(hasta)}), vista = now() where id = ${id}
    returning avisada is not null as avisada`.execute(tx)
  return rows[0]?.avisada ?? false
}

/**
 * Causes to notify people of now: those that are not part of another. For a silent reader this waits until it is known whether other
 * readers are silent too.
 */
export async function takePorAvisar(
  tx: Db,
  empresa: number,
  mudoMin: number,
  esperaMin: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update causa set avisada = now()
    where empresa_id = ${empresa} and hasta is null and avisada is null and padre_id is null
      and (clase <> 'mudo' or desde < now() - make_interval(mins => ${mudoMin + esperaMin}))
    returning id`.execute(tx)
  return rows.map((r) => r.id).sort((a, b) => a - b)
}

/** Closes the stops of Retorna itself that began before, in all companies. */
export async function closeNuestras(tx: Db, beforeOf: number): Promise<{ id: number; empresa: number }[]> {
  const { rows } = await sql<{ id: number; empresa: number }>`
    update causa set hasta = bien where clase = 'nuestra' and hasta is null and bien < ${new Date(beforeOf)}
    returning id, empresa_id as empresa`.execute(tx)
  return rows
}

/** Opens a cause for a stop of Retorna itself in each company. The stop has ended, and readers get some time to be heard again. */
export async function openNuestras(tx: Db, empresas: number[], desde: number, now: number): Promise<void> {
  const evidencia: Evidencia = { minutos: Math.round((now - desde) / 60_000) }
  await sql`
    insert into causa (empresa_id, clase, desde, bien, evidencia)
    select e, 'nuestra', ${new Date(desde)}, ${new Date(now)}, ${JSON.stringify(evidencia)}::jsonb
    from unnest(${empresas}::int[]) as e
    on conflict (empresa_id, clase, coalesce(lector_id, 0)) where hasta is null and clase <> 'red' do update set bien = excluded.bien`.execute(
    tx,
  )
}

/** End of the last stop of Retorna itself, epoch ms; 0: there was none. While it is open: now. */
export async function findFinNuestra(tx: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{ fin: Date | null }>`
    select max(coalesce(hasta, bien, now())) as fin from causa where empresa_id = ${empresa} and clase = 'nuestra'`.execute(
    tx,
  )
  return rows[0]?.fin?.getTime() ?? 0
}

export async function saveBaselines(tx: Db, filas: (Baseline & { id: number })[]): Promise<void> {
  await sql`
    insert into lector_habito (lector_id, callados, peor, minutos)
    select * from unnest(${filas.map((f) => f.id)}::bigint[], ${filas.map((f) => f.callados)}::real[],
      ${filas.map((f) => f.peor)}::real[], ${filas.map((f) => f.minutos)}::int[])
    on conflict (lector_id) do update set callados = excluded.callados, peor = excluded.peor,
      minutos = excluded.minutos`.execute(tx)
}
