// @module-tag slow: the programs of the docs
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '../../platform/config/config'
import { createPlanta } from '../../testing/ciclo'
import { environmentOf, installFromHere } from '../../testing/programs/installed'
import { type Prueba, startPrueba } from '../../testing/retorna'

const DOC = readFileSync(join(ROOT, 'docs/datos.md'), 'utf8')
const SECTION = /^## With DuckDB\n(.*?)^## /ms.exec(DOC)?.[1] ?? ''
/** The code blocks of the section, in order. */
const [install = '', program = '', start = ''] = [...SECTION.matchAll(/^```\w+\n(.*?)^```$/gms)].map(
  ([, text = '']) => text,
)
const run = promisify(execFile)

describe.runIf(inject('base').hay)("the analyst's way of docs/datos.md with DuckDB, word by word", () => {
  let p: Prueba
  let folder: string
  let env: NodeJS.ProcessEnv
  const shell = (text: string) =>
    run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, timeout: 240_000 })
  const told = async () => (await shell(start)).stdout.trim().split('\n')

  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    const planta = await createPlanta(p)
    await planta.put('AC0000000001', '20014-1', [
      ['Lleno', 100, 90],
      ['Línea', 90, null],
    ])
    await planta.keep()
    const { body } = await p.call<{ secreto: string }>('POST', '/api/empresas/1/claves_api', {
      body: { nombre: 'Analista', ambitos: ['datos:leer'], dias: 1 },
      cookie: await p.as('admin'),
    })
    folder = mkdtempSync(join(tmpdir(), 'retorna-analista-'))
    env = environmentOf(p.servidor.url, body.secreto)
  })
  afterAll(async () => {
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('all stays at first, then one that was corrected, and no longer one that is gone', async () => {
    await shell(installFromHere(folder, install))
    writeFileSync(join(folder, 'estancias.mjs'), program)
    expect(await told()).toEqual(['20014-1 Lleno 10', '20014-1 Línea sigue'])
    await p.servidor.pool.query("update estancia set hasta = hasta - interval '3 hours'")
    expect(await told()).toEqual(['20014-1 Lleno 7', '20014-1 Línea sigue'])
    await p.servidor.pool.query('delete from estancia')
    expect(await told()).toEqual(['20014-1 Línea sigue'])
    expect(await told()).toEqual(['20014-1 Línea sigue'])
  }, 300_000)
})
