import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../server/testing/programs/ports'

const ROOT = join(import.meta.dirname, '..')

async function end(proceso: ChildProcess): Promise<void> {
  if (proceso.exitCode !== null || proceso.signalCode !== null) return
  proceso.kill('SIGTERM')
  await once(proceso, 'exit')
}

/**
 * A fresh installation with addresses of its own: empty except for one administrator, created on the command line as in README. It runs the
 * existing build.
 * @param settingsOf further settings, by its address
 */
export async function startNew(
  cuenta: { username: string; nombre: string; clave: string },
  settingsOf: (url: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'retorna-nueva-'))
  const [web, mqtt] = await freePorts(2)
  const { DATABASE_URL: _, MQTT_URL: __, DEMO: ___, ROLES: ____, ...resto } = process.env
  const env = {
    ...resto,
    NODE_ENV: 'production',
    DATA_DIR,
    HOST: '127.0.0.1',
    PORT: String(web),
    MQTT_PORT: String(mqtt),
    PUBLIC_URL: `http://127.0.0.1:${web}`,
    SIN_HTTPS: '1',
    TILE_STYLE_URL: 'ninguno',
    ...(await settingsOf(`http://127.0.0.1:${web}`)),
  }
  const args = ['create', '--username', cuenta.username, '--nombre', cuenta.nombre, '--admin']
  const alta = spawn(process.execPath, [join(ROOT, 'scripts/user.mjs'), ...args], {
    env: { ...env, RETORNA_CLAVE: cuenta.clave },
    stdio: 'inherit',
  })
  const [codigo] = await once(alta, 'exit')
  if (codigo !== 0) throw new Error(`npm run user ended with ${codigo}`)
  const producto = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), '--produccion'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${web}`
  const stop = async () => {
    await end(producto)
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  for (let i = 0; i < 300 && producto.exitCode === null; i++) {
    if (
      await fetch(`${url}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return { url, mqtt, stop }
    await new Promise((r) => setTimeout(r, 200))
  }
  await stop()
  throw new Error('the product did not start')
}
