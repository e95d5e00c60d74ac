// npm run compat: the last release (server/platform/db/publicado.json) and this version side by side on one database, and back again.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '#server/platform/config/config'
import { startBaseEmbedded } from '#server/platform/db/embedded/server'
import { CLAVE } from '#server/testing/databases/plantilla'
import { runSmokeTest } from '#server/testing/programs/smoke-test'
import publicado from '../../server/platform/db/publicado.json'
import { type Contrato, compareContratos } from './contratos'
import { createAdmin, extractCommit, startVersion } from './publicada'

const CADA_MS = 100
/** Longest allowed call while one version takes over from the other. */
const PEOR_MS = 5000

const say = (text: string) => process.stdout.write(`${text}\n`)
let malas = 0
function judge(bien: boolean, text: string): void {
  if (!bien) malas++
  say(`${bien ? '  ok   ' : '  FAIL '} ${text}`)
}

/** People who poll the inventory meanwhile, through a proxy that tries the next process if one does not accept the call. */
function startGente(urls: () => string[]) {
  let fin = false
  const cuenta = { llamadas: 0, fallidas: [] as string[], peorMs: 0 }
  const cookies = new Map<string, string>()
  async function call(ruta: string, init: RequestInit = {}): Promise<Response> {
    for (const url of urls())
      try {
        const r = await fetch(url + ruta, init)
        if (r.status !== 502) return r
      } catch (e) {
        if ((e as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw e
      }
    throw new Error('nobody takes the call')
  }
  async function run(): Promise<void> {
    const body = JSON.stringify({ username: 'admin', password: CLAVE })
    const entrada = await call('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    cookies.set('admin', entrada.headers.get('set-cookie')?.split(';')[0] ?? '')
    while (!fin) {
      const before = performance.now()
      try {
        const r = await call('/api/device_poc_status', {
          headers: { cookie: cookies.get('admin') as string },
        })
        await r.arrayBuffer()
        if (!r.ok) cuenta.fallidas.push(String(r.status))
      } catch (e) {
        cuenta.fallidas.push(String((e as Error).cause ?? e))
      }
      cuenta.llamadas++
      cuenta.peorMs = Math.max(cuenta.peorMs, performance.now() - before)
      await sleep(CADA_MS)
    }
  }
  const hecho = run()
  return {
    async stop() {
      fin = true
      await hecho
      return cuenta
    },
  }
}

const readContrato = async (url: string): Promise<Contrato> => (await fetch(`${url}/api/docs/json`)).json()

async function check(que: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    judge(true, que)
  } catch (e) {
    judge(false, `${que}: ${(e as Error).message}`)
  }
}

async function compare(folder: string, publicada: string, env: Record<string, string>): Promise<void> {
  const old = await startVersion(publicada, { ...env, DATA_DIR: join(folder, 'vieja') })
  await createAdmin(publicada, env, CLAVE)
  await check('the release works on its own schema', () => runSmokeTest(old.url))
  let enPie = [old.url]
  const gente = startGente(() => enPie)

  const nueva = await startVersion(ROOT, { ...env, DATA_DIR: join(folder, 'nueva') })
  say(`         this version was ready beside it after ${nueva.segundos.toFixed(1)} s`)
  enPie = [old.url, nueva.url]
  await check('this version works beside the release', () => runSmokeTest(nueva.url, enPie))
  await check('the release works on the schema of this version', () => runSmokeTest(old.url, enPie))
  const perdidas = compareContratos(await readContrato(old.url), await readContrato(nueva.url))
  judge(
    perdidas.length === 0,
    `pages of the release get on with this API${perdidas.map((p) => `\n         ${p}`).join('')}`,
  )

  enPie = [nueva.url]
  judge((await old.stop()) === 0, 'the release ends in order')
  await check('this version works alone', () => runSmokeTest(nueva.url))
  try {
    const otra = await startVersion(publicada, { ...env, DATA_DIR: join(folder, 'vieja') })
    enPie = [otra.url, nueva.url]
    await check('the release starts again on the schema of this version', () => runSmokeTest(otra.url, enPie))
    enPie = [nueva.url]
    await otra.stop()
  } catch (e) {
    // Releases older than this rule refuse every schema that they do not know.
    const conRegla = existsSync(join(publicada, 'server/platform/db/publicado.json'))
    if (conRegla) judge(false, `the release does not start again: ${(e as Error).message}`)
    else say(`  NOTE   older than this rule, the release does not start again: ${(e as Error).message}`)
  }
  const { llamadas, fallidas, peorMs } = await gente.stop()
  judge(
    fallidas.length === 0 && peorMs < PEOR_MS,
    `people meanwhile: ${llamadas} calls, ${fallidas.length} failed, the longest ${Math.round(peorMs)} ms ${[...new Set(fallidas)].join(', ')}`,
  )
  await nueva.stop()
}

const folder = mkdtempSync(join(tmpdir(), 'retorna-compat-'))
chmodSync(folder, 0o755)
const publicada = join(folder, 'publicada')
say(`release ${publicado.version} (${publicado.commit.slice(0, 7)}), ${publicado.migracion}`)
if (!extractCommit(publicado.commit, publicada)) {
  say('SKIPPED: this clone does not have the commit of the release (git fetch --unshallow)')
} else {
  const base = await startBaseEmbedded(join(folder, 'base'))
  const { host, user, password } = base.conexion
  const DATABASE_URL = `postgresql://${user}:${password}@localhost/retorna?host=${encodeURIComponent(host as string)}`
  try {
    await compare(folder, publicada, { DATABASE_URL })
  } finally {
    await base.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = malas ? 1 : 0
