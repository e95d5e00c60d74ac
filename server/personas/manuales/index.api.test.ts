import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { CategoriaManual, Pasaje } from '#contract/personas/manuales/manuales'
import { saveArchivo } from '../../platform/files/service'
import { startServer } from '../../start/server'
import { makeHostil, makePdf } from '../../testing/files'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { putManual } from './file-migration'
import { createIndex } from './index'
import { takePorLeer } from './repo'

describe.runIf(inject('base').hay)('text of the manuals', () => {
  let p: Prueba
  let data: string

  const search = async (q: string, url = p.servidor.url) => {
    const r = await fetch(`${url}/api/manuales/buscar?q=${encodeURIComponent(q)}`)
    return ((await r.json()) as { data: Pasaje[] }).data.map((x) => [x.title, x.pagina])
  }
  const waitHallado = (q: string, url?: string) =>
    vi.waitFor(async () => expect(await search(q, url)).toEqual([['Guía', 1]]), {
      timeout: 30_000,
      interval: 1000,
    })
  const folder = async () =>
    (await p.call<{ categories: CategoriaManual[] }>('GET', '/api/manuales')).body.categories.find(
      (c) => c.title === 'Uso',
    )

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'retorna-indice-'))
    await mkdir(join(data, 'manuales/Uso'), { recursive: true })
    await writeFile(join(data, 'manuales/Uso/Guía.pdf'), await makePdf('La batería se ve en el inventario.'))
    await writeFile(join(data, 'manuales/Uso/Roto.pdf'), '%PDF-1.7 nada')
    p = await startPrueba({ DATA_DIR: data })
    await waitHallado('batería')
  })
  afterAll(async () => {
    await p.stop()
    await rm(data, { recursive: true, force: true })
  })

  test('a PDF that cannot be read is there, and says that it is not searched', async () => {
    const docs = await vi.waitFor(async () => {
      const hay = (await folder())?.docs
      expect(hay?.[1]).toHaveProperty('sin_texto')
      return hay
    }, 10_000)
    expect(docs).toMatchObject([{ title: 'Guía' }, { title: 'Roto', sin_texto: true }])
    expect(docs?.[0]).not.toHaveProperty('sin_texto')
  })

  test('everybody is answered while a PDF that holds much more than it seems is read', {
    tags: ['slow'],
  }, async () => {
    const bytes = await makeHostil('(hola) Tj ', 500_000)
    expect(bytes.length).toBeLessThan(40_000)
    const forma = new FormData()
    forma.append('archivo', new Blob([new Uint8Array(bytes)]), 'Hostil.pdf')
    const ruta = `${p.servidor.url}/api/manuales/documentos?carpeta=${(await folder())?.id}`
    const headers = { cookie: await p.as('admin') }
    const inicio = performance.now()
    let fin = 0
    const subida = fetch(ruta, { method: 'POST', body: forma, headers }).finally(() => {
      fin = performance.now()
    })
    const esperas: number[] = []
    while (!fin) {
      const desde = performance.now()
      expect((await p.call('GET', '/healthz')).status).toBe(200)
      esperas.push(performance.now() - desde)
    }
    expect((await subida).status).toBe(200)
    expect(esperas.length).toBeGreaterThan(20)
    // In a single thread, one of them would have waited for nearly the whole time.
    expect(Math.max(...esperas)).toBeLessThan((fin - inicio) / 3)
  })

  test('what a folder of another machine holds joins the rest, and what stands in its place already stays', async () => {
    const otros = await mkdtemp(join(tmpdir(), 'retorna-indice-'))
    await mkdir(join(otros, 'manuales/Uso/Vacía'), { recursive: true })
    await writeFile(join(otros, 'manuales/Uso/Guía.pdf'), await makePdf('Esto ya estaba.'))
    await writeFile(join(otros, 'manuales/Uso/Otra.pdf'), await makePdf('Aquí se habla de grúas.'))
    const otro = await startServer({ ...p.config, DATA_DIR: otros, ROLES: 'api' })
    try {
      await vi.waitFor(async () => expect(await search('grúas')).toEqual([['Otra', 1]]), {
        timeout: 30_000,
        interval: 1000,
      })
      expect(await search('batería', otro.url)).toEqual([['Guía', 1]])
      expect((await folder())?.children.map((c) => c.title)).toEqual(['Vacía'])
      const [childProcess] = await readdir(otros)
      expect(await readdir(join(otros, childProcess as string, 'Uso'))).toContain('Guía.pdf')
    } finally {
      await otro.stop()
      await rm(otros, { recursive: true, force: true })
    }
  })

  test('a PDF is read by one process, and what one that was killed had begun by another', async () => {
    const { pool, db } = p.servidor
    const { id } = await saveArchivo(db, Readable.from([await makePdf('Palés y jaulas.')]))
    await putManual(db, 'Uso/Nueva.pdf', id)
    const tomados = await Promise.all([takePorLeer(db), takePorLeer(db)])
    expect(tomados.filter(Boolean)).toMatchObject([{ ruta: 'Uso/Nueva.pdf', archivo: id }])
    const index = createIndex(db, p.servidor.app.log)
    await index.sync()
    expect(await search('jaulas')).toEqual([])
    await pool.query("update manual set tomado = now() - interval '3 minutes' where legible is null")
    await index.sync()
    expect(await search('jaulas')).toEqual([['Nueva', 1]])
    await index.stop()
  })
})
