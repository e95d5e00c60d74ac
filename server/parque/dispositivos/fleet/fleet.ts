import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/db/client'
import { shareNext } from '../../../platform/db/share'
import { collectNow } from '../../../platform/process/idle-gc'
import { type Contents, createContents, POR_LECTURA, type Situados } from './contents'
import {
  askAnswer,
  type Conjunto,
  listEdges,
  listEntre,
  listMiembros,
  listTras,
  type Miembro,
} from './repo-fleet'

/** Reads under way at once while the whole fleet is read: the database makes the next ones while this process takes the first. */
const AT_ONCE = 2
/** Devices whose reading leaves so much garbage behind that it is worth a collection; a multiple of those read at once. */
const POR_COLLECTION = 500_000
/** How often changes by time alone are read (a device not heard for days, a silent reader); less often above 200,000 devices. */
const SWEEP_MS = 60_000
const CHUNKS = 20
/** After this long without an answer of the connection that listens, the database is asked whether it stands still. */
const ESPERA_MS = 2_000

/** All devices in batches, by id. */
async function* readChunks(db: Db): AsyncGenerator<Miembro[]> {
  const edges = await listEdges(db, POR_LECTURA)
  const starts = [0, ...edges]
  const reads: Promise<Miembro[]>[] = []
  for (let i = 0; i < starts.length; i++) {
    for (let n = i + reads.length; n < Math.min(i + AT_ONCE, starts.length); n++) {
      const read = listEntre(db, starts[n] as number, edges[n] ?? null)
      read.catch(() => {})
      reads.push(read)
    }
    yield (await reads.shift()) as Miembro[]
  }
}

/**
 * Whether all notifications sent so far have arrived. Many may be on their way, so that a late answer is no reason to read the fleet anew: the
 * connection that listens finds out by itself whether it is dead. Throws if the database stands still.
 */
async function isHeard(db: Db, flush: () => Promise<void>): Promise<boolean> {
  const heard = flush().then(
    () => true,
    () => false,
  )
  const soon = await Promise.race([heard, sleep(ESPERA_MS, null, { ref: false })])
  if (soon !== null) return soon
  const [late] = await Promise.all([heard, askAnswer(db)])
  return late
}

/** Does work again and again, one run at a time. @returns how it is stopped */
function startClock(everyMs: number, work: () => Promise<unknown>, onFail: (e: unknown) => void): () => void {
  let working = false
  const clock = setInterval(async () => {
    if (working) return
    working = true
    await work().catch(onFail)
    working = false
  }, everyMs)
  clock.unref()
  return () => clearInterval(clock)
}

/**
 * Cache of all devices' positions in this process: without it each map request would read the whole fleet. It is read once, by `load` or for
 * the first request, and then kept up to date: the database notifies of changes. An answer includes everything committed before the request.
 * @param flush resolves when every notification sent so far has arrived; rejects if none can arrive
 */
