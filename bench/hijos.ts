import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program of the bench in a process of its own; answers come one for each question. */
export function startHijo(archivo: string, entorno: Record<string, string> = {}) {
  const perfil = process.env.BENCH_PERFIL ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PERFIL}`] : []
  const hijo: ChildProcess = fork(fileURLToPath(new URL(archivo, import.meta.url)), [], {
    execArgv: ['--import', 'tsx', ...perfil],
    env: { ...process.env, NODE_ENV: 'production', ...entorno },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const fin = new Promise<number | null>((r) => hijo.once('exit', (codigo) => r(codigo)))
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const onEnd = (codigo: number | null) => reject(new Error(`${archivo} ended (${codigo})`))
      hijo.once('exit', onEnd)
      hijo.once('message', (m) => {
        hijo.removeListener('exit', onEnd)
        resolve(m as T)
      })
    })
  return {
    answer,
    ask<T>(pregunta: object): Promise<T> {
      const r = answer<T>()
      hijo.send(pregunta)
      return r
    },
    /** As a power cut would: nothing is finished, nobody is told. */
    async kill(): Promise<void> {
      hijo.kill('SIGKILL')
      await fin
    },
    signal: (cual: NodeJS.Signals) => void hijo.kill(cual),
    async stop(): Promise<void> {
      if (hijo.connected) hijo.disconnect()
      const codigo = await fin
      if (codigo) throw new Error(`${archivo} ended (${codigo})`)
    },
  }
}

export type Hijo = ReturnType<typeof startHijo>
