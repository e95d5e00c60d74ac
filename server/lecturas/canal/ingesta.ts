import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sinBase } from '../../http/errores'
import { createCola, type Espera, type Tramo } from './cola'
import { ErrorDeCustodia, type Puesto } from './custodia'
import { handOver } from './entrega'
import { isDeDatos, isPasajero, saturada } from './fallos'
import type { Lugar, Opciones } from './lugar'
import type { Mensaje, Resultado } from './mensaje'
import { createPartes, keepAll } from './partes'
import { createPlantas } from './plantas'
import { createRastros } from './rastros'
import { createRepaso } from './repaso'
import { createRepetidas } from './repetidas'
import { type Escritura, encodeEscritura, sendEscritura } from './repo'
import { transactCarril } from './repo-custodia'
import { listInquietos, loadMemoriasDePlanta } from './repo-memoria'
import { createTanda, extend, type Tanda, tramoOf } from './tanda'

/** Most readings of one batch. Large batches write the row of a busy tag less often. */
const LECTURAS_POR_LOTE = 6000
const MAX_EN_COLA = 60_000
/** While one batch is under way, messages are applied to the next one this often. */
const RECOGIDA_MS = 5
const REPASO_MS = 5000
/** How often to look for devices that are moving by the database and not in memory. */
const RECUERDO_MS = 60_000
const INTENTOS = 3

/** A batch that is being committed; `fin` resolves with the error, or null. */
type Vuelo = { tanda: Tanda; fin: Promise<unknown>; hecho: boolean }

/**
 * The pipeline from decoded messages to committed facts, of one carril. While one batch is being committed, the messages that
 * come are applied to the next: one transaction for up to 6,000 readings. The sender gets its answer after the commit.
 */
