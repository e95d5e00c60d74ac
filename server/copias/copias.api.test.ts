import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate'
import { createBases, sumsOf } from '../pruebas/bases'
import { type Prueba, startPrueba } from '../pruebas/retorna'
import { copyTodo } from './copy'
import { listMigraciones } from './repo'
import { restoreTodo } from './restore'

const GW = 'C30000000F01'
const TAG = 'AC233F00F001'

describe.runIf(inject('base').hay)('backup and restore', () => {
  const bases = createBases(inject('base'))
  let p: Prueba
  let carpeta: string
  /** The database that is restored into first. */
  let primera: pg.Pool
  const dir = (nombre: string) => join(carpeta, nombre)
  beforeAll(async () => {
    carpeta = mkdtempSync(join(tmpdir(), 'retorna copia '))
    // No manuals, whose text would be read meanwhile.
    mkdirSync(dir('suyos/manuales'), { recursive: true })
    p = await startPrueba({ DATA_DIR: dir('suyos') })
    await p.register(GW, 'Reader', 'LEC-F1', { lat: 42.84, lon: -2.67 })
    await p.register(TAG, 'SmartBle', '20014-"ñ"', { etiqueta: "l\u2028a'v\\a,do" })
    const c = await p.issue(GW)
    for (let i = 0; i < 30; i++) {
      const tiempo = new Date(Date.now() - 30_000 + i * 1000).toISOString()
      const lectura = {
        mac: TAG,
        rssi: -60 - i / 3,
        tiempo,
        golpe: i === 9,
        temperatura: 20.1 + i,
        nota: 'a\nb\u2029 #{"c"}',
      }
      await p.send('retorna', JSON.stringify([lectura, { mac: '001122334455', rssi: -80 }]), c)
    }
    await p.send('retorna', 'esto no es JSON \u0001', c)
    mkdirSync(dir('datos/manuales/sub'), { recursive: true })
    mkdirSync(dir('datos/pg'), { recursive: true })
    writeFileSync(dir('datos/pg/PG_VERSION'), '18')
    writeFileSync(dir('datos/manuales/vacío.pdf'), '')
    writeFileSync(dir('datos/manuales/sub/vídeo.mp4'), randomBytes(200_001))
  })
  afterAll(async () => {
    await bases.drop()
    await p.stop()
    rmSync(carpeta, { recursive: true, force: true })
  })

  test('everything comes back in an empty database, while the first one goes on', async () => {
    const antes = await sumsOf(p.servidor.pool)
    expect(antes).toMatchObject({ incidencia: { n: 1 }, visto_sin_registrar: { n: 1 }, cuarentena: { n: 1 } })
    await copyTodo(p.servidor.pool, dir('datos'), dir('una.copia'))
    await expect(copyTodo(p.servidor.pool, dir('datos'), dir('una.copia'))).rejects.toThrow('Ya existe')
    await expect(copyTodo(p.servidor.pool, dir('datos'), dir('no hay/una.copia'))).rejects.toThrow(
      /^No se puede escribir .*una\.copia: no existe o no se puede crear\.$/,
    )
    const { pool } = await bases.create()
    primera = pool
    const hay = await restoreTodo(pool, dir('otros'), dir('una.copia'), false)
    expect(hay.archivos).toBe(2)
    expect(await sumsOf(pool)).toEqual(antes)
    for (const f of ['manuales/vacío.pdf', 'manuales/sub/vídeo.mp4'])
      expect(readFileSync(dir(`otros/${f}`)).equals(readFileSync(dir(`datos/${f}`)))).toBe(true)
    expect(() => readFileSync(dir('otros/pg/PG_VERSION'))).toThrow()
    const { rows } = await pool.query(
      "insert into dispositivo (empresa_id, mac, tipo) values (1, 'AC233F00F002', 'iBeacon') returning id",
    )
    expect(rows[0].id).toBeGreaterThan(0)
  })

  test('what is there is not lost unless asked to, nor for half a copy, nor under a running Retorna', async () => {
    const pool = primera
    const antes = await sumsOf(pool)
    const entera = readFileSync(dir('una.copia'))
    writeFileSync(dir('media.copia'), entera.subarray(0, entera.length >> 1))
    writeFileSync(dir('nada.copia'), 'hola')
    await expect(restoreTodo(pool, dir('otros'), dir('una.copia'), false)).rejects.toThrow('--sobrescribir')
    for (const rota of ['media.copia', 'nada.copia'])
      await expect(restoreTodo(pool, dir('otros'), dir(rota), true)).rejects.toThrow('no se puede leer')
    await expect(restoreTodo(p.servidor.pool, dir('datos'), dir('una.copia'), true)).rejects.toThrow(
      'Pare Retorna',
    )
    const { pool: ajena } = await bases.create()
    await ajena.query('create table cosas (a int)')
    await expect(restoreTodo(ajena, dir('x'), dir('una.copia'), true)).rejects.toThrow('no son de Retorna')
    expect(await sumsOf(pool)).toEqual(antes)
    await restoreTodo(pool, dir('otros'), dir('una.copia'), true)
    expect(await sumsOf(pool)).toEqual(await sumsOf(p.servidor.pool))
  })

  test('a copy of an older version gets what came later', async () => {
    const { pool: vieja } = await bases.create()
    const { pool: nueva } = await bases.create()
    const todas = await (async () => {
      const c = await p.servidor.pool.connect()
      const m = await listMigraciones(c)
      c.release()
      return m
    })()
    await migrate(vieja, { solo: new Set(todas.slice(0, 3)) })
    await vieja.query("insert into empresa (id, nombre) values (9, 'Antigua')")
    await vieja.query("select crear_particion_evento('2025-01-01')")
    await vieja.query(
      "insert into evento (id, empresa_id, dispositivo_id, tiempo, estado) values (9007199254740993, 9, 1, '2025-01-05 12:00:00.123456+00', 0)",
    )
    await copyTodo(vieja, dir('nada'), dir('vieja.copia'))
    await restoreTodo(nueva, dir('nada'), dir('vieja.copia'), false)
    const { rows } = await nueva.query(
      'select e.id::text, e.tiempo::text, m.nombre, (select count(*) from migracion) as n from evento e join empresa m on m.id = e.empresa_id',
    )
    expect(rows).toMatchObject([{ id: '9007199254740993', nombre: 'Antigua', n: todas.length }])
    expect(rows[0].tiempo).toContain('.123456')
  })
})