export function createFleet(
  db: Db,
  flush: () => Promise<void>,
  sweepMs = SWEEP_MS,
  onFail: (e: unknown) => void = () => {},
) {
  /** Null: must be read again. */
  let all: Contents | null = null
  /** Devices known to have changed that were not read again yet. */
  const cambiados = new Set<number>()
  let cola: Promise<unknown> = Promise.resolve()
  /** Whether this process answers about the fleet. */
  let wanted = false
  let olvidos = 0
  let stopped = false
  /** Where the next pass over changes by time begins. */
  let repasado = 0
  /** Since the pass under way began to read: devices updated, and devices known to have changed. */
  let pass: { updated: Set<number>; told: Set<number> } | null = null

  /** Runs one after the other, so that a later read is newer. */
  function enCola<T>(fn: () => Promise<T>): Promise<T> {
    const hecho = cola.then(fn)
    cola = hecho.catch(() => {})
    return hecho
  }

  /** A read that is under way may miss a change too. */
  function forget(): void {
    olvidos++
    all = null
  }

  function put(fleet: Contents, id: number, now: Miembro | undefined): void {
    pass?.updated.add(id)
    fleet.put(id, now)
  }

  async function readTodo(): Promise<Contents> {
    cambiados.clear()
    const fleet = createContents(db)
    for await (const chunk of readChunks(db)) {
      if (stopped) throw new Error('the process is ending')
      for (const d of chunk) put(fleet, d.id, d)
      if (fleet.size() % POR_COLLECTION === 0) collectNow()
    }
    return fleet
  }

  /** What a failed read missed is read by the next one. */
  async function readCambiados(fleet: Contents, most = cambiados.size): Promise<void> {
    const ids = [...cambiados].slice(0, most)
    for (let i = 0; i < ids.length; i += POR_LECTURA) {
      const some = ids.slice(i, i + POR_LECTURA)
      for (const id of some) cambiados.delete(id)
      try {
        const leidos = new Map((await listMiembros(db, some)).map((s) => [s.id, s]))
        for (const id of some) put(fleet, id, leidos.get(id))
      } catch (e) {
        for (const id of some) cambiados.add(id)
        throw e
      }
    }
  }

  async function fresh() {
    const before = olvidos
    const fleet = all ?? (await readTodo())
    if (all) await readCambiados(fleet)
    const located = await fleet.findOrder()
    if (before === olvidos) all = fleet
    return { located, fleet }
  }

  /** Applies the notifications received by now, once for all waiting requests. If none can arrive, everything is outdated. */
  const look = shareNext(() =>
    enCola(async () => {
      if (!(await isHeard(db, flush))) forget()
      return fresh()
    }),
  )

  /**
   * Reads in the background, so that no request waits for it. Applies the result between two reads of requests; what they have read
   * meanwhile is newer. A change that was told of before this read began is part of it.
   */
  async function sweep(fleet: Contents): Promise<void> {
    const cuantos = Math.min(Math.ceil(fleet.size() / CHUNKS) + 1, POR_LECTURA)
    const { updated, told } = { updated: new Set<number>(), told: new Set<number>() }
    pass = { updated, told }
    try {
      const chunk = await listTras(db, repasado, cuantos)
      await enCola(async () => {
        pass = null
        if (all !== fleet) return
        const hasta = chunk.length < cuantos ? Number.POSITIVE_INFINITY : (chunk.at(-1)?.id as number)
        for (const [id, d] of fleet.listSwept(chunk, repasado, hasta)) {
          if (!updated.has(id)) put(fleet, id, d)
          if (!told.has(id)) cambiados.delete(id)
        }
        repasado = Number.isFinite(hasta) ? hasta : 0
      })
    } finally {
      pass = null
    }
  }

  /** Reads what was forgotten, and what has changed, so that the next request finds little to read. */
  async function keep(): Promise<void> {
    if (!all) await enCola(fresh)
    else if (cambiados.size > POR_LECTURA) await enCola(async () => all && readCambiados(all, POR_LECTURA))
    if (all) await sweep(all)
  }

  const stopClock = startClock(sweepMs / CHUNKS, async () => wanted && keep(), onFail)

  function ask() {
    wanted = true
    return look()
  }

  return {
    /** Reads the fleet before it is asked for. */
    async load(): Promise<void> {
      await ask()
    },
    /** All devices with a position, of all companies, by nickname; those without one last. */
    list: async (): Promise<Situados> => (await ask()).located,
    /** The counts of devices of a company (null: of all). */
    count: async (empresa: number | null): Promise<Conjunto[]> => (await ask()).fleet.count(empresa),
    /** Parses a notification of the database, `empresa:id,id,…`. */
    changed(aviso: string): void {
      if (!wanted) return
      for (const id of aviso.slice(aviso.indexOf(':') + 1).split(',')) {
        if (!/^\d+$/.test(id)) continue
        cambiados.add(Number(id))
        pass?.told.add(Number(id))
      }
    },
    /** A notification may have been missed. */
    forget,
    stop(): void {
      stopped = true
      stopClock()
    },
  }
}

export type Fleet = ReturnType<typeof createFleet>
