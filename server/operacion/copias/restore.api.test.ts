// @module-tag slow: starts and stops of whole programs
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createBases, sumsOf } from '../../testing/databases/bases'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { copyTodo } from './copy'
import { restoreTodo } from './restore'

/** So many rows that a restore takes long enough to be observed. */
const MUCHAS = 60_000

describe.runIf(inject('base').hay)('a restore that fails', () => {
  const bases = createBases(inject('base'))
  let p: Prueba
  /** The database that is restored into. */
  let pool: pg.Pool
  let url: string
  let folder: string
  /** The lines of a backup. */
  let lineas: string[]
  const dir = (nombre: string) => join(folder, nombre)
  const data = () => dir('datos')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-restaurar-'))
    p = await startPrueba({ DATA_DIR: dir('suyos') })
    await p.register('AC233F00F001', 'SmartBle', 'copiado')
    // As in versions where the manuals were files.
    mkdirSync(dir('suyos/manuales'), { recursive: true })
    writeFileSync(dir('suyos/manuales/uno.mp4'), 'copiado')
    await copyTodo(p.servidor.pool, dir('suyos'), dir('una.copia'))
    lineas = gunzipSync(readFileSync(dir('una.copia')))
      .toString()
      .split('\n')
    ;({ pool, url } = await bases.create())
    await restoreTodo(pool, data(), dir('una.copia'), false)
    // The data before the restore differ from the backup.
    await pool.query("update dispositivo set apodo = 'nuevo'")
    mkdirSync(dir('datos/planos'), { recursive: true })
    writeFileSync(dir('datos/planos/otro.png'), 'suyo')
  })
  afterAll(async () => {
    await bases.drop()
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const videoOf = async (de: pg.Pool) =>
    (
      await de.query(
        `select convert_from(t.bytes, 'UTF8') as texto from manual_documento d join archivo_trozo t using (archivo_id)
         where d.ruta = 'uno.mp4'`,
      )
    ).rows[0]?.texto

  /** Writes a backup with modified lines. */
  function craft(cambio: (lineas: string[]) => string[]): string {
    writeFileSync(dir('mala.copia'), gzipSync(cambio([...lineas]).join('\n')))
    return dir('mala.copia')
  }
  const at = (l: string[], empieza: string) => l.findIndex((x) => x.startsWith(empieza))
  const filesOf = (root: string) =>
    (readdirSync(root, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
      .filter((d) => d.isFile())
      .map((d) => [join(d.parentPath, d.name), readFileSync(join(d.parentPath, d.name), 'utf8')])
      .sort()

  /** All contents: the rows of each table, and each file. */
  const todo = async () => ({ archivos: filesOf(data()), ...(await sumsOf(pool)) })

  test.each<[string, (l: string[]) => string[], string]>([
    [
      'of a later version',
      (l) => [
        (l[0] as string).replace('"migraciones":[', '"migraciones":["29991231000000_futuro.sql",'),
        ...l.slice(1),
      ],
      'versión posterior de Retorna (29991231000000_futuro.sql)',
    ],
    [
      'with a table that nobody knows',
      (l) => l.toSpliced(at(l, '#{"tabla":"dispositivo"'), 0, '#{"tabla":"naves","columnas":["id"]}'),
      'una tabla que aquí no existe: naves',
    ],
    [
      'with a column that nobody knows',
      (l) =>
        l.map((x) => (x.startsWith('#{"tabla":"dispositivo"') ? x.replace('["id"', '["matricula","id"') : x)),
      'una columna que aquí no existe: dispositivo.matricula',
    ],
    [
      'with a row that is none',
      (l) => l.with(at(l, '#{"tabla":"dispositivo"') + 1, '{"id": 1, "mac":'),
      'la tabla dispositivo tiene una fila que no vale',
    ],
    [
      'with a row that breaks a rule',
      (l) => l.with(at(l, '#{"tabla":"dispositivo"') + 1, '{"id": 1, "mac": null}'),
      'la tabla dispositivo tiene una fila que no vale',
    ],
    ['with a file of no bytes', (l) => l.with(at(l, '#{"archivo"') + 1, '¿?'), 'La copia no se puede leer'],
  ])('%s leaves all as it was', async (_que, cambio, dicho) => {
    const before = await todo()
    await expect(restoreTodo(pool, data(), craft(cambio), true)).rejects.toThrow(dicho)
    expect(await todo()).toEqual(before)
  })

  test.each([
    'pg/PG_VERSION',
    'suelto.txt',
    '../fuera.mp4',
    'manuales/../../fuera.mp4',
    '/tmp/fuera.mp4',
    'manuales//x.mp4',
  ])('a file of the path %j is no manual: it is left out, and nothing is written to a disk', async (ruta) => {
    const otros = dir(`otros ${ruta.replace(/\W/g, '_')}`)
    const { pool: empty } = await bases.create()
    await restoreTodo(
      empty,
      otros,
      craft((l) => l.with(at(l, '#{"archivo"'), `#${JSON.stringify({ archivo: ruta })}`)),
      false,
    )
    const { rows } = await empty.query(
      'select (select count(*) from manual_documento) as d, (select count(*) from archivo) as a',
    )
    expect(rows).toEqual([{ d: 0, a: 0 }])
    expect(existsSync(otros)).toBe(false)
    expect(readdirSync(folder)).not.toContain('fuera.mp4')
  })

  test.each([['first'], ['second']])('a copy whose %s line has no end is none', async (cual) => {
    const linea = Buffer.alloc(150 << 20, '0')
    const inicio = Buffer.from(cual === 'first' ? '' : `${lineas[0]}\n`)
    writeFileSync(dir('larga.copia'), gzipSync(Buffer.concat([inicio, linea]), { level: 1 }))
    await expect(restoreTodo(pool, data(), dir('larga.copia'), true)).rejects.toThrow(
      'La copia no se puede leer: tiene una línea demasiado larga.',
    )
  })

  test('a folder that is a link is laid aside itself, not what it shows', async () => {
    const otros = dir('con enlace')
    mkdirSync(otros)
    mkdirSync(dir('ajena'))
    writeFileSync(dir('ajena/uno.mp4'), 'de otro')
    symlinkSync(dir('ajena'), join(otros, 'manuales'))
    const { pool: empty } = await bases.create()
    const restore = (sobrescribir: boolean) => restoreTodo(empty, otros, dir('una.copia'), sobrescribir)
    await expect(restore(false)).rejects.toThrow('--sobrescribir')
    await restore(true)
    expect(await videoOf(empty)).toBe('copiado')
    expect(readdirSync(otros)).toEqual([expect.stringMatching(/^manuales-antes-de-/)])
    expect(readFileSync(dir('ajena/uno.mp4'), 'utf8')).toBe('de otro')
  })

  test('killed among its rows it leaves all as it was', async () => {
    const tabla = (l: string[]) => at(l, '#{"tabla":"visto_sin_registrar"')
    const larga = craft((l) => {
      const filas = Array.from({ length: MUCHAS }, (_, i) =>
        JSON.stringify({
          empresa_id: 1,
          mac: `M${i}`,
          veces: 1,
          primera: '2026-01-01',
          ultima: '2026-01-01',
          aleatoria: false,
        }),
      )
      const fin = at(l, '#{"fin"')
      const { fin: hay } = JSON.parse((l[fin] as string).slice(1))
      return l
        .with(fin, `#${JSON.stringify({ fin: { ...hay, filas: hay.filas + MUCHAS } })}`)
        .toSpliced(tabla(l) + 1, 0, ...filas)
    })
    const before = await todo()
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'server/operacion/copias/cli.ts', 'restore', larga, '--sobrescribir'],
      {
        env: {
          ...process.env,
          DATABASE_URL: url,
          DATA_DIR: data(),
          NODE_ENV: 'production',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const fin = once(child, 'exit')
    const escribe = `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into "visto_sin_registrar"%'`
    try {
      await expect
        .poll(async () => (await pool.query(escribe)).rowCount, { timeout: 120_000, interval: 5 })
        .toBeGreaterThan(0)
    } finally {
      child.kill('SIGKILL')
    }
    expect(await fin).toEqual([null, 'SIGKILL'])
    const otros = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`
    await expect.poll(async () => (await pool.query(otros)).rowCount, { timeout: 15_000 }).toBe(0)
    expect(await todo()).toEqual(before)
  })

  test('and one that does not fail takes the place of what was there', async () => {
    await restoreTodo(pool, data(), dir('una.copia'), true)
    const { rows } = await pool.query("select apodo from dispositivo where mac = 'AC233F00F001'")
    expect(rows).toEqual([{ apodo: 'copiado' }])
    expect(await videoOf(pool)).toBe('copiado')
    expect(readFileSync(dir('datos/planos/otro.png'), 'utf8')).toBe('suyo')
  })
})
