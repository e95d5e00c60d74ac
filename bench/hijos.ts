import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Start a program of the bench as a child process; it answers each question once. */
export function startChild(archivo: string, environment: Record<string, string> = {}) {
  const perfil = process.env.BENCH_PERFIL ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PERFIL}`] : []
  const child: ChildProcess = fork(fileURLToPath(new URL(archivo, import.meta.url)), [], {
    execArgv: ['--import', 'tsx', ...perfil],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const fin = new Promise<number | null>((r) => child.once('exit', (codigo) => r(codigo)))
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const onEnd = (codigo: number | null) => reject(new Error(`${archivo} ended (${codigo})`))
      child.once('exit', onEnd)
      child.once('message', (m) => {
        child.removeListener('exit', onEnd)
        resolve(m as T)
      })
    })
  return {
    pid: child.pid ?? 0,
    answer,
    ask<T>(pregunta: object): Promise<T> {
      const r = answer<T>()
      child.send(pregunta)
      return r
    },
    /** As in a power cut: nothing is completed, no one is notified. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await fin
    },
    signal: (cual: NodeJS.Signals) => void child.kill(cual),
    async stop(): Promise<void> {
      if (child.connected) child.disconnect()
      const codigo = await fin
      if (codigo) throw new Error(`${archivo} ended (${codigo})`)
    },
  }
}

export type Child = ReturnType<typeof startChild>
