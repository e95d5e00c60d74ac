import type pg from 'pg'
import { type EventoNuevo, insertEventos } from '../eventos/escritura'
import type { Impacto, Rastro } from './rastro'

/** A reader that gave a sign of life. */
export type Latido = { lector: number; empresa: number; recibido: number; desfase: number | null }

/** A tag that nobody of the company registered. */
export type Visto = {
  empresa: number
  mac: string
  veces: number
  t: number
  lector: number
  rssi: number | null
  aleatoria: boolean
}

/** Everything that a batch of readings leads to. */
export type Lote = {
  rastros: Set<Rastro>
  eventos: EventoNuevo[]
  impactos: Map<Impacto, Rastro>
  latidos: Map<number, Latido>
  vistos: Map<string, Visto>
}

export const createLote = (): Lote => ({
  rastros: new Set(),
  eventos: [],
  impactos: new Map(),
  latidos: new Map(),
  vistos: new Map(),
})

const ESTADOS = `
insert into dispositivo_estado as e (
  dispositivo_id, empresa_id, ultimo_registro, recibido, lector_id, lector_desde, rssi, estado, estado_desde,
  ultimo_movimiento, contador_movimiento, bateria, bateria_mv, temperatura, humedad, accel, roll, pitch, lat, lon,
  valor, huella, ultimo_evento)
select d, e, u, now(), l, ld, r, s, sd, m, c, b, bm, te, h,
  case when a is null then null else array(select json_array_elements_text(a)::real) end, ro, pi, la, lo, v, hu, ev
from json_to_recordset($1::json) as x(
  d bigint, e int, u timestamptz, l bigint, ld timestamptz, r smallint, s smallint, sd timestamptz, m timestamptz,
  c int, b real, bm int, te real, h real, a json, ro real, pi real, la float8, lo float8, v jsonb, hu bigint, ev timestamptz)
order by d
on conflict (dispositivo_id) do update set
  ultimo_registro = greatest(e.ultimo_registro, excluded.ultimo_registro), recibido = excluded.recibido,
  lector_id = excluded.lector_id, lector_desde = excluded.lector_desde, rssi = excluded.rssi,
  estado = excluded.estado, estado_desde = excluded.estado_desde, ultimo_movimiento = excluded.ultimo_movimiento,
  contador_movimiento = excluded.contador_movimiento, bateria = excluded.bateria, bateria_mv = excluded.bateria_mv,
  temperatura = excluded.temperatura, humedad = excluded.humedad, accel = excluded.accel, roll = excluded.roll,
  pitch = excluded.pitch, lat = excluded.lat, lon = excluded.lon, valor = excluded.valor, huella = excluded.huella,
  ultimo_evento = excluded.ultimo_evento`

const LATIDOS = `
insert into dispositivo_estado as e (dispositivo_id, empresa_id, ultimo_registro, estado_desde, desfase_s)
select d, e, u, u, s from json_to_recordset($1::json) as x(d bigint, e int, u timestamptz, s int)
order by d
on conflict (dispositivo_id) do update set
  ultimo_registro = greatest(e.ultimo_registro, excluded.ultimo_registro), recibido = now(),
  desfase_s = coalesce(excluded.desfase_s, e.desfase_s)`

const IMPACTOS = `
insert into incidencia as i (empresa_id, dispositivo_id, lector_id, tiempo, hasta, impactos, pico_g,
  accelxmax, accelxmin, accelymax, accelymin, accelzmax, accelzmin, muestras)
select e, d, l, t, h, n, p, xa, xi, ya, yi, za, zi, m from json_to_recordset($1::json) as x(
  e int, d bigint, l bigint, t timestamptz, h timestamptz, n int, p real,
  xa real, xi real, ya real, yi real, za real, zi real, m jsonb)
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
insert into visto_sin_registrar as s (empresa_id, mac, veces, primera, ultima, lector_id, rssi, aleatoria)
select e, m, n, t, t, l, r, a from json_to_recordset($1::json) as x(
  e int, m text, n bigint, t timestamptz, l bigint, r smallint, a boolean)
order by e, m
on conflict (empresa_id, mac) do update set veces = s.veces + excluded.veces,
  ultima = greatest(s.ultima, excluded.ultima), lector_id = excluded.lector_id, rssi = excluded.rssi`

const fecha = (ms: number | null) => (ms === null ? null : new Date(ms))

function rowOf(r: Rastro) {
  return {
    d: r.dispositivo,
    e: r.empresa,
    u: fecha(r.ultimo),
    l: r.oidos.lector,
    ld: fecha(r.lectorDesde),
    r: r.rssi,
    s: r.estado ?? 0,
    sd: fecha(r.estadoDesde),
    m: fecha(r.ultimoMovimiento),
    c: r.contador,
    b: r.bateria,
    bm: r.bateriaMv,
    te: r.temperatura,
    h: r.humedad,
    a: r.accel,
    ro: r.roll,
    pi: r.pitch,
    la: r.lat,
    lo: r.lon,
    v: r.valor,
    hu: r.huella,
    ev: fecha(r.evento?.recibido ?? null),
  }
}

function impactRow(i: Impacto, r: Rastro) {
  const { extremos: x } = i
  return {
    e: r.empresa,
    d: r.dispositivo,
    l: i.lector || null,
    t: fecha(i.tiempo),
    h: fecha(i.hasta),
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

/** Write a batch in the caller's transaction. */
export async function writeLote(
  cliente: pg.ClientBase,
  base: object,
  lote: Lote,
  zona: string,
): Promise<void> {
  const write = async (name: string, text: string, filas: unknown[]) => {
    if (filas.length) await cliente.query({ name, text, values: [JSON.stringify(filas)] })
  }
  await write(
    'latidos',
    LATIDOS,
    [...lote.latidos.values()].map((l) => ({
      d: l.lector,
      e: l.empresa,
      u: fecha(l.recibido),
      s: l.desfase,
    })),
  )
  await write('estados', ESTADOS, [...lote.rastros].map(rowOf))
  await insertEventos(cliente, base, lote.eventos, zona)
  await write(
    'impactos',
    IMPACTOS,
    [...lote.impactos].map(([i, r]) => impactRow(i, r)),
  )
  await write(
    'vistos',
    VISTOS,
    [...lote.vistos.values()].map((v) => ({
      e: v.empresa,
      m: v.mac,
      n: v.veces,
      t: fecha(v.t),
      l: v.lector,
      r: v.rssi,
      a: v.aleatoria,
    })),
  )
  await notifyCambios(cliente, lote)
}

/** A notification carries at most 8000 bytes. */
const IDS_POR_AVISO = 500

async function notifyCambios(cliente: pg.ClientBase, lote: Lote): Promise<void> {
  const porEmpresa = new Map<number, number[]>()
  const add = (empresa: number, id: number) => {
    const ids = porEmpresa.get(empresa)
    if (ids) ids.push(id)
    else porEmpresa.set(empresa, [id])
  }
  for (const r of lote.rastros) add(r.empresa, r.dispositivo)
  for (const l of lote.latidos.values()) add(l.empresa, l.lector)
  const avisos: string[] = []
  for (const [e, ids] of porEmpresa)
    for (let i = 0; i < ids.length; i += IDS_POR_AVISO)
      avisos.push(`${e}:${ids.slice(i, i + IDS_POR_AVISO).join(',')}`)
  if (avisos.length)
    await cliente.query({
      name: 'avisos',
      text: "select pg_notify('retorna_cambios', a) from unnest($1::text[]) as a",
      values: [avisos],
    })
}
