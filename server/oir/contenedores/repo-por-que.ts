import { sql } from 'kysely'
import type { ClaseCausa } from '#contract/avisos/causas/values'
import type { PorQue } from '#contract/oir/contenedores/por-que'
import type { Db } from '../../platform/db/client'

const WEEKS = 8

export async function findMovimiento(db: Db, id: number): Promise<Date | null> {
  const { rows } = await sql<{ t: Date | null }>`
    select ultimo_movimiento as t from dispositivo_estado where dispositivo_id = ${id}`.execute(db)
  return rows[0]?.t ?? null
}

/** The open cause that it waits behind. */
export async function findCausa(db: Db, id: number) {
  const { rows } = await sql<{ id: number; clase: ClaseCausa; lector: string | null; desde: Date }>`
    select c.id, c.clase, coalesce(l.apodo, l.mac) as lector, c.desde
    from dispositivo_actual d join causa c on c.id = d.causa_id left join dispositivo l on l.id = c.lector_id
    where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** How many containers of its family went from its stage to each other stage of the loop in the last weeks, zero included. */
export async function countPasos(db: Db, id: number): Promise<{ a: string; n: number }[]> {
  const { rows } = await sql<{ a: string; n: number }>`
    with aqui as (
      select empresa_id, ciclo_id, etapa_id, familia from visita where dispositivo_id = ${id} and hasta is null
    ), paso as (
      select v.etapa_id, count(*)::int as n from visita v join aqui a on v.empresa_id = a.empresa_id
        and v.previa_etapa_id = a.etapa_id and v.familia = a.familia
      where v.desde >= now() - make_interval(weeks => ${WEEKS}) group by 1
    )
    select t.nombre as a, coalesce(p.n, 0) as n from aqui a
    join etapa t on t.ciclo_id = a.ciclo_id and t.id <> a.etapa_id left join paso p on p.etapa_id = t.id`.execute(
    db,
  )
  return rows
}

type Persona = {
  nombre: string
  momento: Date
  hizo: NonNullable<PorQue['persona']>['hizo']
  detalle: string | null
}

/** The user who last confirmed its place, changed its tag or edited it. */
export async function findPersona(db: Db, id: number): Promise<Persona | null> {
  const { rows } = await sql<Persona>`
    select * from (
      (select c.autor as nombre, c.momento, 'lugar' as hizo, u.nombre as detalle
       from confirmacion c join ubicacion u on u.id = c.ubicacion_id
       where c.dispositivo_id = ${id} and c.retirada is null order by c.momento desc limit 1)
      union all
      (select coalesce(q.nombre, a.username), a.momento,
         case when a.accion = 'crear' then 'alta' when a.despues ? 'mac' then 'etiqueta' else 'cambio' end,
         case when a.accion = 'cambiar' and a.despues ? 'mac' then a.despues ->> 'mac' end
       from auditoria a left join usuario q on q.id = a.usuario_id
       where a.entidad = 'dispositivo' and a.entidad_id = ${String(id)} order by a.momento desc, a.id desc limit 1)
    ) x order by momento desc limit 1`.execute(db)
  return rows[0] ?? null
}
