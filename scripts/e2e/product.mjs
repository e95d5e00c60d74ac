// The whole product for browser tests, each with its own ports and data.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { RAIZ } from '../prepare.mjs'

/** Folders and ports for `n` products, and the port of a mail server that tests run. The packages must be installed. */
export async function makeSitios(n) {
  const { tsImport } = await import('tsx/esm/api')
  // Tests of the API use the same folders.
  const { makeDataDir } = await tsImport('../../server/testing/databases/data-dir.ts', import.meta.url)
  const { freePorts } = await tsImport('../../server/testing/programs/ports.ts', import.meta.url)
  const carpetas = Array.from({ length: n }, () => makeDataDir('retorna-e2e-'))
  const [buzon] = await freePorts(1)
  return { carpetas, puertos: await Promise.all(carpetas.map(() => freePorts(2))), buzon }
}

/** Start the product as a new user would, with its own ports and data; resolves once it is ready. */
export async function startProducto(carpeta, [puerto, mqtt], buzon, { stdio = 'inherit' } = {}) {
  const env = {
    ...process.env,
    PORT: String(puerto),
    MQTT_PORT: String(mqtt),
    DATA_DIR: carpeta,
    TILE_STYLE_URL: '',
    DEMO: '1',
    // The tests run the receivers of webhooks on this machine.
    AVISOS_HOSTS: '127.0.0.1',
    // So is the mail server, while one of the tests runs it.
    SMTP_URL: `smtp://127.0.0.1:${buzon}`,
    SMTP_DE: 'Retorna <avisos@retorna.example>',
  }
  const proceso = spawn(process.execPath, [join(RAIZ, 'scripts/start.mjs')], {
    cwd: RAIZ,
    env,
    stdio,
  })
  const url = `http://127.0.0.1:${puerto}`
  for (const fin = Date.now() + 180_000; Date.now() < fin && proceso.exitCode === null; ) {
    const ok = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return { proceso, url }
    await new Promise((r) => setTimeout(r, 250))
  }
  proceso.kill('SIGKILL')
  throw new Error('el producto no arranca')
}

/** Ends it, and waits until it is gone. */
export async function stopProducto({ proceso }) {
  if (proceso.exitCode !== null || proceso.signalCode !== null) return
  const fin = new Promise((r) => proceso.once('exit', r))
  proceso.kill('SIGINT')
  await fin
}
