// @module-tag slow: starts and stops of whole programs
import { type ChildProcess, spawn } from 'node:child_process'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { preparePartitions } from '../oir/eventos/repo-partitions'
import { ROOT } from '../platform/config/config'
import { createDb } from '../platform/db/client'
import { prepareBase } from '../platform/jobs/prepare'
import { createBases } from '../testing/databases/bases'
import { createCuentas } from '../testing/databases/plantilla'
import { freePorts } from '../testing/programs/ports'
import { openPuerta } from '../testing/puerta'
import { talkTo } from '../testing/retorna'

// Starts whole programs; the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

/** Folder of the built program; unset: the program is compiled as it starts. */
const HECHO = process.env.PRUEBAS_CONSTRUIDO || undefined
const PROGRAM = HECHO ? [join(HECHO, 'main.js')] : ['--import', 'tsx', join(ROOT, 'server/start/main.ts')]
const LIMITE_MS = 10_000
/** Delay that a busy machine may add to a limit of the process. */
const BUSY_MS = 5000
const LECTOR = 'C3000000FA01'
const TAG = 'AC233F00FA01'
/** As many rows as even a busy machine writes in the time that a stop allows. */
const ROWS = 1_500

/** The header of a photo: only that is checked. */
const FOTO = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108000a000a03012200021101031101ffd9',
  'hex',
)

