import { sql } from 'kysely'
import type { LimiteOf, Meta } from '#contract/flujo/ciclos/cuadro-values'
import type { Clase } from '#contract/flujo/ciclos/values'
import type { Db } from '../../platform/db/client'
import type { Donde } from './repo-contenedores'
import { cuentasOf } from './vivas/repo-counts'

/** @param empresa null: all */
export async function listVisibles(db: Db, empresa: number | null) {
  const { rows } = await sql<{ id: number; nombre: string; empresa: number; empresa_nombre: string }>`
    select c.id, c.nombre, e.id as empresa, e.nombre as empresa_nombre from ciclo c join empresa e on e.id = c.empresa_id
    where ${empresa}::int is null or e.id = ${empresa} order by e.id, c.familias = '{}' desc, c.id`.execute(
    db,
  )
  return rows
}

export async function isVisible(db: Db, ciclo: number, empresa: number | null): Promise<boolean> {
  const { rows } = await sql`
    select from ciclo where id = ${ciclo} and (${empresa}::int is null or empresa_id = ${empresa})`.execute(
    db,
  )
  return rows.length > 0
}

/** The names of a loop and of its stages, in the order given. */
export async function listNombres(db: Db, ciclo: number | null, etapas: readonly number[]) {
  const { rows } = await sql<{ ciclo: string | null; etapas: string[] }>`
    select (select nombre from ciclo where id = ${ciclo}) as ciclo,
      array(select t.nombre from unnest(${etapas}::bigint[]) with ordinality as x (id, n)
        join etapa t on t.id = x.id where t.ciclo_id = ${ciclo} order by x.n) as etapas`.execute(db)
  return rows[0] as { ciclo: string | null; etapas: string[] }
}

export async function findMedida<T>(
  db: Db,
  ciclo: number,
  familia: string,
): Promise<{ datos: T | null; hecha: Date; familias: string[] } | undefined> {
  const { rows } = await sql<{ datos: T | null; hecha: Date; familias: string[] }>`
    select (select datos from ciclo_medida f where f.ciclo_id = m.ciclo_id and f.familia = ${familia}) as datos, m.hecha,
      array(select familia from ciclo_medida f where f.ciclo_id = m.ciclo_id and f.familia <> '' order by 1) as familias
    from ciclo_medida m where m.ciclo_id = ${ciclo} and m.familia = ''`.execute(db)
  return rows[0]
}

export type EtapaViva = {
  id: number
  nombre: string
  clase: Clase
  ancla: boolean
  dentro: number
  callan: number
  atascados: number
  aparte: number
  limite_h: number | null
  limite_de: LimiteOf | null
  sin_limite: number
  meta: Meta | null
  general: Meta | null
}

/** What is set for a family in the stage `t`; null: nothing. */
const META = (familia: string) => sql`(
  select json_build_object('plazo_h', m.plazo_h, 'minimo', m.minimo, 'objetivo', m.objetivo, 'maximo', m.maximo)
  from etapa_meta m where m.etapa_id = t.id and m.familia = ${familia})`

/** The stages of a loop with the targets of a family. */
export async function listMetas(
  db: Db,
  ciclo: number,
  familia: string,
): Promise<Pick<EtapaViva, 'id' | 'meta'>[]> {
  const { rows } = await sql<Pick<EtapaViva, 'id' | 'meta'>>`
    select t.id, ${META(familia)} as meta from etapa t where t.ciclo_id = ${ciclo} order by t.orden, t.id`.execute(
    db,
  )
  return rows
}

/** The stages of a loop with their current contents and targets. */
export async function listEtapasVivas(db: Db, d: Donde): Promise<EtapaViva[]> {
  const { rows } = await sql<EtapaViva>`
    with ${cuentasOf(d)}
    select t.id, t.nombre, t.clase, t.ancla, coalesce(x.dentro, 0) as dentro, coalesce(x.callan, 0) as callan,
      coalesce(z.atascados, 0) as atascados, coalesce(z.aparte, 0) as aparte,
      l.limite_s / 3600 as limite_h, l.de as limite_de, coalesce(x.sin_limite, 0) as sin_limite,
      ${META(d.familia ?? '')} as meta, ${META('')} as general
    from etapa t left join contados x on x.etapa_id = t.id
    left join pasan z on z.etapa_id = t.id
    left join etapa_limite l on l.etapa_id = t.id and l.familia = ${d.familia}
    where t.ciclo_id = ${d.ciclo} order by t.orden, t.id`.execute(db)
  return rows
}

export async function findCoste(db: Db, empresa: number, familia: string): Promise<number | null> {
  const { rows } = await sql<{ euros_dia: number }>`
    select euros_dia from familia_coste where empresa_id = ${empresa} and familia = ${familia}`.execute(db)
  return rows[0]?.euros_dia ?? null
}

type MetaEtapa = Meta & { etapa: number }

/** Saves the targets of a family. Stages of other loops are ignored; a stage without any target keeps no row. */
export async function saveMetas(
  tx: Db,
  empresa: number,
  ciclo: number,
  familia: string,
  metas: readonly MetaEtapa[],
): Promise<void> {
  const filas = JSON.stringify(metas)
  const puestas = sql`
    from json_to_recordset(${filas}::json) as x (etapa bigint, plazo_h real, minimo int, objetivo int, maximo int)
    join etapa t on t.id = x.etapa and t.ciclo_id = ${ciclo} and t.empresa_id = ${empresa}
    where num_nonnulls(x.plazo_h, x.minimo, x.objetivo, x.maximo) > 0`
  await sql`
    delete from etapa_meta m using etapa t where t.id = m.etapa_id and t.ciclo_id = ${ciclo} and m.familia = ${familia}
      and m.etapa_id not in (select t.id ${puestas})`.execute(tx)
  await sql`
    insert into etapa_meta (etapa_id, empresa_id, familia, plazo_h, minimo, objetivo, maximo)
    select t.id, ${empresa}, ${familia}, x.plazo_h, x.minimo, x.objetivo, x.maximo ${puestas}
    on conflict (etapa_id, familia) do update set plazo_h = excluded.plazo_h, minimo = excluded.minimo,
      objetivo = excluded.objetivo, maximo = excluded.maximo`.execute(tx)
}

/** @param euros null: the cost is not known */
export async function saveCoste(
  tx: Db,
  empresa: number,
  familia: string,
  euros: number | null,
): Promise<void> {
  if (euros === null)
    await sql`delete from familia_coste where empresa_id = ${empresa} and familia = ${familia}`.execute(tx)
  else
    await sql`insert into familia_coste (empresa_id, familia, euros_dia) values (${empresa}, ${familia}, ${euros})
      on conflict (empresa_id, familia) do update set euros_dia = excluded.euros_dia`.execute(tx)
}
