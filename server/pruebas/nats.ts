import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'

/** NATS of this machine, where one answers. */
export const URL_NATS = 'nats://127.0.0.1:4222'

/** Whether it does, and keeps streams. */
export async function hasNats(): Promise<boolean> {
  try {
    const nc = await connect({ servers: '127.0.0.1:4222', timeout: 1000, reconnect: false })
    const hay = nc.info?.jetstream === true
    await nc.close()
    return hay
  } catch {
    return false
  }
}

const PROGRAMA = process.env.NATS_SERVER ?? '/usr/sbin/nats-server'
export const hasProgramaNats = () => existsSync(PROGRAMA)

/** A NATS server of our own with this configuration, and a folder for what it keeps. */
export function startNats(carpeta: string, nombre: string, config: string) {
  const fichero = join(carpeta, `${nombre}.conf`)
  writeFileSync(fichero, `server_name: ${nombre}\n${config.replaceAll('$DIR', join(carpeta, nombre))}`)
  const proceso = spawn(PROGRAMA, ['-c', fichero], { stdio: 'ignore' })
  const fin = new Promise((r) => proceso.once('exit', r))
  return {
    async stop(): Promise<void> {
      proceso.kill('SIGKILL')
      await fin
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
