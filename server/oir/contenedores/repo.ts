import { sql } from 'kysely'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { roundG } from '#contract/values/medidas'
import { measuresImpactos } from '../../parque/dispositivos/mide'
import type { Db } from '../../platform/db/client'
import type { Periodo } from '../../platform/time/period'
import { isoPlanta } from '../../platform/time/time'
import { CON_LUGAR } from '../incidencias/repo-lugar'

const MAX_ROWS = 500

export type Contenedor = {
  id: number
  mac: string
  empresa: number
  nombre_empresa: string
  eliminado: Date | null
}

/** In each company the container with this nickname, else with this mac; in use, else the last deleted one. */
async function listEntre(
  db: Db,
  nombre: string,
  mac: string,
  empresa: number | null,
  eliminados: boolean,
): Promise<Contenedor[]> {
  const { rows } = await sql<Contenedor>`
    with visto as (
      select d.*, e.nombre as nombre_empresa,
        rank() over (order by (lower(d.apodo) = lower(${nombre})) desc nulls last) as puesto
      from dispositivo d join empresa e on e.id = d.empresa_id
      where d.eliminado ${eliminados ? sql`is not null` : sql`is null`} and d.tipo <> 'Reader'
        and (lower(d.apodo) = lower(${nombre}) or d.mac = ${mac})
        and (${empresa}::int is null or d.empresa_id = ${empresa})
    )
    select distinct on (empresa_id) id, mac, empresa_id as empresa, nombre_empresa, eliminado
    from visto where puesto = 1 order by empresa_id, eliminado desc, id desc`.execute(db)
  return rows
}

/** The containers in use with this name, one per company; else the deleted ones, whose history is kept. */
export async function listContenedores(
  db: Db,
  nombre: string,
  mac: string,
  empresa: number | null,
): Promise<Contenedor[]> {
  const enUso = await listEntre(db, nombre, mac, empresa, false)
  return enUso.length ? enUso : listEntre(db, nombre, mac, empresa, true)
}

const round = (n: number | null) => (n === null ? null : Number(n.toFixed(1)))

/** Battery and temperature by local hour of the plant. */
export async function listSurvivalCurves(
  db: Db,
  id: number,
  p: Periodo,
  zona: string,
): Promise<FichaContenedor['curvas']> {
  const { rows } = await sql<{ t: Date; bateria: number | null; temperatura: number | null }>`
    select date_trunc('hour', tiempo) as t, avg(bateria)::float8 as bateria, avg(temperatura)::float8 as temperatura
    from evento where dispositivo_id = ${id} and tiempo >= ${p.desde} and tiempo < ${p.hasta}
    group by 1 order by 1`.execute(db)
  return rows.map((r) => ({
    t: isoPlanta(r.t, zona),
    bateria: round(r.bateria),
    temperatura: round(r.temperatura),
  }))
}

export async function listImpactos(
  db: Db,
  id: number,
  p: Periodo,
  zona: string,
): Promise<FichaContenedor['impactos']> {
  const { rows } = await sql<{
    id: number
    tiempo: Date
    ubicacion: string | null
    pico_g: number | null
    revisado: boolean
    hubo_danio: boolean
  }>`
    select i.id, i.tiempo, u.nombre as ubicacion, i.pico_g, i.revisado, i.hubo_danio
    from incidencia i
    ${CON_LUGAR}
    where i.dispositivo_id = ${id} and i.tiempo >= ${p.desde} and i.tiempo < ${p.hasta}
    order by i.tiempo desc limit ${MAX_ROWS}`.execute(db)
  return rows.map(({ tiempo, ubicacion, pico_g, ...r }) => ({
    ...r,
    Time: isoPlanta(tiempo, zona),
    Ubicacion: ubicacion,
    pico_g: roundG(pico_g),
  }))
}

/** Whether its tag measures impacts; null: it has reported no acceleration. */
export async function findMideImpactos(db: Db, id: number): Promise<boolean | null> {
  const { rows } = await sql<{ dice: number | null }>`
    select acel_dice as dice from dispositivo_estado where dispositivo_id = ${id}`.execute(db)
  return measuresImpactos(rows[0]?.dice ?? 0)
}

/** All impacts of a container, those that nobody has closed, and those of them that did damage. */
export async function countImpactos(
  db: Db,
  id: number,
): Promise<{ total: number; n: number; con_danio: number }> {
  const { rows } = await sql<{ total: number; n: number; con_danio: number }>`
    select count(*)::int as total, (count(*) filter (where not revisado))::int as n,
      (count(*) filter (where not revisado and hubo_danio))::int as con_danio
    from incidencia where dispositivo_id = ${id}`.execute(db)
  return rows[0] ?? { total: 0, n: 0, con_danio: 0 }
}

/** Whether its battery is to be changed, and in which stage people were told that it is stuck and nobody has put it off. */
export async function findEspera(db: Db, id: number): Promise<FichaContenedor['espera']> {
  const { rows } = await sql<FichaContenedor['espera']>`
    select (select p.clase from pila p where p.dispositivo_id = ${id} and p.clase in ('ya', 'este_mes')) as pila,
      (select e.nombre from visita_viva v join atasco_dicho a on a.dispositivo_id = v.dispositivo_id
         and case when a.etapa_id is null then a.desde = v.desde else a.etapa_id = v.etapa_id and a.momento >= v.desde end
       join etapa e on e.id = v.etapa_id join dispositivo d on d.id = v.dispositivo_id and d.activado
       where v.dispositivo_id = ${id} and v.hasta is null and v.causa_id is null and not exists (
         select from atasco c where c.dispositivo_id = v.dispositivo_id and c.etapa_id = v.etapa_id and c.callado_hasta > now()
       )) as atascado`.execute(db)
  return rows[0] ?? { pila: null, atascado: null }
}

/** Changes of its tag, from the audit log. */
export async function listEtiquetasOf(
  db: Db,
  id: number,
  zona: string,
): Promise<FichaContenedor['etiquetas']> {
  const { rows } = await sql<{ momento: Date; antes: string; despues: string; username: string }>`
    select momento, antes ->> 'mac' as antes, despues ->> 'mac' as despues, username from auditoria
    where entidad = 'dispositivo' and entidad_id = ${String(id)} and accion = 'cambiar' and despues ? 'mac'
    order by momento desc limit ${MAX_ROWS}`.execute(db)
  return rows.map((r) => ({ ...r, momento: isoPlanta(r.momento, zona) }))
}
