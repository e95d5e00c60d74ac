import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { copyDiaria, listCopias } from './diaria'

describe.runIf(inject('base').hay)('the daily backup', () => {
  let p: Prueba
  const carpeta = mkdtempSync(join(tmpdir(), 'retorna-diaria-'))
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AC233F00D1A1', 'SmartBle', '20014-801')
  })
  afterAll(async () => {
    await p.stop()
    rmSync(carpeta, { recursive: true, force: true })
  })

  test('that cannot be written leaves the one of before, and the next one replaces it', async () => {
    const copy = (pool: pg.Pool) => copyDiaria(pool, carpeta, { carpeta, cuantas: 1 })
    const archivo = join(carpeta, (await copy(p.servidor.pool)) ?? '')
    const good = readFileSync(archivo)
    const dayAgo = new Date(Date.now() - 24 * 3_600_000)
    utimesSync(archivo, dayAgo, dayAgo)
    // Another table than the first is busy for longer than this copy waits: it fails in the middle.
    const impatient = new pg.Pool({ connectionString: p.url, options: '-c lock_timeout=200ms' })
    const busy = await p.servidor.pool.connect()
    try {
      await busy.query('begin; lock table recuento_foto in access exclusive mode')
      await expect(copy(impatient)).rejects.toThrow()
    } finally {
      await busy.query('rollback')
      busy.release()
      await impatient.end()
    }
    expect(readFileSync(archivo).equals(good)).toBe(true)
    writeFileSync(join(carpeta, 'retorna-2026-01-01.copia.parcial'), 'what a killed process left')
    const anew = await copy(p.servidor.pool)
    expect(listCopias(carpeta)).toMatchObject([{ archivo: anew, hecha: expect.closeTo(Date.now(), -5) }])
    expect(() => readFileSync(join(carpeta, 'retorna-2026-01-01.copia.parcial'))).toThrow('ENOENT')
  })
})
