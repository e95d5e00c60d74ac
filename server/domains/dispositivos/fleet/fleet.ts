import type { Db } from '../../../platform/db/client'
import { shareNext } from '../../../platform/db/share'
import { createConjuntos } from './conjuntos'
import {
  type Conjunto,
  isLocated,
  type Located,
  listEnOrden,
  listMiembros,
  listTras,
  type Miembro,
} from './repo-fleet'

const POR_LECTURA = 10_000
/** More changes at once than this, and than half of the fleet, make it read the whole fleet again. */
const MAX_CAMBIADOS = 5_000
/** How often changes by time alone are read (a device not heard for days, a silent reader); less often above 200,000 devices. */
const SWEEP_MS = 60_000
const CHUNKS = 20
/** The cache is dropped after this long without a request. */
const OLVIDO_MS = 5 * 60_000
const ESPERA_MS = 2_000

/** Devices by nickname, those without one last; their coordinates in separate arrays, which are searched first. */
export type Situados = { readonly located: readonly Located[]; lats: Float64Array; lons: Float64Array }

/** All devices in batches, by id. */
async function* readChunks(db: Db): AsyncGenerator<Miembro[]> {
  for (let last = 0; ; ) {
    const chunk = await listTras(db, last, POR_LECTURA)
    yield chunk
    last = chunk.at(-1)?.id ?? last
    if (chunk.length < POR_LECTURA) return
  }
}

/** Whether all notifications sent so far arrive in time. */
const isHeard = (flush: () => Promise<void>): Promise<boolean> =>
  Promise.race([
    flush().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, ESPERA_MS, false).unref()),
  ])

/** Devices with a position, in order; also sets `fila` of each of them. */
async function readOrder(db: Db, fleet: ReadonlyMap<number, Miembro>): Promise<Situados> {
  const enfilados: Located[] = []
  for (const id of await listEnOrden(db)) {
    const m = fleet.get(id)
    if (isLocated(m)) enfilados.push(m)
  }
  for (const [i, s] of enfilados.entries()) s.fila = i
  return {
    located: enfilados,
    lats: Float64Array.from(enfilados, (s) => s.lat),
    lons: Float64Array.from(enfilados, (s) => s.lon),
  }
}

/** What was read of the devices with ids over `after` and up to `last`; undefined: the device is gone. */
function* listSwept(
  fleet: ReadonlyMap<number, Miembro>,
  chunk: readonly Miembro[],
  after: number,
  last: number,
): Iterable<[id: number, now: Miembro | undefined]> {
  const leidos = new Map(chunk.map((d) => [d.id, d]))
  yield* leidos
  for (const id of fleet.keys()) if (id > after && id <= last && !leidos.has(id)) yield [id, undefined]
}

/**
 * Cache of all devices' positions in this process: without it each map request would read the whole fleet. The database notifies of
 * changes; an answer includes everything committed before the request.
 * @param flush resolves when every notification sent so far has arrived; rejects if none can arrive
 */
