import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Salud } from '#contract/operacion/salud/salud'
import type { Lector } from '#contract/parque/lectores/lectores'
import { ROOT } from '../../platform/config/config'
import { createDb } from '../../platform/db/client'
import { listArchivosMigration } from '../../platform/db/migrate'
import { formatFallo } from '../../platform/jobs/failure'
import { queueJob } from '../../platform/jobs/jobs'
import { noteFallado, noteHecho } from '../../platform/jobs/repo'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { createEstado } from './estado'
import { createVentana, startProcessHeartbeat } from './process-heartbeat'
import { measureBase, saveSizeSample } from './repo-base'

const MUDO = 'C3000000E001'
const OTRO = 'C3000000E002'
const COPIAS = join(tmpdir(), `copias-salud-${process.pid}`)

describe.runIf(inject('base').hay)('how Retorna is doing', () => {
  let p: Prueba
  let pool: pg.Pool
  beforeAll(async () => {
    p = await startPrueba({ COPIAS_DIR: COPIAS, COPIAS_DIAS: '3' })
    pool = p.servidor.pool
    await p.servidor.jobs.stop()
    await p.register(MUDO, 'Reader', 'Muelle')
    await p.register(OTRO, 'Reader', 'Calidad', { empresa: 2 })
  })
  afterAll(async () => {
    await p.stop()
    rmSync(COPIAS, { recursive: true, force: true })
  })

  async function read(who = 'admin', query = ''): Promise<Salud> {
    const r = await p.call<Salud>('GET', `/api/salud${query}`, { cookie: await p.as(who) })
    expect(r.status).toBe(200)
    return r.body
  }
  /** Reads without the cache, as a later request would. */
  const readNew = () =>
    createEstado(createDb(pool), {
      ...p.config,
      DATABASE_URL: undefined,
      DATA_DIR: tmpdir(),
    }).readInstalacion()
  const scrape = async () => (await p.call('GET', '/metrics')).body as unknown as string
  const sizeSample = async (linea: string) =>
    (await scrape())
      .split('\n')
      .find((l) => l.startsWith(`${linea} `))
      ?.split(' ')[1]

  test('readers, quarantine and deliveries of a company are told to who administers it, and no other', async () => {
    const { rows } = await pool.query<{ id: number }>('select id from dispositivo where mac = $1', [MUDO])
    const causa = await pool.query<{ id: number }>(
      `insert into causa (empresa_id, clase, lector_id, desde, evidencia) values (1, 'sordo', $1, now(), '{}') returning id`,
      [rows[0]?.id],
    )
    await pool.query(
      `insert into cuarentena (empresa_id, formato, via, motivo, detalle, huella, cuerpo)
       values (1, 'minew', 'mqtt', 'm', 'd', 'h', 'c')`,
    )
    await pool.query(
      `insert into entrega (empresa_id, canal, destino, nombre, debida, siguiente, estado, intentos, terminada) values
       (1, 'webhook', 'webhook:1', 'ERP', now(), now(), 'pendiente', 0, null),
       (1, 'webhook', 'webhook:1', 'ERP', now(), now(), 'pendiente', 2, null),
       (1, 'webhook', 'webhook:1', 'ERP', now(), now(), 'rechazada', 9, now()),
       (1, 'webhook', 'webhook:1', 'ERP', now(), now(), 'rechazada', 9, now() - interval '2 days')`,
    )
    const { planta } = await read('admin', '?empresa=1')
    expect(planta).toEqual({
      lectores: { total: 1, nunca: 1, mudo: 0, sordo: 1, reloj: 0, clave: 0 },
      averias: 1,
      cuarentena: { mensajes: 1, ultima: expect.any(String) },
      entregas: { pendientes: 2, reintentos: 1, rechazadas: 1 },
    })
    expect((await read()).planta.lectores.total).toBe(2)

    const suya = await read('encargada')
    expect(suya.instalacion).toBeNull()
    expect(suya.planta).toMatchObject({
      lectores: { total: 1, sordo: 0 },
      averias: 0,
      cuarentena: { mensajes: 0, ultima: null },
      entregas: { pendientes: 0, reintentos: 0, rechazadas: 0 },
    })
    expect((await p.call('GET', '/api/salud?empresa=1', { cookie: await p.as('encargada') })).status).toBe(
      404,
    )

    const lectores = await p.call<Lector[]>('GET', '/api/lectores', { cookie: await p.as('admin') })
    expect(lectores.body.map((l) => [l.mac, l.causa?.clase, l.causa?.id])).toEqual([
      [OTRO, undefined, undefined],
      [MUDO, 'sordo', causa.rows[0]?.id],
    ])
  })

  test('the ingest of a process tells its readings, its delay and what waits, and is gone when it stops', async () => {
    const db = createDb(pool)
    let hour = 0
    const ventana = createVentana(() => hour)
    for (let ms = 1; ms <= 100; ms++) ventana.note(ms, 2)
    hour = 30_000
    await pool.query('delete from pulso')
    const processHeartbeat = startProcessHeartbeat(
      db,
      ventana,
      () => 7,
      (e) => expect.unreachable(String(e)),
      20,
    )
    const find = async () => (await readNew()).ingesta[0]
    await expect.poll(find).toBeTruthy()
    await processHeartbeat.stop()
    expect((await readNew()).ingesta).toEqual([])
    // A heartbeat reports what came since the last one.
    for (let ms = 1; ms <= 100; ms++) ventana.note(ms, 2)
    ventana.noteFallo()
    hour += 30_000
    expect(ventana.take()).toEqual({
      lecturas_minuto: 400,
      fallidos: 1,
      retraso: { mediana: 50, p95: 95, peor: 100 },
      ultima: new Date(30_000),
    })
    expect(ventana.take()).toMatchObject({ lecturas_minuto: 0, fallidos: 0, retraso: null })
  })

  test('what arrives is measured until its commit', async () => {
    const credencial = await p.issue(MUDO)
    expect((await p.send('retorna', JSON.stringify([{ lector: MUDO }]), credencial)).status).toBe(200)
    expect(Number(await sizeSample('retorna_confirmacion_segundos_count'))).toBe(1)
    expect(Number(await sizeSample('retorna_confirmada_timestamp_segundos'))).toBeCloseTo(
      Date.now() / 1000,
      -1,
    )
    expect(await sizeSample('retorna_cola_lecturas')).toBe('0')
  })

  test('sessions at an outside broker that nobody reads', async () => {
    expect((await readNew()).broker).toBeNull()
    expect(await scrape()).not.toMatch(/^retorna_mqtt_ses/m)
    await pool.query(
      `insert into mqtt_sesion (numero, leida) values (1, now()), (2, now() - interval '5 minutes'),
         (3, now() - interval '9 minutes'), (4, now() - interval '2 days'), (5, null)`,
    )
    const { broker } = await readNew()
    expect(broker).toMatchObject({ sesiones: 3, sin_leer: 2 })
    expect((Date.now() - Date.parse(broker?.desde ?? '')) / 60_000).toBeCloseTo(9, 0)
    await pool.query('delete from mqtt_sesion')
  })

  test('work: what waits, what was done, and in words why not', async () => {
    await pool.query('delete from jobs.job')
    const db = createDb(pool)
    await db.transaction().execute((tx) => queueJob(tx, 'escuela'))
    await pool.query("update jobs.job set start_after = now() - interval '20 minutes'")
    const lleno = Object.assign(new Error('could not extend file'), { code: '53100' })
    await noteHecho(pool, 'copia', 1234.4)
    for (let i = 0; i < 2; i++) await noteFallado(pool, 'copia', formatFallo(lleno))
    const de = async (nombre: string) => (await readNew()).trabajos.find((t) => t.nombre === nombre)
    expect(await de('escuela')).toMatchObject({ esperan: 1, en_marcha: 0, hecho: null, fallos: 0 })
    expect(Date.now() - Date.parse((await de('escuela'))?.espera_desde ?? '')).toBeGreaterThan(19 * 60_000)
    expect(await de('copia')).toMatchObject({
      ms: 1234,
      fallos: 2,
      error: 'La base de datos no tiene sitio donde escribir: could not extend file',
    })
    await noteHecho(pool, 'copia', 10)
    expect(await de('copia')).toMatchObject({ ms: 10, fallos: 0, error: expect.stringContaining('sitio') })
  })

  test('growth is told once a day has been measured, and with it when the disk is full', async () => {
    const db = createDb(pool)
    const now = await measureBase(db)
    await saveSizeSample(db, now, 'Europe/Madrid')
    const nueva = await readNew()
    const suma = [...now.values()].reduce((a, b) => a + b, 0)
    expect(suma).toBeGreaterThan(5e6)
    expect(Math.abs(nueva.base.bytes - suma)).toBeLessThan(1e6)
    expect(nueva.base.grupos.find((g) => g.grupo === 'eventos')?.bytes).toBeGreaterThan(0)
    expect([nueva.base.al_dia, nueva.base.dias, nueva.base.disco?.dias]).toEqual([null, null, null])

    // The other groups grew from nothing, so that pages freed meanwhile are not reported as shrinking.
    await pool.query(
      "update medida set bytes = case grupo when 'eventos' then bytes - 40000 else 0 end, dia = dia - 4, tomada = now() - interval '4 days'",
    )
    // The first sample of a day is kept.
    await saveSizeSample(db, now, 'Europe/Madrid')
    await saveSizeSample(db, new Map([['eventos', 1]]), 'Europe/Madrid')
    const { base } = await readNew()
    const eventos = base.grupos.find((g) => g.grupo === 'eventos')
    expect(base.dias).toBeCloseTo(4, 2)
    expect(eventos?.al_dia).toBeCloseTo(10_000, -1)
    expect(base.integrada).toBe(true)
    const alDia = base.al_dia as number
    expect(base.disco?.dias).toBeCloseTo((base.disco?.libre as number) / alDia, 3)

    // The disk of a database on another machine is unknown.
    expect((await read()).instalacion?.base).toMatchObject({ integrada: false, disco: null })
  })

  test('the last copy and the versions', async () => {
    mkdirSync(COPIAS, { recursive: true })
    writeFileSync(join(COPIAS, 'retorna-2026-11-20.copia'), 'x'.repeat(7))
    const { copias, versiones } = await readNew()
    expect(copias).toEqual({
      cuantas: 3,
      ultima: { archivo: 'retorna-2026-11-20.copia', bytes: 7, hecha: expect.any(String) },
    })
    expect(versiones).toMatchObject({ node: process.versions.node, pendientes: 0 })
    expect(versiones.postgres).toMatch(/^\d+/)
    expect(versiones.migraciones).toBe(listArchivosMigration().length)
  })

  test('every metric that the alerts and the guide name is there', async () => {
    const guia = readFileSync(join(ROOT, 'docs/operacion.md'), 'utf8')
    const nombres = new Set([...guia.matchAll(/retorna_[a-z_]+/g)].map(([n]) => n.replace(/_bucket$/, '')))
    expect(nombres.size).toBeGreaterThan(25)
    const text = await scrape()
    expect([...nombres].filter((n) => !text.includes(`# TYPE ${n} `))).toEqual([])
  })

  test('/metrics has the same facts, and says where the database does not answer', async () => {
    const text = await scrape()
    expect(text).toContain('retorna_base_responde 1')
    expect(text).toContain('retorna_lectores{estado="sordo"} 1')
    expect(text).toContain('retorna_cuarentena_mensajes 1')
    expect(text).toContain('retorna_entregas{estado="rechazadas"} 1')
    expect(text).toMatch(/retorna_base_bytes\{grupo="eventos"\} \d+/)
    expect(text).toContain('retorna_migraciones_pendientes 0')
    // The disk of another machine is unknown: the metric is absent, and not 0.
    expect(text).not.toMatch(/^retorna_disco_libre_bytes/m)
    const lock = await pool.connect()
    try {
      await lock.query('begin; lock table entrega in access exclusive mode')
      const sin = await scrape()
      expect(sin).toContain('retorna_base_responde 0')
      expect(sin).not.toMatch(/^retorna_(lectores|cuarentena_mensajes|base_bytes)/m)
      expect(sin).toContain('retorna_cola_lecturas')
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  })
})
