// @module-tag slow: starts and stops of whole programs
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { putManual } from '../../personas/manuales/file-migration'
import { listArchivosMigration, migrate } from '../../platform/db/migrate'
import { saveArchivo } from '../../platform/files/service'
import { createBases, sumsOf } from '../../testing/databases/bases'
import { BEFORE } from '../../testing/databases/before-baseline'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { copyTodo } from './copy'
import { restoreTodo } from './restore'

const GW = 'C30000000F01'
const TAG = 'AC233F00F001'
const FOTO = '7b0e4c1e-5a52-4e19-9a8e-0d6f0c2d7a11'

/** Stored before the first start with manuals in the database. */
const manuales: [ruta: string, bytes: Buffer][] = [
  ['vacío.pdf', Buffer.alloc(0)],
  ['sub/vídeo.mp4', randomBytes(600_001)],
]

describe.runIf(inject('base').hay)('backup and restore', () => {
  const bases = createBases(inject('base'))
  let p: Prueba
  let folder: string
  /** The database that is restored into first. */
  let first: pg.Pool
  const dir = (nombre: string) => join(folder, nombre)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna copia '))
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
    const { db } = p.servidor
    await putManual(db, 'Uso/Largo.mp4', (await saveArchivo(db, Readable.from([randomBytes(2_800_000)]))).id)
    // A closed count with the photo of an unknown code, and a dock that leads to a partner.
    await p.servidor.pool.query(`
      with r as (insert into recuento (empresa_id, lugar, abrio) values (1, 'Patio', 'Ane') returning id),
        e as (insert into recuento_escaneo (recuento_id, id, codigo, momento, persona, aparato, modo)
          select id, '${FOTO}', 'CAJA', now(), 'Ane', '${FOTO}', 'camara' from r returning recuento_id, id)
      insert into recuento_foto (recuento_id, escaneo_id, jpeg) select recuento_id, id, '\\xffd8ff00' from e;
      insert into recuento_linea (recuento_id, n, codigo, resultado, veces, personas, foto)
        select id, 1, 'CAJA', 'desconocido', 1, '{Ane}', '${FOTO}' from recuento;
      update recuento set cerrado = now();
      insert into ubicacion (empresa_id, nombre) values (1, 'Muelle de copia');
      insert into tercero (empresa_id, nombre, clase) values (1, 'Oeste', 'cliente');
      insert into tercero_salida (ubicacion_id, tercero_id, empresa_id)
        select u.id, t.id, 1 from ubicacion u, tercero t where u.nombre = 'Muelle de copia';`)
    mkdirSync(dir('datos/manuales/sub'), { recursive: true })
    mkdirSync(dir('datos/pg'), { recursive: true })
    writeFileSync(dir('datos/pg/PG_VERSION'), '18')
    for (const [ruta, bytes] of manuales) writeFileSync(dir(`datos/manuales/${ruta}`), bytes)
    writeFileSync(dir('datos/manuales/notas.txt'), 'no')
  })
  afterAll(async () => {
    await bases.drop()
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('everything comes back in an empty database, while the first one goes on', async () => {
    const before = await sumsOf(p.servidor.pool)
    expect(before).toMatchObject({
      incidencia: { n: 1 },
      visto_sin_registrar: { n: 1 },
      cuarentena: { n: 1 },
      archivo_trozo: { n: 11 },
      recuento_foto: { n: 1 },
      tercero_salida: { n: 1 },
    })
    await copyTodo(p.servidor.pool, dir('nada'), dir('una.copia'))
    await expect(copyTodo(p.servidor.pool, dir('nada'), dir('una.copia'))).rejects.toThrow('Ya existe')
    await expect(copyTodo(p.servidor.pool, dir('nada'), dir('no hay/una.copia'))).rejects.toThrow(
      /^No se puede escribir .*una\.copia: no existe o no se puede crear\.$/,
    )
    const { pool } = await bases.create()
    first = pool
    const hay = await restoreTodo(pool, dir('otros'), dir('una.copia'), false)
    expect(hay.archivos).toBe(0)
    expect(await sumsOf(pool)).toEqual(before)
    expect(existsSync(dir('otros'))).toBe(false)
    const { rows } = await pool.query(
      "insert into dispositivo (empresa_id, mac, tipo) values (1, 'AC233F00F002', 'iBeacon') returning id",
    )
    expect(rows[0].id).toBeGreaterThan(0)
  })

  test('what is there is not lost unless asked to, nor for half a copy, nor under a running Retorna', async () => {
    const pool = first
    const before = await sumsOf(pool)
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
    expect(await sumsOf(pool)).toEqual(before)
    await restoreTodo(pool, dir('otros'), dir('una.copia'), true)
    expect(await sumsOf(pool)).toEqual(await sumsOf(p.servidor.pool))
  })

  test('rows that refer to others of their table come back, whichever lies first, and in a circle', async () => {
    const { pool: old } = await bases.create()
    const { pool: nueva } = await bases.create()
    await migrate(old)
    await old.query(`
      insert into empresa (id, nombre) values (9, 'Con averías');
      insert into causa (id, empresa_id, clase, desde, hasta, evidencia) overriding system value
        values (1, 9, 'red', now(), now(), '{}');
      insert into causa (id, empresa_id, clase, desde, hasta, evidencia, padre_id) overriding system value
        select i, 9, 'mudo', now(), now(), '{}', 1 from generate_series(2, 2500) i;
      -- Written anew, it lies behind all that refer to it.
      update causa set padre_id = 2500 where id = 1;`)
    const order = (await old.query('select id from causa')).rows.map((r) => r.id)
    expect(order.indexOf(1)).toBeGreaterThan(1000)
    await copyTodo(old, dir('nada'), dir('averías.copia'))
    await restoreTodo(nueva, dir('nada'), dir('averías.copia'), false)
    expect((await sumsOf(nueva)).causa).toEqual((await sumsOf(old)).causa)
    const { rows } = await nueva.query(
      "select conname from pg_constraint where contype = 'f' and condeferrable",
    )
    expect(rows).toEqual([])
    await expect(nueva.query('update causa set padre_id = 99999 where id = 5')).rejects.toThrow('foreign key')
    // A reference that leads nowhere is still refused.
    const lineas = gunzipSync(readFileSync(dir('averías.copia'))).toString()
    const mala = lineas.replaceAll('"padre_id":2500', '"padre_id":99999')
    expect(mala).not.toBe(lineas)
    writeFileSync(dir('sin padre.copia'), gzipSync(mala))
    await expect(restoreTodo(nueva, dir('nada'), dir('sin padre.copia'), true)).rejects.toThrow(
      'La copia no se puede restaurar: una fila se refiere a otra que no está',
    )
    expect((await sumsOf(nueva)).causa).toEqual((await sumsOf(old)).causa)
  })

  test('a copy of an older version gets what came later', async () => {
    const { pool: old } = await bases.create()
    const { pool: nueva } = await bases.create()
    await old.query(BEFORE)
    await old.query("insert into empresa (id, nombre) values (9, 'Antigua')")
    await old.query("select crear_particion_evento('2025-01-01')")
    await old.query(
      "insert into evento (id, empresa_id, dispositivo_id, tiempo, estado) values (9007199254740993, 9, 1, '2025-01-05 12:00:00.123456+00', 0)",
    )
    await copyTodo(old, dir('nada'), dir('vieja.copia'))
    await restoreTodo(nueva, dir('nada'), dir('vieja.copia'), false)
    const { rows } = await nueva.query(
      'select e.id::text, e.tiempo::text, m.nombre, (select count(*) from migracion) as n from evento e join empresa m on m.id = e.empresa_id where m.id = 9',
    )
    expect(rows).toMatchObject([
      { id: '9007199254740993', nombre: 'Antigua', n: listArchivosMigration().length },
    ])
    expect(rows[0].tiempo).toContain('.123456')
  })

  test('a copy of when the manuals were files has them in the database', async () => {
    const { pool: old } = await bases.create()
    const { pool: nueva } = await bases.create()
    await old.query(BEFORE)
    await old.query("insert into empresa (id, nombre) values (9, 'Antigua')")
    await copyTodo(old, dir('datos'), dir('con archivos.copia'))
    mkdirSync(dir('sitio/manuales'), { recursive: true })
    writeFileSync(dir('sitio/manuales/otro.pdf'), '%PDF-')
    const restore = (sobrescribir: boolean) =>
      restoreTodo(nueva, dir('sitio'), dir('con archivos.copia'), sobrescribir)
    await expect(restore(false)).rejects.toThrow(/manuales no está vacía.*--sobrescribir/)
    expect((await restore(true)).archivos).toBe(3)
    const ask = async (sql: string) => (await nueva.query(sql)).rows
    const hay = await ask(
      'select d.ruta, a.huella, a.bytes from manual_documento d join archivo a on a.id = d.archivo_id order by a.bytes',
    )
    expect(hay).toEqual(
      manuales.map(([ruta, b]) => ({
        ruta,
        huella: createHash('sha256').update(b).digest('hex'),
        bytes: b.length,
      })),
    )
    const { bytes } = (
      await ask("select string_agg(bytes, ''::bytea order by numero) as bytes from archivo_trozo")
    )[0]
    expect(manuales[1]?.[1].equals(bytes)).toBe(true)
    expect(await ask('select ruta from manual_carpeta')).toEqual([{ ruta: 'sub' }])
    expect(await ask('select nombre from empresa where id = 9')).toEqual([{ nombre: 'Antigua' }])
    expect(readdirSync(dir('sitio'))).toEqual([expect.stringMatching(/^manuales-antes-de-/)])
  })
})
