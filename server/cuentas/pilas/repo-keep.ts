import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import type { Memoria } from './memory'
import type { Juicio } from './rules'

/** Serializes the writers until the transaction ends: what is saved must include everything that users said before. */
export async function lockPilas(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.pilas)}, 0)`.execute(tx)
}

/** A tag in its current state, with its stored memory and the users' entries. */
export type Etiqueta = {
  id: number
  empresa: number
  familia: string
  mac: string
  modelo: string
  /** The company's limit of a low battery, in percent. */
  baja: number
  recibido: Date | null
  ultimo: Date | null
  /** Mac of the tag that sent the report; null: its own. */
  tag: string | null
  bateria: number | null
  mv: number | null
  grados: number | null
  secuencia: string | null
  encendido_s: string | null
  memoria: Memoria | null
  /** When its battery was put in, and when a user last denied an exchange. */
  desde: Date | null
  negada: Date | null
}

/** Entries that were not taken back, about the tags that the containers carry now. */
const DICHO = (clase: 'cambio' | 'no_fue') => sql`(select max(c.cuando) from cambio_pila c
  where c.dispositivo_id = d.id and c.mac = d.mac and c.clase = ${sql.lit(clase)}
    and not exists (select from cambio_pila x where x.anula = c.id))`

export async function listEtiquetas(tx: Db, ids: readonly number[]): Promise<Etiqueta[]> {
  const { rows } = await sql<Etiqueta>`
    select d.id, d.empresa_id as empresa, coalesce(d.familia, '') as familia, d.mac, modelo_etiqueta(d.mac, d.tipo) as modelo,
      a.bateria_baja as baja, e.recibido, e.ultimo_registro as ultimo, e.tag, e.bateria, e.bateria_mv as mv, e.temperatura as grados,
      e.valor ->> 'secuencia' as secuencia, e.valor ->> 'encendido_s' as encendido_s, p.memoria,
      ${DICHO('cambio')} as desde, ${DICHO('no_fue')} as negada
    from dispositivo d join ajuste a on a.empresa_id = d.empresa_id
    left join dispositivo_estado e on e.dispositivo_id = d.id left join pila p on p.dispositivo_id = d.id
    where d.id = any(${ids as number[]}::bigint[]) and d.tipo <> 'Reader' and d.eliminado is null`.execute(tx)
  return rows
}

/** Fewest tags of a run. */
const MIN_TURNO = 1000

/**
 * Tags to evaluate: never evaluated, evaluated an hour ago, or with another company, family or model of tag since.
 * @param turnos at most this part of all tags
 */
export async function listDue(tx: Db, turnos: number): Promise<number[]> {
  // Each half has an index.
  await sql`delete from pila where dispositivo_id = any(array(
    select id from dispositivo where eliminado is not null
    union all select id from dispositivo where tipo = 'Reader' and eliminado is null))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select d.id from dispositivo d left join pila p on p.dispositivo_id = d.id
    where d.tipo <> 'Reader' and d.eliminado is null and (p.dispositivo_id is null or p.revisada < now() - interval '55 minutes'
      or p.empresa_id <> d.empresa_id or p.familia <> coalesce(d.familia, '') or p.modelo <> modelo_etiqueta(d.mac, d.tipo))
    limit greatest(${MIN_TURNO}, (select count(*) / ${turnos} from dispositivo where tipo <> 'Reader' and eliminado is null))`.execute(
    tx,
  )
  return rows.map((r) => r.id)
}

export type Guardada = Juicio & {
  id: number
  empresa: number
  familia: string
  modelo: string
  urgencia: number
  desde: Date | null
  fresca_desde: Date | null
  fresca: Date | null
  memoria: Memoria | null
}

export async function savePilas(tx: Db, pilas: readonly Guardada[]): Promise<void> {
  await sql`
    insert into pila (dispositivo_id, empresa_id, familia, modelo, clase, motivo, urgencia, mv, bateria, riesgo, quedan, desde, fresca_desde, fresca,
      memoria)
    select x.id, x.empresa, x.familia, x.modelo, x.clase, x.motivo, x.urgencia, x.mv, x.bateria, x.riesgo, x.quedan, x.desde, x.fresca_desde, x.fresca,
      nullif(x.memoria, 'null')
    from jsonb_to_recordset(${JSON.stringify(pilas)}::jsonb) as x (id bigint, empresa int, familia text, modelo text, clase text,
      motivo text, urgencia real, mv int, bateria real, riesgo real, quedan int, desde timestamptz, fresca_desde timestamptz, fresca timestamptz,
      memoria jsonb)
    on conflict (dispositivo_id) do update set empresa_id = excluded.empresa_id, familia = excluded.familia, modelo = excluded.modelo,
      clase = excluded.clase, motivo = excluded.motivo, urgencia = excluded.urgencia, mv = excluded.mv, bateria = excluded.bateria,
      riesgo = excluded.riesgo, quedan = excluded.quedan, desde = excluded.desde, fresca_desde = excluded.fresca_desde, fresca = excluded.fresca,
      memoria = excluded.memoria, revisada = now()`.execute(tx)
}
