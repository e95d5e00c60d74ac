import type pg from 'pg'
import { jsons, numbers, texts } from '../../../../platform/db/columns'
import { queueJob } from '../../../../platform/jobs/jobs'
import type { NewEvento } from '../../../eventos/evento'
import { insertEventos } from '../../../eventos/repo-write'
import type { DeviceState, Impacto } from '../../rules/device-state'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import { pasoOf } from '../../rules/sensor'
import type { Message } from '../message'
import { insertTrainingRests, type TrainingRest, takeTrainingRests } from '../rest/repo-training-rests'
import { insertWalkObservations, type WalkObservation } from '../rest/repo-walk-observations'
import {
  beliefColumns,
  insertBeliefs,
  insertTransiciones,
  type LectoresOf,
  type Transicion,
} from './repo-beliefs'

/** A reader that gave a sign of life. */
export type Heartbeat = {
  lector: number
  empresa: number
  recibido: number
  desfase: number | null
  /** The last message told the clock itself. */
  conReloj: boolean
  /** Messages of the batch that it speaks in, and the last of them. */
  mensajes: number
  ultimo: Message
}

/** A tag that nobody of the company registered. */
export type Visto = {
  empresa: number
  mac: string
  veces: number
  t: number
  lector: number
  rssi: number | null
  aleatoria: boolean
  /** It sends what only tags send. */
  formatoConocido: boolean
}

/** Everything that a batch of readings leads to. */
export type WriteSet = {
  rastros: Set<DeviceState>
  /** Those that changed in a way that people see. The others were only heard again. */
  cambiados: Set<DeviceState>
  eventos: NewEvento[]
  transiciones: Transicion[]
  impactos: Map<Impacto, DeviceState>
  latidos: Map<number, Heartbeat>
  vistos: Map<string, Visto>
  oidos: WalkObservation[]
}

export const createWriteSet = (): WriteSet => ({
  rastros: new Set(),
  cambiados: new Set(),
  eventos: [],
  transiciones: [],
  impactos: new Map(),
  latidos: new Map(),
  vistos: new Map(),
  oidos: [],
})

/** The later of two times. A stored time ahead of now is ignored: our clock was wrong then and has been put back. */
const later = (column: string, prior: string) =>
  `case when ${prior}.${column} > now() + interval '5 minutes' then excluded.${column}
    else greatest(${prior}.${column}, excluded.${column}) end`

const ESTADOS = `
insert into dispositivo_estado as e (
  dispositivo_id, empresa_id, ultimo_registro, recibido, lector_id, lector_desde, ubicacion_id, certeza, segunda_id,
  segunda_certeza, en_camino, previa_hasta, previa_silencio, rssi, estado, estado_desde,
  ultimo_movimiento, contador_movimiento, bateria, bateria_mv, temperatura, humedad, accel, roll, pitch, lat, lon,
  valor, huella, ultimo_evento, tag, acel_dice, acel_paso, acel_tope, acel_veces)
select d, e, to_timestamp(u / 1000), now(), l, to_timestamp(ld / 1000), ub, ce, sg, sc, ec, to_timestamp(ph / 1000), ps, r,
  s, to_timestamp(sd / 1000), to_timestamp(m / 1000), c, b, bm, te, h, a::real[], ro, pi, la, lo, v, hu,
  to_timestamp(ev / 1000), tg, ad, ap, at, av
from unnest($1::bigint[], $2::int[], $3::float8[], $4::bigint[], $5::float8[], $6::smallint[], $7::smallint[],
  $8::float8[], $9::float8[], $10::bigint[], $11::real[], $12::int[], $13::real[], $14::real[], $15::text[],
  $16::real[], $17::real[], $18::float8[], $19::float8[], $20::jsonb[], $21::bigint[], $22::float8[],
  $23::text[], $24::bigint[], $25::real[], $26::bigint[], $27::real[], $28::boolean[], $29::float8[],
  $30::boolean[], $31::smallint[], $32::real[], $33::real[], $34::int[])
  as x(d, e, u, l, ld, r, s, sd, m, c, b, bm, te, h, a, ro, pi, la, lo, v, hu, ev, tg, ub, ce, sg, sc, ec, ph, ps,
    ad, ap, at, av)
on conflict (dispositivo_id) do update set
  ultimo_registro = ${later('ultimo_registro', 'e')}, recibido = excluded.recibido,
  lector_id = excluded.lector_id, lector_desde = excluded.lector_desde, ubicacion_id = excluded.ubicacion_id,
  certeza = excluded.certeza, segunda_id = excluded.segunda_id, segunda_certeza = excluded.segunda_certeza,
  en_camino = excluded.en_camino, previa_hasta = excluded.previa_hasta, previa_silencio = excluded.previa_silencio,
  rssi = excluded.rssi,
  estado = excluded.estado, estado_desde = excluded.estado_desde, ultimo_movimiento = excluded.ultimo_movimiento,
  contador_movimiento = excluded.contador_movimiento, bateria = excluded.bateria, bateria_mv = excluded.bateria_mv,
  temperatura = excluded.temperatura, humedad = excluded.humedad, accel = excluded.accel, roll = excluded.roll,
  pitch = excluded.pitch, lat = excluded.lat, lon = excluded.lon, valor = excluded.valor, huella = excluded.huella,
  ultimo_evento = excluded.ultimo_evento, tag = excluded.tag,
  acel_dice = excluded.acel_dice, acel_paso = excluded.acel_paso, acel_tope = excluded.acel_tope,
  acel_veces = excluded.acel_veces`