export function createFleet(
  db: Db,
  flush: () => Promise<void>,
  sweepMs = SWEEP_MS,
  onFail: (e: unknown) => void = () => {},
) {
  let all: Map<number, Miembro> | null = null
  const conjuntos = createConjuntos()
  /** Null: must be read again. */
  let order: Situados | null = null
  /** Devices known to have changed that were not read again yet. */
  const cambiados = new Set<number>()
  let cola: Promise<unknown> = Promise.resolve()
  /** Time of the last request, epoch ms; 0: the cache is empty. */
  let usada = 0
  let olvidos = 0
  /** Where the next pass over changes by time begins. */
  let repasado = 0
  /** Devices updated since that pass began to read. */
  let releidos: Set<number> | null = null

  /** Runs one after the other, so that a later read is newer. A read that fails may have missed a change: everything is read again. */
  function enCola<T>(fn: () => Promise<T>): Promise<T> {
    const hecho = cola.then(fn)
    cola = hecho.catch(forget)
    return hecho
  }

  /** A read that is under way may miss a change too. */
  function forget(): void {
    olvidos++
    all = null
    order = null
  }

  function put(fleet: Map<number, Miembro>, id: number, nuevo: Miembro | undefined): void {
    releidos?.add(id)
    const previous = fleet.get(id)
    if (previous?.apodo !== nuevo?.apodo || isLocated(previous) !== isLocated(nuevo)) order = null
    if (previous) conjuntos.remove(previous)
    if (nuevo) conjuntos.add(nuevo)
    if (!nuevo) fleet.delete(id)
    else if (!previous) fleet.set(id, nuevo)
    else {
      Object.assign(previous, nuevo, isLocated(previous) && { fila: previous.fila })
      if (!order || !isLocated(previous)) return
      order.lats[previous.fila] = previous.lat
      order.lons[previous.fila] = previous.lon
    }
  }

  async function readTodo(): Promise<Map<number, Miembro>> {
    cambiados.clear()
    order = null
    conjuntos.clear()
    const fleet = new Map<number, Miembro>()
    for await (const chunk of readChunks(db)) for (const d of chunk) put(fleet, d.id, d)
    return fleet
  }

  async function readCambiados(fleet: Map<number, Miembro>): Promise<void> {
    const ids = [...cambiados]
    cambiados.clear()
    const leidos = new Map((await listMiembros(db, ids)).map((s) => [s.id, s]))
    for (const id of ids) put(fleet, id, leidos.get(id))
  }

  async function fresh(): Promise<Situados> {
    const before = olvidos
    let fleet = all
    if (!fleet || cambiados.size > Math.max(MAX_CAMBIADOS, fleet.size / 2)) fleet = await readTodo()
    else if (cambiados.size) await readCambiados(fleet)
    const porApodo = order ?? (await readOrder(db, fleet))
    if (before === olvidos) {
      all = fleet
      order = porApodo
    }
    return porApodo
  }

  /** Applies the notifications received by now, once for all waiting requests. If none can arrive, everything is outdated. */
  const look = shareNext(() =>
    enCola(async () => {
      if (!(await isHeard(flush))) forget()
      const located = await fresh()
      return { located, conjuntos: conjuntos.list() }
    }),
  )

  /**
   * Reads in the background, so that no request waits for it. Applies the result between two reads of requests; what they have read
   * meanwhile is newer.
   */
  async function sweep(): Promise<void> {
    const fleet = all
    if (!fleet || releidos) return
    const cuantos = Math.min(Math.ceil(fleet.size / CHUNKS) + 1, POR_LECTURA)
    const newer = new Set<number>()
    releidos = newer
    try {
      const chunk = await listTras(db, repasado, cuantos)
      await enCola(async () => {
        releidos = null
        if (all !== fleet) return
        const hasta = chunk.length < cuantos ? Number.POSITIVE_INFINITY : (chunk.at(-1)?.id as number)
        for (const [id, d] of listSwept(fleet, chunk, repasado, hasta)) if (!newer.has(id)) put(fleet, id, d)
        repasado = Number.isFinite(hasta) ? hasta : 0
      })
    } catch (e) {
      releidos = null
      forget()
      throw e
    }
  }

  const clock = setInterval(() => {
    if (Date.now() - usada > OLVIDO_MS) {
      usada = 0
      forget()
      cambiados.clear()
    } else sweep().catch(onFail)
  }, sweepMs / CHUNKS)
  clock.unref()

  return {
    /** All devices with a position, of all companies, by nickname; those without one last. */
    async list(): Promise<Situados> {
      usada = Date.now()
      return (await look()).located
    },
    /** The counts of devices of a company (null: of all). */
    async count(empresa: number | null): Promise<Conjunto[]> {
      usada = Date.now()
      return (await look()).conjuntos.filter((c) => empresa === null || c.empresa_id === empresa)
    },
    /** Parses a notification of the database, `empresa:id,id,…`. */
    changed(aviso: string): void {
      if (usada === 0) return
      for (const id of aviso.slice(aviso.indexOf(':') + 1).split(','))
        if (/^\d+$/.test(id)) cambiados.add(Number(id))
    },
    /** A notification may have been missed. */
    forget,
    stop(): void {
      clearInterval(clock)
    },
  }
}

export type Fleet = ReturnType<typeof createFleet>
