import { sql } from 'kysely'
import type { Ajustes } from '#contract/parque/ajustes/values'
import type { Db } from '../../platform/db/client'
import { PICOS } from '../dispositivos/mide'

/** The most rows read for one effect: a trial must take seconds, not minutes. */
const MAX_ROWS = 200_000

export type Golpe = {
  id: number | null
  dispositivo: number
  apodo: string
  familia: string | null
  mac: string
  tiempo: Date
  hasta: Date
  pico: number | null
  /** The tag sends peak values, which have a threshold of their own. */
  picos: boolean
}

/** Incidents since `desde`, in order of container and time. */
export async function listGolpes(db: Db, empresa: number, desde: Date): Promise<Golpe[]> {
  const { rows } = await sql<Golpe>`
    select i.id, i.dispositivo_id as dispositivo, coalesce(d.apodo, d.mac) as apodo, d.familia, d.mac,
      i.tiempo, i.hasta, i.pico_g as pico,
      coalesce(e.acel_dice & ${PICOS} <> 0, false) as picos
    from incidencia i join dispositivo d on d.id = i.dispositivo_id
    left join dispositivo_estado e on e.dispositivo_id = d.id
    where i.empresa_id = ${empresa} and i.tiempo >= ${desde}
    order by i.dispositivo_id, i.tiempo limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Samples stored with recent events that are no impact: from `g` on and below `limit`, for tags without peak values. */
export async function listMuestras(
  db: Db,
  empresa: number,
  desde: Date,
  g: number,
  limit: number,
): Promise<Golpe[]> {
  const { rows } = await sql<Golpe>`
    select null as id, v.dispositivo_id as dispositivo, coalesce(d.apodo, d.mac) as apodo, d.familia, d.mac,
      v.tiempo, v.tiempo as hasta, v.g as pico, false as picos
    from (
      select dispositivo_id, tiempo, sqrt(
        (valor ->> 'accel_x')::float8 ^ 2 + (valor ->> 'accel_y')::float8 ^ 2 + (valor ->> 'accel_z')::float8 ^ 2) as g
      from (
        select dispositivo_id, tiempo, valor from evento
        where empresa_id = ${empresa} and tiempo >= ${desde} order by tiempo desc limit ${MAX_ROWS}
      ) n
      where valor ? 'accel_x'
    ) v
    join dispositivo d on d.id = v.dispositivo_id and d.activado
    join dispositivo_estado e on e.dispositivo_id = d.id and e.acel_dice & ${PICOS} = 0
    where v.g >= ${g} and v.g < ${limit}
    order by 2, v.tiempo`.execute(db)
  return rows
}

/** Silences of containers since `desde`, from their stays: the last reading, and the minutes of silence after it. */
export async function listSilencios(
  db: Db,
  empresa: number,
  desde: Date,
  minutes: number,
): Promise<{ apodo: string; tiempo: Date; minutos: number }[]> {
  const { rows } = await sql<{ apodo: string; tiempo: Date; minutos: number }>`
    select coalesce(d.apodo, d.mac) as apodo, x.hasta as tiempo, x.minutos
    from (
      select dispositivo_id, hasta, silencio,
        extract(epoch from coalesce(lead(desde) over (partition by dispositivo_id order by desde), now()) - hasta) / 60 as minutos
      from estancia_toda where empresa_id = ${empresa} and (hasta is null or hasta >= ${desde})
    ) x join dispositivo d on d.id = x.dispositivo_id and d.eliminado is null
    where x.silencio and x.minutos > ${minutes} order by x.hasta desc limit ${MAX_ROWS}`.execute(db)
  return rows
}

export type Parada = {
  apodo: string
  dispositivo: number
  lugar: string
  desde: Date
  hasta: Date
  silencio: boolean
}

/** Stays that ended since `desde`, in order of container and time. */
export async function listParadas(db: Db, empresa: number, desde: Date): Promise<Parada[]> {
  const { rows } = await sql<Parada>`
    select coalesce(d.apodo, d.mac) as apodo, e.dispositivo_id as dispositivo, coalesce(e.lugar, l.apodo, l.mac, '') as lugar,
      e.desde, e.hasta, e.silencio
    from estancia_toda e join dispositivo d on d.id = e.dispositivo_id and d.eliminado is null
    left join dispositivo l on l.id = e.lector_id
    where e.empresa_id = ${empresa} and e.hasta >= ${desde}
    order by e.dispositivo_id, e.desde limit ${MAX_ROWS}`.execute(db)
  return rows
}

export type Rest = { apodo: string; tiempo: Date; segundos: number }

/** Pauses between two movements within the recent events, and how long each lasted. */
export async function listReposos(
  db: Db,
  empresa: number,
  desde: Date,
  segundosParado: number,
): Promise<Rest[]> {
  const { rows } = await sql<Rest>`
    select coalesce(d.apodo, d.mac) as apodo, x.tiempo,
      extract(epoch from x.sigue - x.tiempo) + ${segundosParado} as segundos
    from (
      select dispositivo_id, tiempo, estado, lead(tiempo) over w as sigue, lead(estado) over w as luego
      from (
        select dispositivo_id, tiempo, estado, lag(estado) over (partition by dispositivo_id order by tiempo, id) as antes
        from (
          select id, dispositivo_id, tiempo, estado from evento
          where empresa_id = ${empresa} and tiempo >= ${desde} order by tiempo desc limit ${MAX_ROWS}
        ) n
      ) c
      where estado is distinct from antes
      window w as (partition by dispositivo_id order by tiempo)
    ) x join dispositivo d on d.id = x.dispositivo_id
    where x.estado = 0 and x.luego = 1 order by x.tiempo desc`.execute(db)
  return rows
}

type Now = { apodo: string; tiempo: Date | null; valor: number }

/** Readers with the minutes that they are silent now, the longest first. */
export async function listCallados(db: Db, empresa: number): Promise<Now[]> {
  const { rows } = await sql<Now>`
    select coalesce(d.apodo, d.mac) as apodo, e.ultimo_registro as tiempo,
      extract(epoch from now() - e.ultimo_registro) / 60 as valor
    from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id
    where d.empresa_id = ${empresa} and d.eliminado is null and d.tipo = 'Reader' order by 3 desc limit ${MAX_ROWS}`.execute(
    db,
  )
  return rows
}

/** Containers whose battery is below one of two limits now, the lowest first. */
export async function listBaterias(
  db: Db,
  empresa: number,
  a: Pick<Ajustes, 'bateriaBaja'>,
  b: Pick<Ajustes, 'bateriaBaja'>,
): Promise<Now[]> {
  const { rows } = await sql<Now>`
    select coalesce(d.apodo, d.mac) as apodo, e.ultimo_registro as tiempo, e.bateria as valor
    from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id
    where d.empresa_id = ${empresa} and d.eliminado is null and d.tipo <> 'Reader'
      and e.bateria < ${Math.max(a.bateriaBaja, b.bateriaBaja)} order by 3 limit ${MAX_ROWS}`.execute(db)
  return rows
}