const MINUTE = 'floor(extract(epoch from now()) / 60)::int'

/** The stored minute is this one or a little later (a transaction that began later), not from a clock that was ahead. */
const MISMO_MINUTO = 'e.minuto between excluded.minuto and excluded.minuto + 5'

/** Returns readers that were silent for over a minute: only then can what people see of them (silent or not) change. */
const HEARTBEATS = `
with vivos as materialized (
  select dispositivo_id from dispositivo_estado
  where dispositivo_id = any($1::bigint[]) and recibido > now() - interval '1 minute'
), escritos as (
insert into dispositivo_estado as e (dispositivo_id, empresa_id, ultimo_registro, estado_desde, desfase_s, minuto, mensajes, mensajes_previos)
select d, e, to_timestamp(u / 1000), to_timestamp(u / 1000), s, ${MINUTE}, n, 0
from unnest($1::bigint[], $2::int[], $3::float8[], $4::int[], $5::int[]) as x(d, e, u, s, n)
on conflict (dispositivo_id) do update set
  ultimo_registro = ${later('ultimo_registro', 'e')}, recibido = now(),
  desfase_s = coalesce(excluded.desfase_s, e.desfase_s),
  minuto = case when ${MISMO_MINUTO} then e.minuto else excluded.minuto end,
  mensajes = case when ${MISMO_MINUTO} then e.mensajes + excluded.mensajes else excluded.mensajes end,
  mensajes_previos = case when ${MISMO_MINUTO} then e.mensajes_previos
    when e.minuto = excluded.minuto - 1 then e.mensajes else 0 end
returning dispositivo_id)
select dispositivo_id as id from escritos where dispositivo_id not in (select dispositivo_id from vivos)`

const IMPACTOS = `
insert into incidencia as i (empresa_id, dispositivo_id, lector_id, tiempo, hasta, impactos, pico_g,
  accelxmax, accelxmin, accelymax, accelymin, accelzmax, accelzmin, muestras, ubicacion_id, lat, lon)
select e, d, l, t, h, n, p, xa, xi, ya, yi, za, zi, m, r.ubicacion_id, r.lat, r.lon from json_to_recordset($1::json) as x(
  e int, d bigint, l bigint, t timestamptz, h timestamptz, n int, p real,
  xa real, xi real, ya real, yi real, za real, zi real, m jsonb)
left join dispositivo r on r.id = l
order by d, t
on conflict (dispositivo_id, tiempo) do update set
  hasta = greatest(i.hasta, excluded.hasta), impactos = greatest(i.impactos, excluded.impactos),
  pico_g = greatest(i.pico_g, excluded.pico_g),
  accelxmax = greatest(i.accelxmax, excluded.accelxmax), accelxmin = least(i.accelxmin, excluded.accelxmin),
  accelymax = greatest(i.accelymax, excluded.accelymax), accelymin = least(i.accelymin, excluded.accelymin),
  accelzmax = greatest(i.accelzmax, excluded.accelzmax), accelzmin = least(i.accelzmin, excluded.accelzmin),
  muestras = excluded.muestras
where not i.revisado`

