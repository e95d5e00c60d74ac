import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { vi } from 'vitest'
import { needs } from './necesita'
import { freePorts } from './programs/ports'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
const PROGRAM = (
  process.env.NATS_SERVER ? [process.env.NATS_SERVER] : FOLDERS.map((c) => join(c, 'nats-server'))
).find((ruta) => existsSync(ruta))
export const NEEDS_NATS = needs(PROGRAM !== undefined, 'en esta máquina no hay un nats-server')

/** Start a NATS server with this configuration and a folder for its data. */
export function startNats(folder: string, nombre: string, config: string) {
  const file = join(folder, `${nombre}.conf`)
  writeFileSync(file, `server_name: ${nombre}\n${config.replaceAll('$DIR', join(folder, nombre))}`)
  const proceso = spawn(PROGRAM as string, ['-c', file], { stdio: 'ignore' })
  const fin = new Promise((r) => proceso.once('exit', r))
  return {
    async stop(): Promise<void> {
      proceso.kill('SIGKILL')
      await fin
    },
  }
}

/** Resolves once the server of this port answers. */
export const openNats = (port: number) =>
  vi.waitFor(() => connect({ servers: `127.0.0.1:${port}`, reconnect: false, timeout: 1000 }), {
    timeout: 15_000,
    interval: 200,
  })

/** Start a NATS server with JetStream, whose streams are removed with it. */
export async function startLogNats() {
  const folder = mkdtempSync(join(tmpdir(), 'retorna-nats-'))
  const [port = 0] = await freePorts(1)
  const nats = startNats(folder, 'log', `listen: "127.0.0.1:${port}"\njetstream { store_dir: "$DIR" }\n`)
  await (await openNats(port)).close()
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