export function createIngesta(
  puesto: Puesto,
  { pool, db, zona, padron }: Lugar,
  {
    onFail,
    onLost = () => {},
    repasoMs = REPASO_MS,
    pausaMs = 0,
    deBitacora = false,
    keepRefused = async () => {},
  }: Opciones,
) {
  const carril = puesto.concedido.numero
  const repetidas = createRepetidas()
  const plantas = createPlantas(db)
  const memoria = createRastros(pool, plantas)
  const cola = createCola()
  let enMarcha: Promise<void> | null = null
  let vuelo: Vuelo | null = null
  let despegue = Number.NEGATIVE_INFINITY
  let repasar = false
  /** When the devices that are not at rest were last asked for; null: not before the start. */
  let recordado: number | null = null
  let cerrada = false
  let perdida = false
  /** Nothing else is in the log: what was not heard by now was not said. */
  const isAlDia = () => leidaToda && porAplicar === 0
  let leidaToda = !deBitacora
  let porAplicar = 0
  /**
   * When to look next at what nobody was heard of, Unix ms, where the log is behind: by its own time, or tags whose readings are
   * still in it would be taken for silent. So the same log leads to the same facts however fast it is read.
   */
  let proximo = puesto.concedido.mirar

  function lose(e: unknown): void {
    if (perdida) return
    perdida = true
    onLost(e)
  }

  const add = (tanda: Tanda, esperas: Espera[]) =>
    extend(
      tanda,
      esperas,
      { carril, padron, plantas, memoria, repetidas },
      () => vuelo?.tanda.escritura.rastros ?? [],
    )

  const encode = (escritura: Escritura) => encodeEscritura(escritura, plantas.lectoresOf)

  const hold = (cliente: pg.ClientBase, tramo: Tramo | null) =>
    tramo ? puesto.advance(cliente, tramo.desde, tramo.hasta, proximo) : puesto.hold(cliente)

  function confirm(tanda: Tanda): void {
    memoria.settle(tanda.escritura.rastros)
    for (const [i, e] of tanda.esperas.entries()) e.resolve(tanda.resultados[i] as Resultado[])
  }

  async function deliver(tanda: Tanda): Promise<void> {
    // Before anything else happens to these devices.
    const filas = encode(tanda.escritura)
    for (const [i, e] of tanda.esperas.entries())
      if (e.tramo) await keepAll(keepRefused, e.mensajes, tanda.resultados[i] ?? [])
    await transactCarril(pool, async (cliente) => {
      await hold(cliente, tramoOf(tanda))
      await sendEscritura(cliente, pool, tanda.escritura, filas, zona)
    })
    confirm(tanda)
  }

  /** Undo in memory what these readings did, because it was not written. */
  function drop(tanda: Tanda): void {
    memoria.forget(tanda.escritura.rastros)
    for (const h of tanda.huellas) repetidas.forget(h)
  }

  function refuse(esperas: readonly Espera[]): void {
    for (const e of esperas) e.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
  }

  /** One batch from beginning to end, with nothing else under way. */
  async function runSolo(esperas: Espera[], intento = 1): Promise<void> {
    const tanda = createTanda()
    try {
      await add(tanda, esperas)
      await deliver(tanda)
    } catch (e) {
      drop(tanda)
      await recover(esperas, e, intento)
    }
  }

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
  async function recover(esperas: Espera[], error: unknown, intento: number): Promise<void> {
    if (error instanceof ErrorDeCustodia) {
      lose(error)
      return refuse(esperas)
    }
    onFail(error)
    if (isPasajero(error) && intento < INTENTOS) return runSolo(esperas, intento + 1)
    if (!isDeDatos(error)) return refuse(esperas)
    const [una] = esperas
    if (esperas.length > 1) {
      // By halves: a few more transactions find the one among hundreds.
      const mitad = esperas.length >> 1
      await runSolo(esperas.slice(0, mitad))
      await runSolo(esperas.slice(mitad))
    } else if (una) await runParts(una)
  }

  const runParts = createPartes(runSolo, keepRefused)

  function takeOff(tanda: Tanda): void {
    const v: Vuelo = { tanda, hecho: false, fin: Promise.resolve() }
    despegue = performance.now()
    v.fin = deliver(tanda)
      .then(() => null)
      .catch((e) => e ?? new Error('not committed'))
      .finally(() => {
        v.hecho = true
      })
    vuelo = v
  }

  /**
   * Wait for the batch that is being committed. If it failed, the open batch was applied on top of state that was never
   * written, so both are applied again, one after the other. Returns whether the open batch is still valid.
   */
  async function land(abierta: Tanda): Promise<boolean> {
    if (!vuelo) return true
    const { tanda, fin } = vuelo
    const error = await fin
    vuelo = null
    if (error === null) return true
    drop(tanda)
    drop(abierta)
    await recover(tanda.esperas, error, 1)
    if (perdida) refuse(abierta.esperas)
    else if (abierta.esperas.length) await runSolo(abierta.esperas)
    return false
  }

  /** More of the log may come to this batch. */
  const isPronto = () =>
    performance.now() - despegue < pausaMs && !cerrada && !repasar && (cola.primera ?? 0) <= proximo

  /** Gather and apply messages for as long as the batch before is under way. */
  async function gather(abierta: Tanda): Promise<void> {
    do {
      const esperas = cola.take(LECTURAS_POR_LOTE - abierta.lecturas, deBitacora ? proximo : undefined)
      if (esperas.length) await add(abierta, esperas)
      else if (vuelo && !vuelo.hecho) await Promise.race([vuelo.fin, sleep(RECOGIDA_MS)])
      else if (isPronto()) await sleep(RECOGIDA_MS)
    } while (((vuelo && !vuelo.hecho) || isPronto()) && abierta.lecturas < LECTURAS_POR_LOTE)
  }

  async function runNext(): Promise<void> {
    const abierta = createTanda()
    try {
      await gather(abierta)
    } catch (e) {
      // Wait for the batch before: it may write the devices that are looked up now.
      if (!(await land(abierta))) return
      drop(abierta)
      return recover(abierta.esperas, e, 1)
    }
    if ((await land(abierta)) && abierta.esperas.length) takeOff(abierta)
  }

  async function remember(): Promise<void> {
    memoria.remind(await listInquietos(pool, carril))
    recordado = performance.now()
  }

  const send = (cliente: pg.ClientBase, escritura: Escritura) =>
    sendEscritura(cliente, pool, escritura, encode(escritura), zona)
  const repaso = createRepaso({ pool, memoria, padron, plantas, carril, hold: puesto.hold, send }, onFail)

  async function rest(ahora: number): Promise<boolean> {
    try {
      if (recordado !== null && performance.now() - recordado > RECUERDO_MS) await remember()
      return await repaso.look(ahora, arrancada && isAlDia())
    } catch (e) {
      if (e instanceof ErrorDeCustodia) lose(e)
      else onFail(e)
      return false
    }
  }

  /** Look at what nobody was heard of before the next part of the log arrived. */
  async function catchUp(llega: number): Promise<void> {
    await land(createTanda())
    if (proximo) while (!perdida && (await rest(proximo)));
    proximo = (Math.floor(llega / repasoMs) + 1) * repasoMs
  }

  async function run(): Promise<void> {
    while ((!cola.vacia || repasar || vuelo) && !perdida) {
      if (repasar) {
        await land(createTanda())
        repasar = false
        if (!perdida) repasar = await rest(Date.now())
      }
      const llega = deBitacora ? cola.primera : null
      if (llega !== null && llega > proximo) await catchUp(llega)
      if (!perdida && (!cola.vacia || vuelo)) await runNext()
    }
    enMarcha = null
  }

  function wake(): void {
    // In the next turn of the event loop, so that messages that arrive together share a batch.
    enMarcha ??= breathe().then(run)
  }

  function askRepaso(): void {
    if (cerrada || perdida || !isAlDia()) return
    repasar = true
    wake()
  }

  const reloj = setInterval(askRepaso, repasoMs)
  reloj.unref()
  let arrancada = false

  function push(mensajes: Mensaje[], tramo: Tramo | null): Promise<Resultado[]> {
    if (cerrada || perdida || cola.lecturas > MAX_EN_COLA) return Promise.reject(saturada())
    return new Promise((resolve, reject) => {
      cola.push({ mensajes, tramo, resolve, reject })
      wake()
    })
  }

  return {
    carril,
    plantas,
    /** Go on where the process before ended: before anything is received. */
    async start(): Promise<void> {
      plantas.recall(await loadMemoriasDePlanta(pool, carril))
      arrancada = true
      repaso.inherit()
      await remember()
    },
    /** Take a message; resolves once everything it says is committed. Rejects where nothing was. */
    receive: async (mensaje: Mensaje): Promise<Resultado> => (await push([mensaje], null))[0] as Resultado,
    /** Take a part of the log; resolves once it is committed. */
    async follow(mensajes: Mensaje[], tramo: Tramo): Promise<void> {
      leidaToda = false
      porAplicar++
      await push(mensajes, tramo)
      porAplicar--
    },
    /** Nothing follows in the log by now. */
    noteAlDia(): void {
      leidaToda = true
    },
    /** People have said where containers are. */
    attend(): void {
      if (arrancada) askRepaso()
    },
    get enCola() {
      return cola.lecturas
    },
    /** Finish what waits, take no more, and hand over what is remembered. */
    async stop(): Promise<void> {
      cerrada = true
      clearInterval(reloj)
      await enMarcha
      if (!perdida) {
        const ahora = isAlDia() ? Date.now() : proximo
        await handOver(pool, puesto, memoria, plantas, ahora, onFail).catch(onFail)
      }
    },
    /** Take no more; what waits is refused. */
    async drop(): Promise<void> {
      cerrada = perdida = true
      clearInterval(reloj)
      refuse(cola.take(Number.POSITIVE_INFINITY))
      await enMarcha
      if (vuelo) await land(createTanda())
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
