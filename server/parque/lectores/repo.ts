import { sql } from 'kysely'
import type { ClaseCausa } from '#contract/avisos/causas/values'
import { LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import type { Db } from '../../platform/db/client'

/** A reader by mac or id; undefined: there is none. */
export async function findLector(db: Db, cual: string | number) {
  return db
    .selectFrom('dispositivo')
    .select(['id', 'empresa_id as empresa', 'mac', 'tipo', 'etiqueta'])
    .where(typeof cual === 'number' ? 'id' : 'mac', '=', cual)
    .where('tipo', '=', 'Reader')
    .where('eliminado', 'is', null)
    .executeTakeFirst()
}

/** Readers of a company that were heard before and are silent now. */
export async function listLectoresSinSenal(db: Db, empresa: number | null) {
  const { rows } = await sql<{ mac: string; apodo: string | null; desde: Date }>`
    select d.mac, d.apodo, e.ultimo_registro as desde
    from dispositivo d
    join dispositivo_estado e on e.dispositivo_id = d.id
    join ajuste a on a.empresa_id = d.empresa_id
    where d.tipo = 'Reader' and d.eliminado is null and d.activado
      and (${empresa}::int is null or d.empresa_id = ${empresa})
      and e.ultimo_registro < now() - make_interval(mins => a.minutos_lector_sin_senal)
    order by e.ultimo_registro desc
    limit 1000`.execute(db)
  return rows
}

/** Messages of the last 60 s: those of this minute, and a proportional part of the minute before. Null: the reader was never heard. */
const MESSAGES_MINUTE = sql`(
  select round(case when e.minuto >= m.n then e.mensajes + e.mensajes_previos * (1 - m.parte)
    when e.minuto = m.n - 1 then e.mensajes * (1 - m.parte) when e.ultimo_registro is not null then 0 end, 1)::float8
  from (select floor(t)::int as n, t - floor(t) as parte from (select extract(epoch from now()) / 60 as t) t) m)`

/** Containers whose last reading is of the last ten minutes, by the reader that they were heard by. */
export async function countOidos(db: Db, empresa: number | null): Promise<Map<number, number>> {
  const { rows } = await sql<{ lector_id: number; n: number }>`
    select lector_id, count(*)::int as n from dispositivo_estado
    -- The moment is computed once, not for each container.
    where ultimo_registro > (select now() - interval '10 minutes') and lector_id is not null
      and (${empresa}::int is null or empresa_id = ${empresa}) group by 1`.execute(db)
  return new Map(rows.map((r) => [r.lector_id, r.n]))
}

/** Readers by nickname, up to the largest number that a company may have: last reading, clock, credential. */
export async function listLectores(db: Db, empresa: number | null) {
  const { rows } = await sql<{
    id: number
    mac: string
    apodo: string | null
    empresa: number
    activado: boolean
    ubicacion: string | null
    ultimo_registro: Date | null
    desfase_s: number | null
    mensajes_minuto: number | null
    usuario: string | null
    puente: boolean | null
    creada: Date | null
    rechazo: string | null
    rechazado: Date | null
    causa_id: number | null
    causa_clase: ClaseCausa | null
    causa_desde: Date | null
    causa_bien: Date | null
    reloj_max_s: number
  }>`
    select d.id, d.mac, d.apodo, d.empresa_id as empresa, d.activado, u.nombre as ubicacion, e.ultimo_registro, e.desfase_s,
      (select segundos_reloj from ajuste where empresa_id = d.empresa_id) as reloj_max_s,
      ${MESSAGES_MINUTE} as mensajes_minuto,
      c.usuario, c.puente, c.creada, r.detalle as rechazo, r.cuando as rechazado,
      k.id as causa_id, k.clase as causa_clase, k.desde as causa_desde, k.bien as causa_bien
    from dispositivo d
    -- A reader at a time: joined, the states of all containers would be read once more.
    left join lateral (select * from dispositivo_estado where dispositivo_id = d.id offset 0) e on true
    left join ubicacion u on u.id = d.ubicacion_id
    left join credencial c on c.dispositivo_id = d.id
    left join lector_rechazo r on r.lector_id = d.id and r.cuando > greatest(c.creada, now() - interval '1 hour')
      and not (r.sin_oirse and e.recibido is not null)
    left join (
      select distinct on (lector_id) lector_id, id, clase, desde, bien from causa where hasta is null
      order by lector_id, bien is not null, clase = 'reloj', desde) k on k.lector_id = d.id
    where d.tipo = 'Reader' and d.eliminado is null and (${empresa}::int is null or d.empresa_id = ${empresa})
    order by lower(d.apodo), d.mac
    limit ${LECTORES_POR_EMPRESA}`.execute(db)
  return rows
}
