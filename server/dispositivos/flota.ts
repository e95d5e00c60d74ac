import type { Db } from '../db/cliente'
import { shareNext } from '../db/share'
import { createConjuntos } from './conjuntos'
import {
  type Conjunto,
  isSituado,
  listEnOrden,
  listMiembros,
  listTras,
  type Miembro,
  type Situado,
} from './repo-flota'

const POR_LECTURA = 10_000
/** More changes at once than this, and than half of the fleet, are read as the whole of it is. */
const MAX_CAMBIADOS = 5_000
/** What changes with time alone (a device not heard for days, a reader that fell silent) is read again this often; of over 200,000 devices less often. */
const REPASO_MS = 60_000
const TROZOS = 20
/** Forgotten where nobody has asked for so long. */
const OLVIDO_MS = 5 * 60_000
const ESPERA_MS = 2_000

/** Devices by nickname, those without one at the end; the places of all of them side by side, which are sought first. */
export type Situados = { readonly situados: readonly Situado[]; lats: Float64Array; lons: Float64Array }

/**
 * Where every device of the plant stands, in the memory of this process: what maps ask for would otherwise read the
 * whole fleet each time. The database tells what changes; an answer holds everything committed before it was asked for.
 * @param flush resolves when every notice sent so far has been heard; rejects where none can be
 */
export function createFlota(
  db: Db,
  flush: () => Promise<void>,
  repasoMs = REPASO_MS,
  onFail: (e: unknown) => void = () => {},
) {
  let todos: Map<number, Miembro> | null = null
  const conjuntos = createConjuntos()
  /** Null: to be read again. */
  let orden: Situados | null = null
  /** Told to have changed, and not read again yet. */
  const cambiados = new Set<number>()
  let cola: Promise<unknown> = Promise.resolve()
  /** Epoch ms of the last question; 0: nothing is kept. */
  let usada = 0
  let olvidos = 0
  /** Where the next look at what time changes begins. */
  let repasado = 0

  /** One after the other: what is read later is newer. What failed may have missed something: all is read again. */
  function enCola<T>(fn: () => Promise<T>): Promise<T> {
    const hecho = cola.then(fn)
    cola = hecho.catch(forget)
    return hecho
  }

  /** What is being read then may miss something too. */
  function forget(): void {
    olvidos++
    todos = null
    orden = null
  }

  function put(flota: Map<number, Miembro>, id: number, nuevo: Miembro | undefined): void {
    const previo = flota.get(id)
    if (previo?.apodo !== nuevo?.apodo || isSituado(previo) !== isSituado(nuevo)) orden = null
    if (previo) conjuntos.remove(previo)
    if (nuevo) conjuntos.add(nuevo)
    if (!nuevo) flota.delete(id)
    else if (!previo) flota.set(id, nuevo)
    else {
      Object.assign(previo, nuevo, isSituado(previo) && { fila: previo.fila })
      if (!orden || !isSituado(previo)) return
      orden.lats[previo.fila] = previo.lat
      orden.lons[previo.fila] = previo.lon
    }
  }

  async function readOrden(flota: Map<number, Miembro>): Promise<Situados> {
    const enfilados: Situado[] = []
    for (const id of await listEnOrden(db)) {
      const m = flota.get(id)
      if (isSituado(m)) enfilados.push(m)
    }
    for (const [i, s] of enfilados.entries()) s.fila = i
    return {
      situados: enfilados,
      lats: Float64Array.from(enfilados, (s) => s.lat),
      lons: Float64Array.from(enfilados, (s) => s.lon),
    }
  }

  async function readTodo(): Promise<Map<number, Miembro>> {
    cambiados.clear()
    orden = null
    conjuntos.clear()
    const flota = new Map<number, Miembro>()
    for (let ultimo = 0; ; ) {
      const trozo = await listTras(db, ultimo, POR_LECTURA)
      for (const d of trozo) put(flota, d.id, d)
      ultimo = trozo.at(-1)?.id ?? ultimo
      if (trozo.length < POR_LECTURA) break
    }
    return flota
  }

  async function readCambiados(flota: Map<number, Miembro>): Promise<void> {
    const ids = [...cambiados]
    cambiados.clear()
    const leidos = new Map((await listMiembros(db, ids)).map((s) => [s.id, s]))
    for (const id of ids) put(flota, id, leidos.get(id))
  }

  async function fresh(): Promise<Situados> {
    const antes = olvidos
    let flota = todos
    if (!flota || cambiados.size > Math.max(MAX_CAMBIADOS, flota.size / 2)) flota = await readTodo()
    else if (cambiados.size) await readCambiados(flota)
    const porApodo = orden ?? (await readOrden(flota))
    if (antes === olvidos) {
      todos = flota
      orden = porApodo
    }
    return porApodo
  }

  /** What has been heard by now, once for all who ask before it is begun; where nothing can be heard, all is old. */
  const look = shareNext(() =>
    enCola(async () => {
      const oido = await Promise.race([
        flush().then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, ESPERA_MS, false).unref()),
      ])
      if (!oido) forget()
      const situados = await fresh()
      return { situados, conjuntos: conjuntos.list() }
    }),
  )

  async function sweep(): Promise<void> {
    if (!todos) return
    const cuantos = Math.min(Math.ceil(todos.size / TROZOS) + 1, POR_LECTURA)
    const trozo = await listTras(db, repasado, cuantos)
    const hasta = trozo.length < cuantos ? Number.POSITIVE_INFINITY : (trozo.at(-1)?.id as number)
    const leidos = new Map(trozo.map((d) => [d.id, d]))
    for (const [id, d] of leidos) put(todos, id, d)
    for (const id of todos.keys())
      if (id > repasado && id <= hasta && !leidos.has(id)) put(todos, id, undefined)
    repasado = Number.isFinite(hasta) ? hasta : 0
  }

  const reloj = setInterval(() => {
    if (Date.now() - usada > OLVIDO_MS) {
      usada = 0
      forget()
      cambiados.clear()
    } else enCola(sweep).catch(onFail)
  }, repasoMs / TROZOS)
  reloj.unref()

  return {
    /** All devices that stand somewhere, of all companies, by nickname; those without one at the end. */
    async list(): Promise<Situados> {
      usada = Date.now()
      return (await look()).situados
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
      clearInterval(reloj)
    },
  }
}

export type Flota = ReturnType<typeof createFlota>
