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
/** More changes at once than this, and than half of the fleet, are read as the whole of it is. */
const MAX_CAMBIADOS = 5_000
/** What changes with time alone (a device not heard for days, a reader that fell silent) is read again this often; of over 200,000 devices less often. */
const SWEEP_MS = 60_000
const CHUNKS = 20
/** Forgotten where nobody has asked for this long. */
const OLVIDO_MS = 5 * 60_000
const ESPERA_MS = 2_000

/** Devices by nickname, those without one at the end; the places of all of them side by side, which are sought first. */
export type Situados = { readonly located: readonly Located[]; lats: Float64Array; lons: Float64Array }

/** All devices, by their ids. */
async function* readChunks(db: Db): AsyncGenerator<Miembro[]> {
  for (let last = 0; ; ) {
    const chunk = await listTras(db, last, POR_LECTURA)
    yield chunk
    last = chunk.at(-1)?.id ?? last
    if (chunk.length < POR_LECTURA) return
  }
}

/** Whether all that was notified is heard in time. */
const isHeard = (flush: () => Promise<void>): Promise<boolean> =>
  Promise.race([
    flush().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, ESPERA_MS, false).unref()),
  ])

/** Those that stand somewhere, in their order; each is told its row. */
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

/**
 * Where every device of the plant stands, in the memory of this process: what maps ask for would otherwise read the
 * whole fleet each time. The database tells what changes; an answer holds everything committed before it was asked for.
 * @param flush resolves when every notice sent so far has been heard; rejects where none can be
 */
export function createFleet(
  db: Db,
  flush: () => Promise<void>,
  sweepMs = SWEEP_MS,
  onFail: (e: unknown) => void = () => {},
) {
  let all: Map<number, Miembro> | null = null
  const conjuntos = createConjuntos()
  /** Null: to be read again. */
  let order: Situados | null = null
  /** Told to have changed, and not read again yet. */
  const cambiados = new Set<number>()
  let cola: Promise<unknown> = Promise.resolve()
  /** Epoch ms of the last question; 0: nothing is kept. */
  let usada = 0
  let olvidos = 0
  /** Where the next look at what time changes begins. */
  let repasado = 0
  /** Put in place since that look began to read. */
  let releidos: Set<number> | null = null

  /** One after the other: what is read later is newer. What failed may have missed something: all is read again. */
  function enCola<T>(fn: () => Promise<T>): Promise<T> {
    const hecho = cola.then(fn)
    cola = hecho.catch(forget)
    return hecho
  }

  /** What is being read then may miss something too. */
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

  /** What has been heard by now, once for all who ask before it is begun; where nothing can be heard, all is old. */
  const look = shareNext(() =>
    enCola(async () => {
      if (!(await isHeard(flush))) forget()
      const located = await fresh()
      return { located, conjuntos: conjuntos.list() }
    }),
  )

  /** Beside those who ask, so that nobody waits for it: what they have read meanwhile is newer. */
  async function sweep(): Promise<void> {
    const fleet = all
    if (!fleet || releidos) return
    const cuantos = Math.min(Math.ceil(fleet.size / CHUNKS) + 1, POR_LECTURA)
    const newer = new Set<number>()
    releidos = newer
    try {
      const chunk = await listTras(db, repasado, cuantos)
      releidos = null
      if (all !== fleet) return
      const hasta = chunk.length < cuantos ? Number.POSITIVE_INFINITY : (chunk.at(-1)?.id as number)
      const leidos = new Map(chunk.map((d) => [d.id, d]))
      for (const [id, d] of leidos) if (!newer.has(id)) put(fleet, id, d)
      for (const id of fleet.keys())
        if (id > repasado && id <= hasta && !leidos.has(id) && !newer.has(id)) put(fleet, id, undefined)
      repasado = Number.isFinite(hasta) ? hasta : 0
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
    /** All devices that stand somewhere, of all companies, by nickname; those without one at the end. */
    async list(): Promise<Situados> {
      usada = Date.now()
      return (await look()).located
    },
    /** The devices of a company (null: of all) by what they are counted by. */
    async count(empresa: number | null): Promise<Conjunto[]> {
      usada = Date.now()
      return (await look()).conjuntos.filter((c) => empresa === null || c.empresa_id === empresa)
    },
    /** `empresa:id,id,…`, as the database notifies it. */
    changed(aviso: string): void {
      if (usada === 0) return
      for (const id of aviso.slice(aviso.indexOf(':') + 1).split(','))
        if (/^\d+$/.test(id)) cambiados.add(Number(id))
    },
    /** Something may have been missed. */
    forget,
    stop(): void {
      clearInterval(clock)
    },
  }
}

export type Fleet = ReturnType<typeof createFleet>
