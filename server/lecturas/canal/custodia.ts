import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  advanceCarril,
  type Concedido,
  holdCarril,
  releaseCarril,
  removeProceso,
  renewCustodia,
  restartCarril,
} from './repo-custodia'

/** How often a process says that it is there, and looks for carriles; nobody asks for it where it is the only one there can be. */
const CADA_MS = 1500
const CADA_UNICO_MS = 30_000

/** The carril is another process' by now: what this one remembers of its devices is old. */
export class ErrorDeCustodia extends Error {}

/** A carril that this process has in custody, for as long as nobody else took it. */
export type Puesto = {
  concedido: Concedido
  /** Keep it until the transaction ends. Throws ErrorDeCustodia where it is lost. */
  hold(cliente: pg.ClientBase): Promise<void>
  /** The same, noting that the log is applied up to `hasta`; `desde` is where it must have been before. */
  advance(cliente: pg.ClientBase, desde: number, hasta: number, mirar: number): Promise<void>
  /** It goes on with the beginning of another log. False where it is lost. */
  restart(bitacora: string): Promise<boolean>
}

function check(suyo: boolean): void {
  if (!suyo) throw new ErrorDeCustodia('not in our custody')
}

export function createPuesto(pool: pg.Pool, proceso: string, concedido: Concedido): Puesto {
  return {
    concedido,
    hold: async (cliente) => check(await holdCarril(cliente, proceso, concedido)),
    advance: async (cliente, ...que) => check(await advanceCarril(cliente, proceso, concedido, ...que)),
    restart: (bitacora) => restartCarril(pool, proceso, concedido, bitacora),
  }
}

/** A carril at work. */
export type Obra = {
  /** Finish, and hand over what is remembered. */
  stop(): Promise<void>
  /** Another process has it, or it is begun anew: let everything go. */
  drop(): Promise<void>
}

/**
 * Which carriles this process has: each has a lease that is renewed as long as the process runs, and moves within seconds where
 * processes come or go. A process that slept past its lease finds out with its next transaction.
 * @param onGain called with each carril that is ours from now on
 */
export function createCustodia(
  pool: pg.Pool,
  como: { solo: boolean; unico: boolean },
  onGain: (puesto: Puesto) => Obra,
  onFail: (e: unknown) => void,
) {
  const proceso = randomUUID()
  type Puesta = { concedido: Concedido; obra: Obra; sale: Promise<void> | null }
  const obras = new Map<number, Puesta>()
  let parada = false
  let reloj: NodeJS.Timeout | undefined
  let enCurso: Promise<void> = Promise.resolve()
  /** Something is to be begun anew. */
  let pronto = false

  /** Not ours any more once `end` is through. */
  function end(p: Puesta, work: () => Promise<unknown>): Promise<void> {
    p.sale ??= work()
      .catch(onFail)
      .then(() => {
        obras.delete(p.concedido.numero)
      })
    return p.sale
  }

  const drop = (p: Puesta) => end(p, () => p.obra.drop())

  /** Finish it and let others have it, who wait for as long as that takes. */
  const leave = (p: Puesta) =>
    end(p, () => p.obra.stop().then(() => releaseCarril(pool, proceso, p.concedido)))

  async function look(): Promise<void> {
    const { nuestros, sobran } = await renewCustodia(pool, proceso, como.solo, como.unico)
    if (parada) return
    const veces = new Map(nuestros.map((c) => [c.numero, c.vez]))
    for (const p of obras.values()) if (veces.get(p.concedido.numero) !== p.concedido.vez) drop(p)
    for (const concedido of nuestros)
      if (!obras.has(concedido.numero))
        obras.set(concedido.numero, {
          concedido,
          obra: onGain(createPuesto(pool, proceso, concedido)),
          sale: null,
        })
    for (const { numero } of nuestros.slice(nuestros.length - sobran)) {
      const p = obras.get(numero)
      if (p) leave(p)
    }
  }

  const wait = () => {
    clearTimeout(reloj)
    if (!parada) reloj = setTimeout(repeat, como.unico && !pronto ? CADA_UNICO_MS : CADA_MS)
  }

  const repeat = () => {
    pronto = false
    enCurso = look().catch(onFail).then(wait)
  }

  return {
    /** Returns after the first look: what was free is at work. */
    async start(): Promise<void> {
      repeat()
      await enCurso
    },
    /** This carril cannot go on: it is begun anew from what the database knows, where it is still ours. */
    restart(numero: number): void {
      const p = obras.get(numero)
      pronto = true
      if (p) drop(p).then(wait)
    },
    /** Leave everything in order. */
    async stop(): Promise<void> {
      parada = true
      clearTimeout(reloj)
      await enCurso
      await Promise.all([...obras.values()].map(leave))
      await removeProceso(pool, proceso).catch(onFail)
    },
  }
}

export type Custodia = ReturnType<typeof createCustodia>
