import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { vi } from 'vitest'
import { needs } from './necesita'

const CARPETAS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
const PROGRAMA = (
  process.env.NATS_SERVER ? [process.env.NATS_SERVER] : CARPETAS.map((c) => join(c, 'nats-server'))
).find((ruta) => existsSync(ruta))
export const NEEDS_NATS = needs(PROGRAMA !== undefined, 'en esta máquina no hay un nats-server')

/** A NATS server of our own with this configuration, and a folder for what it keeps. */
export function startNats(carpeta: string, nombre: string, config: string) {
  const fichero = join(carpeta, `${nombre}.conf`)
  writeFileSync(fichero, `server_name: ${nombre}\n${config.replaceAll('$DIR', join(carpeta, nombre))}`)
  const proceso = spawn(PROGRAMA as string, ['-c', fichero], { stdio: 'ignore' })
  const fin = new Promise((r) => proceso.once('exit', r))
  return {
    async stop(): Promise<void> {
      proceso.kill('SIGKILL')
      await fin
    },
  }
}

/** Resolves once the server of this port answers. */
export const openNats = (puerto: number) =>
  vi.waitFor(() => connect({ servers: `127.0.0.1:${puerto}`, reconnect: false, timeout: 1000 }), {
    timeout: 15_000,
    interval: 200,
  })

/** One that keeps streams, which go with it. */
export async function startLogNats() {
  const carpeta = mkdtempSync(join(tmpdir(), 'retorna-nats-'))
  const [puerto = 0] = await freePorts(1)
  const nats = startNats(carpeta, 'log', `listen: "127.0.0.1:${puerto}"\njetstream { store_dir: "$DIR" }\n`)
  await (await openNats(puerto)).close()
  return {
    url: `nats://127.0.0.1:${puerto}`,
    async stop(): Promise<void> {
      await nats.stop()
      rmSync(carpeta, { recursive: true, force: true })
    },
  }
}

/** Ports that nobody uses now. */
export async function freePorts(n: number): Promise<number[]> {
  const abiertos = await Promise.all(
    Array.from(
      { length: n },
      () =>
        new Promise<Server>((resolve) => {
          const s = createServer().listen(0, '127.0.0.1', () => resolve(s))
        }),
    ),
  )
  const puertos = abiertos.map((s) => (s.address() as { port: number }).port)
  await Promise.all(abiertos.map((s) => new Promise((r) => s.close(r))))
  return puertos
}
