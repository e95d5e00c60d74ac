import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../config/config'
import { CHILD_PROGRAMS, type ChildProgram } from './child-programs'
import { readMemory } from './memory'

export type Limites = {
  ms: number
  /** Limit of the JavaScript heap, in MB. */
  objetosMb: number
  /** Limit of the resident memory of the whole process, in bytes: unpacked bytes are not on the JavaScript heap. */
  bytes: number
  /** How many such processes may run at once; default 1. */
  atOnce?: number
}

/** Limits that leave half of the memory to this process: when no memory is left, the system kills any process it chooses. */
export function fitLimits(l: Limites, memory = readMemory()): Limites {
  const bytes = Math.min(l.bytes, memory / 2 / (l.atOnce ?? 1))
  return { ...l, bytes, objetosMb: Math.floor((l.objetosMb * bytes) / l.bytes) }
}

const CADA_MS = 100

/** A server that runs from its sources (tests, benches) runs its children from their sources too. */
const FROM_SOURCES = import.meta.url.endsWith('.ts')
const pathOf = (program: ChildProgram) =>
  join(ROOT, FROM_SOURCES ? CHILD_PROGRAMS[program] : `dist/server/${program}.js`)

/** Semi-space of a child, in MB. The heap limit does not cover new objects, which by default take three times 16 MB. */
const NEW_OBJECTS_MB = 2

/** Command that runs a program with this limit of its JavaScript heap. */
export function commandOf(program: ChildProgram, objetosMb: number): { file: string; execArgv: string[] } {
  const file = pathOf(program)
  const tsx = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  return {
    file,
    execArgv: [`--max-old-space-size=${objetosMb}`, `--max-semi-space-size=${NEW_OBJECTS_MB}`, ...tsx],
  }
}

/** The input cannot be read, or reading it exceeds a limit. Any other error is a bug or a failure of Retorna. */
export class ErrorContenido extends Error {}

/** A process that runs out of memory aborts; a program that fails, or cannot start, ends with an exit code. */
const isAgotado = (codigo: number | null, signal: NodeJS.Signals | null) =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || codigo === 134

type Message<P> = { parte: P } | { fin: true } | { error: string }

/** Resident memory of a process in bytes; 0 where the system does not tell it. */
function rssOf(pid: number | undefined): number {
  try {
    const kb =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return Number(kb ?? 0) * 1024
  } catch {
    return 0
  }
}

/**
 * Does work in a child process, one input after another. The child lives from the first input until `stop`: a small file from a person can
 * hold hours of work, and the memory of a process is given back when it ends. A thread would not do: ending one while it unpacks something
 * can end the whole process.
 * @param program answers each input by `{ parte }` messages and one of `{ fin }` or `{ error }`
 * @param env a program that reads files from people needs none of our secrets
 */
export function createChildProcess<E extends string | Uint8Array, P>(
  program: ChildProgram,
  limits: Limites,
  env: NodeJS.ProcessEnv = {},
) {
  const limites = fitLimits(limits)
  let child: ChildProcess | undefined

  async function stop(): Promise<void> {
    const este = child
    child = undefined
    if (!este || este.exitCode !== null || este.signalCode !== null) return
    const ido = once(este, 'exit')
    este.kill('SIGKILL')
    await ido
  }

  function open(): ChildProcess {
    if (child?.connected) return child
    const { file, execArgv } = commandOf(program, limites.objetosMb)
    child = fork(file, {
      serialization: 'advanced',
      execArgv,
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return child
  }

  /**
   * The parts of an input, in order. Throws ErrorContenido where the input cannot be read or exceeds the limit of time or memory, the
   * reason of `corte` where that aborts it, and another error where the program fails.
   */
  async function read(entrada: E, corte: AbortSignal): Promise<P[]> {
    corte.throwIfAborted()
    const este = open()
    const partes: P[] = []
    const inicio = Date.now()
    // Removes all listeners and timers of this reading when it is over.
    const fin = new AbortController()
    let sano = false
    try {
      return await new Promise<P[]>((resolve, reject) => {
        const { signal } = fin
        const take = (m: Message<P>) => {
          if ('parte' in m) return partes.push(m.parte)
          sano = true
          return 'fin' in m ? resolve(partes) : reject(new ErrorContenido(m.error))
        }
        const onExit = (codigo: number | null, senal: NodeJS.Signals | null) =>
          reject(
            isAgotado(codigo, senal)
              ? new ErrorContenido('reading takes too much memory')
              : new Error(`the process that reads ended (${senal ?? codigo})`),
          )
        // While the child is ending, sending to it may fail before its `exit` event comes.
        const onError = (e: Error) =>
          reject(new Error(`the process that reads ended (${e.message})`, { cause: e }))
        este.on('message', take).on('error', onError).on('exit', onExit)
        signal.addEventListener('abort', () =>
          este.off('message', take).off('error', onError).off('exit', onExit),
        )
        corte.addEventListener('abort', () => reject(corte.reason), { signal })
        const clock = setInterval(() => {
          if (Date.now() - inicio > limites.ms) reject(new ErrorContenido('reading takes too long'))
          if (rssOf(este.pid) > limites.bytes) reject(new ErrorContenido('reading takes too much memory'))
        }, CADA_MS)
        signal.addEventListener('abort', () => clearInterval(clock))
        este.send(entrada, (e) => e && onError(e))
      })
    } finally {
      fin.abort()
      if (!sano) await stop()
    }
  }

  return { read, stop }
}

export type Aparte<E extends string | Uint8Array, P> = ReturnType<typeof createChildProcess<E, P>>
