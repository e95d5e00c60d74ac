/** How often a process renews its leases and looks for free parts. */
const CADA_MS = 1500
/** The same for a process that is the only one there can be: no other process waits for its parts. */
const CADA_UNICO_MS = 30_000

/** Number of parts, of `parts`, for the process at this position among the sorted ones; the first ones get one more. */
export const shareOf = (parts: number, position: number, processes: number) =>
  Math.floor(parts / processes) + (position < parts % processes ? 1 : 0)

/** A part that this process holds; `vez` is its fencing token. */
type Grant = { numero: number; vez: number }

/** What runs for a part while this process holds it. */
export type PartWorker = {
  /** Finish, and hand over what memory knows. */
  stop(): Promise<void>
  /** Stop at once without handing over: another process has the part, or it is started again. */
  drop(): Promise<void>
}

/** Where the parts and the processes that share them are written down. */
export type ShareStore<G extends Grant> = {
  /** Report this process as alive, and take the free parts that it is due. `sobran`: how many it has to leave to others. */
  renew(): Promise<{ nuestros: G[]; sobran: number }>
  release(grant: G): Promise<void>
  /** This process has ended. */
  leave(): Promise<void>
}

/**
 * Decides which of some numbered parts this process has. Each part has a lease that is renewed while the process runs, and that moves within
 * seconds when processes come or go. A process that slept past its lease learns that at its next look, or from the part itself.
 * @param unico no other process can exist
 * @param onGain called with each part that this process gains
 */
export function createShareManager<G extends Grant>(
  store: ShareStore<G>,
  unico: boolean,
  onGain: (grant: G) => PartWorker,
  onFail: (e: unknown) => void,
) {
  type Held = { grant: G; worker: PartWorker; sale: Promise<void> | null }
  const held = new Map<number, Held>()
  let parada = false
  let clock: NodeJS.Timeout | undefined
  let enCurso: Promise<void> = Promise.resolve()
  /** A part is to be started again: look soon. */
  let pronto = false

  /** End a worker. The part counts as ours until `work` is done. */
  function end(p: Held, work: () => Promise<unknown>): Promise<void> {
    p.sale ??= work()
      .catch(onFail)
      .then(() => {
        held.delete(p.grant.numero)
      })
    return p.sale
  }

  const drop = (p: Held) => end(p, () => p.worker.drop())

  /** Finish the part and release it. Other processes wait until that is done. */
  const leave = (p: Held) => end(p, () => p.worker.stop().then(() => store.release(p.grant)))

  async function look(): Promise<void> {
    const { nuestros, sobran } = await store.renew()
    if (parada) return
    const veces = new Map(nuestros.map((c) => [c.numero, c.vez]))
    for (const p of held.values()) if (veces.get(p.grant.numero) !== p.grant.vez) drop(p)
    for (const grant of nuestros)
      if (!held.has(grant.numero)) held.set(grant.numero, { grant, worker: onGain(grant), sale: null })
    for (const { numero } of nuestros.slice(nuestros.length - sobran)) {
      const p = held.get(numero)
      if (p) leave(p)
    }
  }

  const wait = () => {
    clearTimeout(clock)
    if (!parada) clock = setTimeout(repeat, unico && !pronto ? CADA_UNICO_MS : CADA_MS)
  }

  const repeat = () => {
    pronto = false
    enCurso = look().catch(onFail).then(wait)
  }

  return {
    /** Resolves after the first look: the free parts are running then. */
    async start(): Promise<void> {
      repeat()
      await enCurso
    },
    /** Restart a part that cannot continue, from what the store knows, if its lease is still ours. */
    restart(numero: number): void {
      const p = held.get(numero)
      if (!p) return
      // A look while it ends is too early.
      drop(p).then(() => {
        pronto = true
        wait()
      })
    },
    /** Finish and release all parts. */
    async stop(): Promise<void> {
      parada = true
      clearTimeout(clock)
      await enCurso
      await Promise.all([...held.values()].map(leave))
      await store.leave().catch(onFail)
    },
  }
}
