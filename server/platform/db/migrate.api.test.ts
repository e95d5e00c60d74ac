// @module-tag slow: an outage and the recovery from it
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashClave } from '../../personas/acceso/clave'
import { startServer } from '../../start/server'
import { createBases } from '../../testing/databases/bases'
import { CLAVE } from '../../testing/databases/plantilla'
import { runSmokeTest } from '../../testing/programs/smoke-test'
import { readConfig } from '../config/config'
import { listArchivosMigration, migrate } from './migrate'
import publicado from './publicado.json'

const AMPLIA = '29990101000000_amplia.sql'
const CONTRAE = '29990201000000_contrae.sql'

describe.runIf(inject('base').hay)('versions side by side', () => {
  const bases = createBases(inject('base'))
  let posterior: string
  const put = (nombre: string, text: string) => writeFileSync(join(posterior, nombre), text)
  beforeAll(() => {
    posterior = mkdtempSync(join(tmpdir(), 'retorna-posterior-'))
    cpSync(join(import.meta.dirname, 'migrations'), posterior, { recursive: true })
  })
  afterAll(async () => {
    await bases.drop()
    rmSync(posterior, { recursive: true, force: true })
  })

  async function addAdmin(pool: pg.Pool): Promise<void> {
    await pool.query("insert into empresa (id, nombre) values (1, 'Una') on conflict do nothing")
    await pool.query(
      "insert into usuario (username, username_clave, nombre, clave_hash, empresa_id, rol) values ('admin', 'admin', 'Ane', $1, 1, 'admin')",
      [await hashClave(CLAVE)],
    )
  }
  const start = (url: string) =>
    startServer(
      readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_URL: url, LOG_LEVEL: 'fatal', COPIAS_DIAS: '0' }),
    )
  async function use(url: string): Promise<void> {
    const s = await start(url)
    try {
      await runSmokeTest(s.url)
    } finally {
      await s.stop()
    }
  }

  test('what the last release has written is brought up to date and worked with', async () => {
    const { pool, url } = await bases.create()
    const suyas = new Set(listArchivosMigration().filter((f) => f <= publicado.migracion))
    await migrate(pool, { solo: suyas })
    await addAdmin(pool)
    await pool.query(
      "insert into dispositivo (empresa_id, mac, tipo, apodo) values (1, 'AC233F0000F1', 'SmartBle', '888-1')",
    )
    await use(url)
    const { rows } = await pool.query("select apodo from dispositivo where mac = 'AC233F0000F1'")
    expect(rows).toEqual([{ apodo: '888-1' }])
  })

  test('a later version that took nothing away is worked beside; one that did is refused by who does not know why it could', async () => {
    const { pool, url } = await bases.create()
    put(AMPLIA, 'alter table lt add column sustituto text;')
    await migrate(pool, { carpeta: posterior })
    await addAdmin(pool)
    await use(url)

    put(CONTRAE, `-- contrae: ${publicado.migracion}\nalter table lt drop column sustituto;`)
    await migrate(pool, { carpeta: posterior })
    await use(url)

    await pool.query('update migracion set exige = $1 where nombre = $2', [AMPLIA, CONTRAE])
    await expect(start(url)).rejects.toThrow(
      `La base de datos es de una versión posterior de Retorna con la que esta ya no puede trabajar (no conoce ${AMPLIA}). Instale una más nueva.`,
    )
    // A program that knows AMPLIA but not CONTRAE still works.
    rmSync(join(posterior, CONTRAE))
    expect(await migrate(pool, { carpeta: posterior })).toEqual([])
  })

  test('two that start at once bring it up to date once', async () => {
    const { pool, url } = await bases.create()
    const hechas = await Promise.all([migrate(pool), migrate(pool)])
    expect(hechas.map((h) => h.length).sort((a, b) => a - b)).toEqual([0, listArchivosMigration().length])
    await addAdmin(pool)
    await use(url)
  })

  test('a change waits for a busy table without holding up those who use it', async () => {
    const { pool } = await bases.create()
    put(AMPLIA, 'create table cosa (id int);')
    await migrate(pool, { carpeta: posterior })
    const ocupa = await pool.connect()
    await ocupa.query('begin')
    await ocupa.query('select from cosa')
    put(CONTRAE, 'alter table cosa add column peso int;')
    let hecha = false
    const fin = migrate(pool, { carpeta: posterior }).finally(() => {
      hecha = true
    })
    const waits = async () =>
      (
        await pool.query(
          `select pid from pg_locks where relation = 'cosa'::regclass and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rowCount
    for (let i = 0; i < 3; i++) {
      await expect.poll(waits, { interval: 20 }).toBe(1)
      // Behind the change; it is answered because the change steps back, the table being as busy as before.
      await pool.query('select from cosa')
      expect(hecha).toBe(false)
    }
    await ocupa.query('rollback')
    ocupa.release()
    expect(await fin).toEqual([CONTRAE])
  })
})
