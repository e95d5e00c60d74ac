import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { needsBroker } from '../testing/necesita'
import { environmentOf, installFromHere } from '../testing/programs/installed'
import { type Prueba, startPrueba } from '../testing/retorna'

const run = promisify(execFile)
const DOC = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
/** Code blocks of this language, in order. */
const blocksOf = (language: string) =>
  [...DOC.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, l, text = '']) => (l === language ? [text] : []))

/** Whether a program is on this machine; however slow the machine is. */
const isHere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

describe.runIf(inject('base').hay)("the stranger's way of docs/api.md, word by word", needsBroker(), () => {
  let p: Prueba
  let folder: string
  let env: NodeJS.ProcessEnv
  const shell = (text: string) =>
    run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, timeout: 240_000 })

  beforeAll(async () => {
    p = await startPrueba()
    for (let i = 1; i <= 120; i++)
      await p.register(`AABBCC00${String(i).padStart(4, '0')}`, 'SmartBle', `20014-${i}`)
    const { body } = await p.call<{ secreto: string }>('POST', '/api/empresas/1/claves_api', {
      body: { nombre: 'Guía', ambitos: ['inventario:leer'], dias: 1 },
      cookie: await p.as('admin'),
    })
    folder = mkdtempSync(join(tmpdir(), 'retorna-guia-'))
    env = environmentOf(p.servidor.url, body.secreto)
  })
  afterAll(async () => {
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('curl lists containers', async () => {
    const [, curl = ''] = blocksOf('sh')
    const answer = JSON.parse((await shell(curl)).stdout)
    expect(answer.data).toHaveLength(100)
    expect(answer.total).toBe(120)
  })

  test('Python lists all of them, page by page', async ({ skip }) => {
    if (!(await isHere('python3'))) return skip('hace falta python3')
    writeFileSync(join(folder, 'containers.py'), blocksOf('python').join('\n'))
    const { stdout } = await shell('python3 containers.py')
    const nicknames = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0])
    expect(new Set(nicknames).size).toBe(120)
  })

  test('a TypeScript client made of what the installation says of itself compiles and lists them', {
    tags: ['slow'],
    timeout: 300_000,
  }, async () => {
    const [, , install = '', compile = ''] = blocksOf('sh')
    const [program = ''] = blocksOf('ts')
    await shell(installFromHere(folder, install))
    writeFileSync(join(folder, 'containers.mts'), program)
    const { stdout } = await shell(compile)
    expect(stdout.trim().split('\n')).toHaveLength(100)
    // A wrong field name must not compile.
    writeFileSync(join(folder, 'containers.mts'), program.replace('d.Apodo', 'd.Mote'))
    await expect(shell(compile)).rejects.toThrow()
  })
})
