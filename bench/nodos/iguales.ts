import pg from 'pg'
import { decodeMinew } from '#server/oir/lecturas/formats/gateways/minew/decode'
import { openLog } from '#server/oir/lecturas/log/connection'
import { createPublicador } from '#server/oir/lecturas/log/publicar'
import { createRegistry } from '#server/oir/lecturas/pipeline/memory/registry'
import { createDb, createPool } from '#server/platform/db/client'
import { startRetorna } from '../ingest/carga'
import { createPlantaViva, FILAS_MEDIAS } from '../ingest/mensajes'
import { type Limites, n0, printTabla } from '../medidas'
import { EMPRESA, LECTORES } from '../planta'
import type { Uso } from '../servidor'
import { createPlace } from '../sitios'
import { startNats } from './nats'

const RAZON = 1.25
const MINUTES = 60
const ULTIMA_MIRADA_MS = 12_000
/** Share of the recording that is applied before measuring: programs get faster as they run. */
const CALENTAR = 0.25

/**
 * Write an hour of the plant into the log, as its receivers would.
 * @returns number of readings
 */
async function recordHour(
  connection: string,
  url: string,
  nombre: string,
  lecturas: number,
): Promise<number> {
  const pool = createPool(connection)
  const db = createDb(pool)
  const { rows } = await pool.query<{ id: number; mac: string }>(
    "select id, mac from dispositivo where tipo = 'Reader' order by id",
  )
  const b = await openLog(url, { nombre, replicas: 1 }, () => {})
  const publicador = createPublicador(b, createRegistry(db), (e) => {
    throw e
  })
  const next = createPlantaViva(5, 1 / 5000)
  // Long enough ago that everything that moved has come to rest since.
  const fin = Date.now() - 200_000
  const messages = Math.round(lecturas / FILAS_MEDIAS)
  const paso = (MINUTES * 60_000) / messages
  let n = 0
  let envios: Promise<unknown>[] = []
  for (let k = 0; k < messages; k++) {
    const recibido = Math.round(fin - (messages - k) * paso)
    const { texto, lector } = next(k % LECTORES, recibido)
    const { id, mac } = rows[lector] as { id: number; mac: string }
    const decodificado = decodeMinew(texto, {})
    n += decodificado.lecturas.length
    envios.push(
      publicador.receive({
        formato: 'minew',
        via: 'http',
        topic: null,
        texto,
        origen: { lector: { id, empresa: EMPRESA, mac, tipo: 'Reader', etiqueta: null }, puente: false },
        decodificado,
        recibido,
      }),
    )
    if (envios.length === 100) {
      await Promise.all(envios)
      envios = []
    }
  }
  await Promise.all(envios)
  await publicador.stop()
  await b.stop()
  await pool.end()
  return n
}

/** Results of the log by device, each fact by itself. */
const HECHOS = `
select d.mac, 'evento' as que, to_jsonb(e) - 'id' as dato from evento e join dispositivo d on d.id = e.dispositivo_id
union all select d.mac, 'incidencia', to_jsonb(i) - 'id' from incidencia i join dispositivo d on d.id = i.dispositivo_id
union all select d.mac, 'cuenta', to_jsonb(c) from evento_cuenta c join dispositivo d on d.id = c.dispositivo_id
union all select d.mac, 'estado', jsonb_build_array(s.lector_id, s.estado, s.ultimo_registro, s.contador_movimiento)
  from dispositivo_estado s join dispositivo d on d.id = s.dispositivo_id where d.tipo <> 'Reader'`

type Hechos = { total: number; eventos: number; incidencias: number; porMac: Map<string, string> }

async function readHechos(connection: pg.ClientConfig): Promise<Hechos> {
  const c = new pg.Client(connection)
  await c.connect()
  const { rows } = await c.query<{ mac: string; huella: string }>(
    `select mac, md5(string_agg(que || dato::text, ',' order by que, dato::text)) as huella from (${HECHOS}) x group by mac`,
  )
  const n = await c.query<{ eventos: number; incidencias: number }>(
    'select (select count(*)::int from evento) as eventos, (select count(*)::int from incidencia) as incidencias',
  )
  await c.end()
  const cuentas = n.rows[0] as { eventos: number; incidencias: number }
  return { total: rows.length, ...cuentas, porMac: new Map(rows.map((r) => [r.mac, r.huella])) }
}

