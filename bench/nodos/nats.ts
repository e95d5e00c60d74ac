import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { freePorts } from '#server/pruebas/nats'

const PROGRAMA = process.env.NATS_SERVER ?? '/usr/sbin/nats-server'
export const hasPrograma = () => existsSync(PROGRAMA)

/** NATS servers of our own, with JetStream: one, or a cluster. */
export async function startNats(cuantos: number) {
  const carpeta = mkdtempSync(join(tmpdir(), 'retorna-nats-'))
  const puertos = await freePorts(cuantos * 2)
  const procesos: (ChildProcess | null)[] = []
  const rutas = puertos.slice(cuantos).map((p) => `nats://127.0.0.1:${p}`)
  const ficheros = Array.from({ length: cuantos }, (_, i) => {
    const fichero = join(carpeta, `${i}.conf`)
    const cluster =
      cuantos > 1
        ? `cluster { name: banco, listen: "127.0.0.1:${puertos[cuantos + i]}", routes: ${JSON.stringify(rutas)} }`
        : ''
    writeFileSync(
      fichero,
      `server_name: n${i}\nlisten: "127.0.0.1:${puertos[i]}"\njetstream { store_dir: ${JSON.stringify(join(carpeta, `js${i}`))} }\n${cluster}\n`,
    )
    return fichero
  })
  const start = (i: number) => {
    procesos[i] = spawn(PROGRAMA, ['-c', ficheros[i] as string], { stdio: 'ignore' })
  }
  const url = puertos
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
  // A cluster agrees on who leads.
  if (cuantos > 1) await sleep(3000)
  return {
    url,
    cuantos,
    start,
    async kill(i: number): Promise<void> {
      const p = procesos[i]
      if (!p) return
      const fin = new Promise((r) => p.once('exit', r))
      p.kill('SIGKILL')
      await fin
      procesos[i] = null
    },
    async stop(): Promise<void> {
      for (const p of procesos) p?.kill('SIGKILL')
      await sleep(200)
      rmSync(carpeta, { recursive: true, force: true })
    },
  }
}

export type Nats = Awaited<ReturnType<typeof startNats>>