const VISTOS = `
insert into visto_sin_registrar as s (empresa_id, mac, veces, primera, ultima, lector_id, rssi, aleatoria, formato_conocido)
select e, m, n, to_timestamp(t / 1000), to_timestamp(t / 1000), l, r, a, f
from unnest($1::int[], $2::text[], $3::bigint[], $4::float8[], $5::bigint[], $6::smallint[], $7::boolean[], $8::boolean[])
  as x(e, m, n, t, l, r, a, f)
on conflict (empresa_id, mac) do update set veces = s.veces + excluded.veces,
  ultima = ${later('ultima', 's')}, lector_id = excluded.lector_id, rssi = excluded.rssi,
  formato_conocido = s.formato_conocido or excluded.formato_conocido`

const date = (ms: number | null) => (ms === null ? null : new Date(ms))

/** The number of a location; null for the surroundings of a reader without one. */
const ubicacionOf = (place: number | null | undefined) => (place && place < PLACE_OF_LECTOR ? place : null)

const deviceStateColumns = (r: DeviceState[]) => [
  numbers(r, (x) => x.dispositivo),
  numbers(r, (x) => x.empresa),
  numbers(r, (x) => x.ultimo),
  numbers(r, (x) => x.sitio.lector),
  numbers(r, (x) => (x.sitio.lector === null ? null : x.sitio.desde)),
  numbers(r, (x) => x.rssi),
  numbers(r, (x) => x.estado ?? 0),
  numbers(r, (x) => x.estadoDesde),
  numbers(r, (x) => x.ultimoMovimiento),
  numbers(r, (x) => x.contador),
  numbers(r, (x) => x.bateria),
  numbers(r, (x) => x.bateriaMv),
  numbers(r, (x) => x.temperatura),
  numbers(r, (x) => x.humedad),
  texts(r, (x) => x.accel && `{${x.accel}}`),
  numbers(r, (x) => x.roll),
  numbers(r, (x) => x.pitch),
  numbers(r, (x) => x.lat),
  numbers(r, (x) => x.lon),
  jsons(r, (x) => x.valor),
  numbers(r, (x) => x.huella),
  numbers(r, (x) => x.evento?.recibido ?? null),
  texts(r, (x) => x.tag),
  numbers(r, (x) => (x.sitio.ajeno ? ubicacionOf(x.sitio.lugar) : null)),
  numbers(r, (x) => x.certeza),
  numbers(r, (x) => ubicacionOf(x.segundo?.lugar)),
  numbers(r, (x) => x.segundo?.p ?? null),
  texts(r, (x) => (x.enCamino ? 't' : 'f')),
  numbers(r, (x) => x.sitio.previaHasta),
  texts(r, (x) => (x.sitio.previaSilencio ? 't' : 'f')),
  numbers(r, (x) => x.sensor.dice),
  numbers(r, (x) => pasoOf(x.sensor)),
  numbers(r, (x) => x.sensor.tope),
  numbers(r, (x) => x.sensor.veces),
]

const heartbeatColumns = (l: Heartbeat[]) => [
  numbers(l, (x) => x.lector),
  numbers(l, (x) => x.empresa),
  numbers(l, (x) => x.recibido),
  numbers(l, (x) => x.desfase),
  numbers(l, (x) => x.mensajes),
]

const vistoColumns = (v: Visto[]) => [
  numbers(v, (x) => x.empresa),
  texts(v, (x) => x.mac),
  numbers(v, (x) => x.veces),
  numbers(v, (x) => x.t),
  numbers(v, (x) => x.lector),
  numbers(v, (x) => x.rssi),
  texts(v, (x) => (x.aleatoria ? 't' : 'f')),
  texts(v, (x) => (x.formatoConocido ? 't' : 'f')),
]

function impactRow(i: Impacto, r: DeviceState) {
  const { extremos: x } = i
  return {
    e: r.empresa,
    d: r.dispositivo,
    l: i.lector || null,
    t: date(i.tiempo),
    h: date(i.hasta),
    n: i.impactos,
    p: i.pico,
    xa: x?.x[1] ?? null,
    xi: x?.x[0] ?? null,
    ya: x?.y[1] ?? null,
    yi: x?.y[0] ?? null,
    za: x?.z[1] ?? null,
    zi: x?.z[0] ?? null,
    m: i.muestras.map(([t, ...g]) => [t - i.tiempo, ...g]),
  }
}

