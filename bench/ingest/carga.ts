import pg from 'pg'
import { decodeMinew } from '#server/oir/lecturas/formats/gateways/minew/decode'
import { type Child, startChild } from '../hijos'
import { type Limites, load, ms, n0, ocupado, pct, printTabla } from '../medidas'
import { LECTORES, macDeTag, TAGS } from '../planta'
import type { Arrancado, Uso } from '../servidor'
import type { Place } from '../sitios'
import type { Carrera, Order } from './cliente'
import { createPlantaViva } from './mensajes'

export const RATE = 20_000
const P99_MS = 500
/** Limit of the server's processor time per reading, in µs, without sender and database. */
const CPU_US = { HTTP: 50, MQTT: 45 }
/**
 * Processor time of decoding alone, in µs per reading, on the machine that the limits were set on. On a slower machine the limits grow in
 * proportion.
 */
const DECODIFICAR_US = 8.3
/** Most that a reading may cost over HTTP, of what it costs over MQTT, with as many messages in flight. */
const HTTP_OF_MQTT = 1.2
const IN_FLIGHT = 400
const CALENTAR_S = 3

export const startRetorna = async (place: Pick<Place, 'nombre' | 'entorno'>) => {
  const hijo = startChild('./servidor.ts', {
    PORT: '0',
    MQTT_PORT: '0',
    MQTT_URL: '',
    LOG_LEVEL: 'error',
    ...place.entorno,
  })
  return { hijo, ...(await hijo.answer<Arrancado>()) }
}

export const tell = <T>(client: Child, order: Order) => client.ask<T>(order)

/** Readings per second that one processor can decode if it does nothing else. */
export function measureDecodificar(): number {
  const next = createPlantaViva(3)
  const texts = Array.from({ length: 400 }, (_, i) => next(i % LECTORES, Date.now()).texto)
  let n = 0
  const decode = () => {
    for (const t of texts) n += decodeMinew(t, {}).lecturas.length
  }
  for (let i = 0; i < 5; i++) decode()
  n = 0
  const t0 = performance.now()
  while (performance.now() - t0 < 1500) decode()
  return n / ((performance.now() - t0) / 1000)
}

/** Tags whose state in the database is older than their newest acknowledged reading. */
export async function countPerdidas(conexion: pg.ClientConfig, ultimos: number[]): Promise<number> {
  const c = new pg.Client(conexion)
  await c.connect()
  try {
    const { rows } = await c.query(
      `select count(*)::int as n
       from unnest($1::text[], $2::float8[]) as a(mac, t)
       join dispositivo d on d.mac = a.mac
       left join dispositivo_estado e on e.dispositivo_id = d.id
       where a.t > 0 and e.ultimo_registro is distinct from greatest(e.ultimo_registro, to_timestamp(a.t / 1000))`,
      [Array.from({ length: TAGS }, (_, i) => macDeTag(i)), ultimos],
    )
    return rows[0].n
  } finally {
    await c.end()
  }
}

/** HTTP and MQTT QoS 1 through the real server: at the specified rate, then as fast as it accepts them. */
export async function measureLoad(place: Place, corto: boolean, limites: Limites): Promise<void> {
  const decodificar = measureDecodificar()
  const scale = Math.max(1, 1e6 / decodificar / DECODIFICAR_US)
  const { hijo, url, mqtt, conexion } = await startRetorna(place)
  const client = startChild('./ingest/cliente.ts')
  const filas: string[][] = []
  const asFast = { HTTP: 0, MQTT: 0 }
  try {
    for (const via of ['HTTP', 'MQTT'] as const) {
      await tell(client, { que: 'open', via, url: via === 'HTTP' ? url : mqtt, impactos: 0 })
      await tell(client, { que: 'run', segundos: CALENTAR_S, ritmo: RATE / 2, inFlight: IN_FLIGHT })
      for (const ritmo of [RATE, 0]) {
        const uso0 = await hijo.ask<Uso>({})
        const ocupado0 = ocupado()
        const t0 = performance.now()
        const segundos = corto ? (ritmo ? 6 : 3) : ritmo ? 15 : 5
        const r = await tell<Carrera>(client, {
          que: 'run',
          segundos,
          ritmo,
          inFlight: ritmo ? IN_FLIGHT : 160,
        })
        const uso = await hijo.ask<Uso>({})
        const pasados = (performance.now() - t0) / 1000
        const cpuUs = (uso.cpuMicros - uso0.cpuMicros) / r.lecturas
        if (!ritmo) asFast[via] = cpuUs
        const server = (cpuUs * r.lecturas) / 1e6 / pasados
        const resto = (ocupado() - ocupado0) / pasados - server - r.cpu
        const perdidas = await countPerdidas(conexion, r.ultimos)
        const porSegundo = r.lecturas / r.segundos
        const vale = [
          limites.check(`no acknowledged reading lost (${via}, ${place.nombre})`, perdidas === 0),
          limites.check(`no message refused (${via}, ${place.nombre})`, r.fallos === 0),
        ]
        if (ritmo)
          vale.push(
            limites.check(
              `${CPU_US[via]} us of the server per reading (${via}, ${place.nombre})`,
              cpuUs <= CPU_US[via] * scale,
            ),
            limites.check(
              `${n0(RATE)} readings/s (${via}, ${place.nombre})`,
              porSegundo >= (ritmo * 0.98) / scale,
            ),
            limites.check(`p99 under ${P99_MS} ms (${via}, ${place.nombre})`, r.p99 < P99_MS * scale),
          )
        filas.push([
          `${via} ${ritmo ? `offered ${n0(ritmo)}/s` : 'as fast as taken'}`,
          n0(porSegundo),
          ms(r.p50),
          ms(r.p95),
          ms(r.p99),
          (porSegundo / decodificar).toFixed(2),
          cpuUs.toFixed(1),
          `${((cpuUs * decodificar) / 1e6).toFixed(1)} x`,
          pct(server),
          pct(r.cpu),
          pct(resto),
          n0(uso.memoriaMb),
          String(perdidas),
          vale.find((v) => v !== 'ok') ?? 'ok',
        ])
      }
    }
  } finally {
    await tell(client, { que: 'close' }).catch(() => {})
    await client.stop()
    await hijo.stop()
  }
  limites.check(
    `HTTP at most ${HTTP_OF_MQTT} times MQTT, 160 in flight: ${(asFast.HTTP / asFast.MQTT).toFixed(2)} (${place.nombre})`,
    asFast.HTTP <= HTTP_OF_MQTT * asFast.MQTT,
  )
  printTabla(
    `Readings in, ${place.nombre} PostgreSQL (load ${load()}; limits: ${n0(RATE)} readings/s, p99 < ${P99_MS} ms, ${CPU_US.HTTP} us over HTTP and ${CPU_US.MQTT} over MQTT, each by ${scale.toFixed(2)} for this machine; decoding alone: ${n0(decodificar)}/s, ${(1e6 / decodificar).toFixed(1)} us)`,
    [
      '',
      'readings/s',
      'p50',
      'p95',
      'p99',
      'ratio',
      'us/reading',
      'of decoding',
      'server',
      'client',
      'rest',
      'MB',
      'lost',
      '',
    ],
    filas,
  )
}
