import type pg from 'pg'
import type { DeviceState, Impacto } from '../../rules/device-state'

const SAVE = `
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

const date = (ms: number) => new Date(ms)

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

/** Impacts with their devices, as the parameter of `saveImpacts`. */
export const encodeImpacts = (impacts: Iterable<[Impacto, DeviceState]>): string =>
  JSON.stringify([...impacts].map(([i, r]) => impactRow(i, r)))

/** In the caller's transaction. */
export async function saveImpacts(client: pg.ClientBase, encoded: string): Promise<void> {
  await client.query({ name: 'impactos', text: SAVE, values: [encoded] })
}