/** Rows are written in the order of their key, so that two writers never wait for each other in a circle. */
const inOrder = <T>(rows: Iterable<T>, clave: (x: T) => number) =>
  [...rows].sort((a, b) => clave(a) - clave(b))

/** Encoded at once, because later readings go on changing the same objects in memory. */
export type Rows = {
  estados: string[]
  creencias: string[] | null
  impactos: string
  descansos: TrainingRest[]
}

export function encodeWriteSet(writeSet: WriteSet, lectoresOf: LectoresOf): Rows {
  const deviceStates = inOrder(writeSet.rastros, (r) => r.dispositivo)
  return {
    estados: deviceStateColumns(deviceStates),
    creencias: beliefColumns(deviceStates, lectoresOf),
    impactos: JSON.stringify([...writeSet.impactos].map(([i, r]) => impactRow(i, r))),
    descansos: takeTrainingRests(deviceStates),
  }
}

/** Write a batch in the caller's transaction. */
export async function sendWriteSet(
  client: pg.ClientBase,
  base: object,
  writeSet: WriteSet,
  rows: Rows,
  zona: string,
): Promise<void> {
  const write = (name: string, text: string, values: string[]) => client.query({ name, text, values })
  const vueltos: number[] = []
  if (writeSet.latidos.size) {
    const heartbeats = heartbeatColumns(inOrder(writeSet.latidos.values(), (l) => l.lector))
    for (const { id } of (await write('latidos', HEARTBEATS, heartbeats)).rows) vueltos.push(id)
  }
  if (writeSet.rastros.size) await write('estados', ESTADOS, rows.estados)
  if (rows.creencias) await insertBeliefs(client, rows.creencias)
  await insertEventos(client, base, writeSet.eventos, zona)
  if (writeSet.transiciones.length) await insertTransiciones(client, writeSet.transiciones)
  if (writeSet.impactos.size) await write('impactos', IMPACTOS, [rows.impactos])
  if (writeSet.vistos.size) {
    const vistos = [...writeSet.vistos.values()]
    vistos.sort((a, b) => a.empresa - b.empresa || (a.mac < b.mac ? -1 : 1))
    await write('vistos', VISTOS, vistoColumns(vistos))
  }
  if (rows.descansos.length) await insertTrainingRests(client, rows.descansos)
  if (writeSet.oidos.length) await insertWalkObservations(client, writeSet.oidos)
  if (writeSet.cambiados.size) await noteCambios(client, writeSet.cambiados)
  // Whoever is to be told of an impact is told now, not within the minute.
  if (writeSet.impactos.size) await queueJob(client, 'avisar')
  await notifyCambios(client, writeSet, vueltos)
}

/** What is told of a device from now on, where that is something else (`por_decir`). */
async function noteCambios(client: pg.ClientBase, cambiados: Iterable<DeviceState>): Promise<void> {
  const ids = numbers([...cambiados], (r) => r.dispositivo)
  await client.query({ name: 'cambios', text: 'select anotar_cambios($1::bigint[])', values: [ids] })
}

/** A notification carries at most 8000 bytes. */
const IDS_POR_AVISO = 500

/** @param vueltos readers that were heard of for the first time after a silence */
async function notifyCambios(client: pg.ClientBase, writeSet: WriteSet, vueltos: number[]): Promise<void> {
  const porEmpresa = new Map<number, number[]>()
  const add = (empresa: number, id: number) => {
    const ids = porEmpresa.get(empresa)
    if (ids) ids.push(id)
    else porEmpresa.set(empresa, [id])
  }
  for (const r of writeSet.cambiados) add(r.empresa, r.dispositivo)
  for (const id of vueltos) add(writeSet.latidos.get(id)?.empresa ?? 0, id)
  const avisos: string[] = []
  for (const [e, ids] of porEmpresa)
    for (let i = 0; i < ids.length; i += IDS_POR_AVISO)
      avisos.push(`${e}:${ids.slice(i, i + IDS_POR_AVISO).join(',')}`)
  if (avisos.length)
    await client.query({
      name: 'avisos',
      text: "select pg_notify('retorna_cambios', a) from unnest($1::text[]) as a",
      values: [avisos],
    })
}