describe.runIf(inject('base').hay)('a process that is told to end', () => {
  const bases = createBases(inject('base'))
  const vivos = new Set<ChildProcess>()
  let pool: pg.Pool
  let address: string

  beforeAll(async () => {
    const base = await bases.create()
    pool = base.pool
    address = base.url
    await prepareBase(pool, 'Europe/Madrid')
    await preparePartitions(pool)
    await createCuentas(createDb(pool))
    await pool.query(
      "insert into dispositivo (empresa_id, mac, tipo, apodo) values (1, $1, 'SmartBle', '888-1'), (1, $2, 'Reader', 'LEC-1')",
      [TAG, LECTOR],
    )
    await pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
       select i, 1, d.id, now() - i * interval '1 second', 0, jsonb_build_object('ruido',
         (select string_agg(md5(i::text || j), '') from generate_series(1, 64) j))
       from dispositivo d, generate_series(1, ${ROWS}) i where d.mac = $1`,
      [TAG],
    )
  })
  afterAll(async () => {
    for (const p of vivos) p.kill('SIGKILL')
    await bases.drop()
  })

  /** Start Retorna as a process behind a proxy. */
  async function start(connection = address) {
    const [puerto] = await freePorts(1)
    const proceso = spawn(process.execPath, PROGRAM, {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(puerto),
        MQTT_PORT: '0',
        LOG_LEVEL: 'fatal',
        COPIAS_DIAS: '0',
        DATABASE_URL: connection,
        PUBLIC_URL: 'http://127.0.0.1:9',
        TRUST_PROXY: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    vivos.add(proceso)
    let salida = ''
    for (const flujo of [proceso.stdout, proceso.stderr])
      flujo.on('data', (d) => {
        salida += d
      })
    const fin = new Promise<number | null>((r) => proceso.once('exit', r))
    void fin.then(() => vivos.delete(proceso))
    await vi.waitFor(() => expect(salida).toContain('Retorna en marcha'), { timeout: 90_000, interval: 50 })
    const url = `http://127.0.0.1:${puerto}`
    return {
      url,
      ...talkTo({ url, pool }),
      /** Resolves with the exit code and the time that it took. */
      async end(): Promise<{ codigo: number | null; ms: number }> {
        const inicio = performance.now()
        proceso.kill('SIGTERM')
        return { codigo: await fin, ms: performance.now() - inicio }
      },
    }
  }
  type Process = Awaited<ReturnType<typeof start>>

  /** Begin a call and send the first part of its body. */
  function begin(
    s: Process,
    method: string,
    ruta: string,
    headers: Record<string, string>,
    parte?: Buffer | string,
  ) {
    const r = request(s.url + ruta, { method: method, headers })
    const respuesta = new Promise<IncomingMessage>((resolve, reject) => {
      r.once('response', resolve)
      r.once('error', reject)
    })
    respuesta.catch(() => {})
    if (parte) r.write(parte)
    else r.end()
    return { r, respuesta }
  }
  const CORTE =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="yo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  const FORMA = { 'content-type': 'multipart/form-data; boundary=x' }

  test('says so at once, ends what is under way, and is gone within 10 s', async () => {
    const s = await start()
    const cookie = await s.as('admin')
    const credencial = await s.issue(LECTOR)
    const subida = begin(s, 'POST', '/api/upload_profile_image', { ...FORMA, cookie }, CORTE)
    const lectura = begin(
      s,
      'POST',
      '/api/lecturas/retorna',
      { 'content-type': 'application/json', authorization: s.basic(credencial) },
      `{"mac": "${TAG}", "rssi": -60,`,
    )
    const exportacion = await begin(s, 'GET', '/api/export_eventos_excel', { cookie }).respuesta
    const vivo = await begin(s, 'GET', '/api/live', { cookie, accept: 'text/event-stream' }).respuesta
    const vivido = buffer(vivo)
    await sleep(500)

    const fin = s.end()
    // The proxy is told that the process stops, while calls are still accepted.
    await vi.waitFor(
      async () => {
        const r = await s.call('GET', '/readyz')
        expect([r.status, r.body]).toEqual([503, { ok: false, motivo: 'parada' }])
      },
      { timeout: 4000, interval: 20 },
    )
    const otra = await s.call('GET', '/api/device_poc_status', { cookie })
    expect(otra.status).toBe(200)
    expect(otra.headers.get('connection')).toBe('close')
    await vi.waitFor(() => expect(fetch(`${s.url}/readyz`)).rejects.toThrow(), {
      timeout: 10_000,
      interval: 50,
    })

    subida.r.end(Buffer.concat([FOTO, Buffer.from('\r\n--x--\r\n')]))
    lectura.r.end('"temperatura": 20}')
    const archivo = await buffer(exportacion)
    expect((await subida.respuesta).statusCode).toBe(200)
    expect(JSON.parse((await buffer(await lectura.respuesta)).toString())).toMatchObject({ aceptadas: 1 })
    expect(String(await vivido)).toContain('event: avisos')
    const { codigo, ms } = await fin
    expect([codigo, ms < LIMITE_MS + BUSY_MS]).toEqual([0, true])
    const { readXlsx } = await import('hucre/xlsx')
    expect((await readXlsx(new Uint8Array(archivo))).sheets[0]?.rows.length).toBeGreaterThan(ROWS)
    const { rows } = await pool.query(
      'select 1 from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
      [TAG],
    )
    expect(rows).toHaveLength(1)
  })

  test('waits for nobody who stands still', async () => {
    const s = await start()
    const cookie = await s.as('admin')
    const subida = begin(s, 'POST', '/api/upload_profile_image', { ...FORMA, cookie }, CORTE)
    const exportacion = await begin(s, 'GET', '/api/export_eventos_excel', { cookie }).respuesta
    exportacion.once('error', () => {})
    await sleep(300)
    const { codigo, ms } = await s.end()
    expect([codigo, ms < LIMITE_MS + BUSY_MS]).toEqual([0, true])
    await expect(subida.respuesta).rejects.toThrow()
  })

  test('ends within 10 s with 1 where a part of it hangs', async () => {
    const puerta = await openPuerta(inject('base'))
    try {
      const nombre = new URL(address).pathname
      const s = await start(puerta.conexion.replace(/\/postgres$/, nombre))
      puerta.silence()
      const { codigo, ms } = await s.end()
      expect([codigo, ms < LIMITE_MS + BUSY_MS]).toEqual([1, true])
    } finally {
      await puerta.close()
    }
  })
})