async function readPosicion(c: pg.Client): Promise<number> {
  const { rows } = await c.query<{ p: number }>(
    'select sum(posicion)::float8 as p from carril where numero > 0',
  )
  return rows[0]?.p ?? 0
}

/** Apply the same recorded hour with one process and with several: compare cost and results. */
export async function measureIguales(
  lecturas: number,
  procesosPedidos: readonly number[],
  limites: Limites,
): Promise<void> {
  const nats = await startNats(1)
  const filas: string[][] = []
  const NOMBRE = 'BANCO'
  let grabadas = 0
  let meta = 0
  let uno: { hechos: Hechos; us: number } | null = null
  try {
    for (const cuantos of procesosPedidos) {
      const place = await createPlace('outside')
      if (!place) return void process.stdout.write('skipped: no PostgreSQL answers\n')
      // No scheduled jobs: what they learn from rests would change later results.
      const environment = { ...place.entorno, NATS_URL: nats.url, NATS_STREAM: NOMBRE, NODE_ENV: 'test' }
      const url = place.entorno.DATABASE_URL as string
      // This process creates the schema and the plant.
      const puerta = await startRetorna({ ...place, entorno: { ...environment, ROLES: 'api' } })
      await puerta.hijo.stop()
      if (!grabadas) grabadas = await recordHour(url, nats.url, NOMBRE, lecturas)
      const c = new pg.Client(url)
      await c.connect()
      if (!meta) {
        const b = await openLog(nats.url, { nombre: NOMBRE, replicas: 1 }, () => {})
        const { subjects } = (await b.jsm.streams.info(NOMBRE, { subjects_filter: '>' })).state
        const ultimos = await Promise.all(
          Object.keys(subjects ?? {}).map(
            async (s) => (await b.jsm.streams.getMessage(NOMBRE, { last_by_subj: s }))?.seq ?? 0,
          ),
        )
        meta = ultimos.reduce((x, y) => x + y, 0)
        await b.stop()
      }
      const processes = await Promise.all(
        Array.from({ length: cuantos }, () =>
          startRetorna({ ...place, entorno: { ...environment, ROLES: 'ingest' } }),
        ),
      )
      const readCpu = async () => {
        const usos = await Promise.all(processes.map((p) => p.hijo.ask<Uso>({})))
        return usos.reduce((s, u) => s + u.cpuMicros, 0)
      }
      const waitFor = async (parte: number) => {
        for (;;) {
          const p = await readPosicion(c)
          if (p >= meta * parte) return p / meta
          await new Promise((r) => setTimeout(r, 50))
        }
      }
      const desde = await waitFor(CALENTAR)
      const [cpu0, t0] = [await readCpu(), performance.now()]
      await waitFor(1)
      const [cpu1, t1] = [await readCpu(), performance.now()]
      const medidas = grabadas * (1 - desde)
      const us = (cpu1 - cpu0) / medidas
      // Tags that fall silent at the end are processed by the clock: wait for that.
      await new Promise((r) => setTimeout(r, ULTIMA_MIRADA_MS))
      for (const p of processes) await p.hijo.stop()
      const hechos = await readHechos({ connectionString: url })
      await c.end()
      await place.remove()
      const distintos = uno
        ? [...uno.hechos.porMac].filter(([mac, h]) => hechos.porMac.get(mac) !== h).length +
          Math.abs(hechos.total - uno.hechos.total)
        : 0
      uno ??= { hechos, us }
      const vale = [
        limites.check(
          `the same facts by ${cuantos} as by one`,
          distintos === 0 && hechos.eventos > 0 && hechos.incidencias > 0,
        ),
        ...(cuantos === 4
          ? [limites.check(`CPU per reading at 4 at most ${RAZON} of that at 1`, us <= uno.us * RAZON)]
          : []),
      ]
      filas.push([
        String(cuantos),
        n0(medidas / ((t1 - t0) / 1000)),
        us.toFixed(1),
        (us / uno.us).toFixed(2),
        n0(hechos.eventos),
        n0(hechos.incidencias),
        `${distintos} of ${hechos.total}`,
        vale.find((v) => v !== 'ok') ?? 'ok',
      ])
    }
  } finally {
    await nats.stop()
  }
  printTabla(
    `An hour of the log, ${n0(grabadas)} readings, applied as fast as it goes`,
    ['processes', 'readings/s', 'us CPU/reading', 'of one', 'events', 'incidents', 'devices that differ', ''],
    filas,
  )
}
