import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createBases } from '../../testing/databases/bases'
import { createDb } from '../db/client'
import { migrate } from '../db/migrate'
import { installErrores } from '../http/errores'
import { installWeb } from './web'

describe.runIf(inject('base').hay)('two builds on one database', () => {
  const bases = createBases(inject('base'))
  const apps: FastifyInstance[] = []
  let folder: string
  let base: Awaited<ReturnType<typeof bases.create>>
  const TEXT = `export const pantalla = "${'tornillo '.repeat(300)}"`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-web-'))
    base = await bases.create()
    await migrate(base.pool)
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await bases.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A process with a build that consists of these files. */
  async function start(nombre: string, archivos: Record<string, string>): Promise<FastifyInstance> {
    const web = join(folder, nombre)
    mkdirSync(join(web, 'assets'), { recursive: true })
    writeFileSync(join(web, 'index.html'), `<title>${nombre}</title>`)
    for (const [f, text] of Object.entries(archivos)) writeFileSync(join(web, 'assets', f), text)
    const app = fastify()
    installErrores(app)
    await installWeb(app, createDb(base.pool), web)
    apps.push(app)
    return app
  }

  test('a page gets its files from either process, once one has handed it out', async () => {
    const old = await start('vieja', { 'mapa-11.js': TEXT, 'letra-1.woff2': 'bytes' })
    const nueva = await start('nueva', { 'mapa-22.js': '2' })
    expect((await nueva.inject('/assets/mapa-11.js')).statusCode).toBe(404)
    expect((await old.inject('/Control')).body).toContain('vieja')
    expect((await nueva.inject('/Control')).body).toContain('nueva')

    const r = await nueva.inject('/assets/mapa-11.js')
    expect([r.statusCode, r.body]).toEqual([200, TEXT])
    expect(r.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await nueva.inject('/assets/letra-1.woff2')).body).toBe('bytes')
    expect((await old.inject('/assets/mapa-22.js')).body).toBe('2')
    // Only files of a build are served; no path reaches anything else of the database or the disk.
    for (const ruta of ['/assets/otra-33.js', '/assets/../index.html', '/assets/'])
      expect((await nueva.inject(ruta)).statusCode, ruta).not.toBe(500)
    expect((await nueva.inject('/assets/otra-33.js')).statusCode).toBe(404)
  })

  test('what no page has asked for in a month goes with the next build', async () => {
    await base.pool.query("update construccion_archivo set vista = now() - interval '31 days'")
    const otra = await start('otra', { 'mapa-11.js': TEXT, 'mapa-44.js': '4' })
    await otra.inject('/')
    const { rows } = await base.pool.query('select ruta from construccion_archivo order by 1')
    expect(rows.map((r) => r.ruta)).toEqual(['/assets/mapa-11.js', '/assets/mapa-44.js'])
  })
})
