import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { freePorts } from '#server/testing/programs/ports'

const PROGRAM = process.env.NATS_SERVER ?? '/usr/sbin/nats-server'
export const hasProgram = () => existsSync(PROGRAM)

/** Start our own NATS servers with JetStream: one, or a cluster. */
export async function startNats(cuantos: number) {
  const folder = mkdtempSync(join(tmpdir(), 'retorna-nats-'))
  const ports = await freePorts(cuantos * 2)
  const processes: (ChildProcess | null)[] = []
  const rutas = ports.slice(cuantos).map((p) => `nats://127.0.0.1:${p}`)
  const files = Array.from({ length: cuantos }, (_, i) => {
    const file = join(folder, `${i}.conf`)
    const cluster =
      cuantos > 1
        ? `cluster { name: banco, listen: "127.0.0.1:${ports[cuantos + i]}", routes: ${JSON.stringify(rutas)} }`
        : ''
    writeFileSync(
      file,
      `server_name: n${i}\nlisten: "127.0.0.1:${ports[i]}"\njetstream { store_dir: ${JSON.stringify(join(folder, `js${i}`))} }\n${cluster}\n`,
    )
    return file
  })
  const start = (i: number) => {
    processes[i] = spawn(PROGRAM, ['-c', files[i] as string], { stdio: 'ignore' })
  }
  const url = ports
    .slice(0, cuantos)
    .map((p) => `nats://127.0.0.1:${p}`)
    .join(',')

  async function waitReady(): Promise<void> {
    for (let t = 0; t < 100; t++)
      try {
        const nc = await connect({
          servers: url.replaceAll('nats://', '').split(','),
          timeout: 1000,
          reconnect: false,
        })
        await nc.close()
        return
      } catch {
        await sleep(100)
      }
    throw new Error('no NATS')
  }

  for (let i = 0; i < cuantos; i++) start(i)
  await waitReady()
  // A cluster first elects its leaders.
  if (cuantos > 1) await sleep(3000)
  return {
    url,
    cuantos,
    start,
    async kill(i: number): Promise<void> {
      const p = processes[i]
      if (!p) return
      const fin = new Promise((r) => p.once('exit', r))
      p.kill('SIGKILL')
      await fin
      processes[i] = null
    },
    async stop(): Promise<void> {
      for (const p of processes) p?.kill('SIGKILL')
      await sleep(200)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Nats = Awaited<ReturnType<typeof startNats>>
