import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startChild } from '../hijos'
import { type Limites, load, ms, n0, printTabla } from '../medidas'
import { macDeTag } from '../planta'
import type { Place } from '../sitios'
import { countPerdidas, startRetorna, tell } from './carga'
import type { Carrera } from './cliente'

const RATE = 8000
const IN_FLIGHT = 200
const CALENTAR_S = 2
/** Share of accelerometer readings that are an impact. */
const GOLPES = 1 / 50
const RAFAGA = '10 seconds'

/** Acknowledged impacts without an incident. */
export async function countSinIncidencia(
  connection: pg.ClientConfig,
  impactos: [tag: number, t: number][],
): Promise<number> {
  const c = new pg.Client(connection)
  await c.connect()
  try {
    const { rows } = await c.query(
      `select count(*)::int as n from unnest($1::text[], $2::float8[]) as a(mac, t)
       join dispositivo d on d.mac = a.mac
       where not exists (select 1 from incidencia i where i.dispositivo_id = d.id
         and to_timestamp(a.t / 1000) between i.tiempo - interval '${RAFAGA}' and i.hasta + interval '${RAFAGA}')`,
      [impactos.map(([tag]) => macDeTag(tag)), impactos.map(([, t]) => t)],
    )
    return rows[0].n
  } finally {
    await c.end()
  }
}

/** Event counts that differ from the number of rows: a transaction was only half kept. */
export async function countDescuadres(connection: pg.ClientConfig): Promise<number> {
  const c = new pg.Client(connection)
  await c.connect()
  try {
    const { rows } = await c.query(`
      select count(*)::int as n from (
        select dispositivo_id, lector_id, count(*) filter (where estado = 0), count(*) filter (where estado = 1),
          count(*) as n from evento group by 1, 2
        except select dispositivo_id, lector_id, parado, movimiento, n from evento_cuenta) x`)
    return rows[0].n
  } finally {
    await c.end()
  }
}

/** kill -9 under load, restart on the same data, and check that everything acknowledged is there. */
export async function measureCaida(place: Place, corto: boolean, limites: Limites): Promise<void> {
  const filas: string[][] = []
  for (const via of ['HTTP', 'MQTT'] as const) {
    const client = startChild('./ingest/cliente.ts')
    let retorna = await startRetorna(place)
    try {
      await tell(client, {
        que: 'open',
        via,
        url: via === 'HTTP' ? retorna.url : retorna.mqtt,
        impactos: GOLPES,
      })
      await tell(client, { que: 'run', segundos: CALENTAR_S, ritmo: RATE, inFlight: IN_FLIGHT })
      const envio = tell<Carrera>(client, { que: 'run', segundos: 20, ritmo: RATE, inFlight: IN_FLIGHT })
      await sleep((corto ? 2000 : 3500) + Math.random() * 1000)
      await retorna.hijo.kill()
      const t0 = performance.now()
      retorna = await startRetorna(place)
      const startup = performance.now() - t0
      const r = await envio
      const perdidas = await countPerdidas(retorna.conexion, r.ultimos)
      const sinIncidencia = await countSinIncidencia(retorna.conexion, r.impactos)
      const descuadres = await countDescuadres(retorna.conexion)
      const vale = limites.check(
        `nothing acknowledged lost over kill -9 (${via}, ${place.nombre})`,
        perdidas + sinIncidencia + descuadres === 0 && r.lecturas > 0 && r.impactos.length > 0,
      )
      filas.push([
        via,
        n0(r.lecturas),
        n0(r.impactos.length),
        ms(startup),
        String(perdidas),
        String(sinIncidencia),
        String(descuadres),
        vale,
      ])
    } finally {
      await tell(client, { que: 'close' }).catch(() => {})
      await client.stop()
      await retorna.hijo.stop()
    }
  }
  printTabla(
    `kill -9 while being fed, ${place.nombre} PostgreSQL (load ${load()}; limit: lost = 0)`,
    ['', 'acknowledged', 'knocks', 'start', 'tags lost', 'knocks lost', 'counts off', ''],
    filas,
  )
}
