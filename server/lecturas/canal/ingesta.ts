import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../../db/cliente'
import { transact } from '../../db/transaccion'
import { prepareParticiones } from '../../eventos/repo-particiones'
import { sinBase } from '../../http/errores'
import { createCola, type Espera } from './cola'
import { applyConfirmaciones } from './confirmaciones'
import { createCustodia, ErrorDeCustodia } from './custodia'
import { isDeDatos, isPasajero, NO_GUARDABLE, saturada } from './fallos'
import { createResultado, type Mensaje, type Resultado } from './mensaje'
import { createPadron } from './padron'
import { createPlantas } from './plantas'
import { createRastros } from './rastros'
import { mendPasado } from './remiendos'
import { createRepetidas } from './repetidas'
import { type Escritura, encodeEscritura, sendEscritura } from './repo'
import { sendCreencias } from './repo-creencias'
import { listInquietos } from './repo-rastro'
import { settleQuietos } from './reposo'
import { createTanda, extend, type OnKnown, type Tanda } from './tanda'

/** Most readings of one batch. Large batches write the row of a busy tag less often. */
const LECTURAS_POR_LOTE = 6000
const RASTROS_POR_LOTE = 2000
const MAX_EN_COLA = 60_000
/** While one batch is under way, messages are applied to the next one this often. */
const RECOGIDA_MS = 5
const REPASO_MS = 5000
/** How often to look for moving devices of processes that were killed: nobody brings those to rest. */
const RECUERDO_MS = 60_000
const INTENTOS = 3

/** A batch that is being committed; `fin` resolves with the error, or null. */
type Vuelo = { tanda: Tanda; fin: Promise<unknown>; hecho: boolean }

/**
 * The pipeline from decoded messages to committed facts. While one batch is being committed, the messages that come
 * are applied to the next: one transaction for up to 6,000 readings. The sender gets its answer after the commit.
 */
export function createIngesta(
  pool: pg.Pool,
  db: Db,
  zona: string,
  onFail: (e: unknown) => void,
  repasoMs = REPASO_MS,
) {
  const padron = createPadron(db)
  const repetidas = createRepetidas()
  const plantas = createPlantas(db)
  const memoria = createRastros(pool, plantas)
  const custodia = createCustodia(pool, memoria)
  const cola = createCola()
  let enMarcha: Promise<void> | null = null
  let vuelo: Vuelo | null = null
  let repasar = false
  /** When the devices that are not at rest were last asked for; null: not before the start. */
  let recordado: number | null = null
  let cerrada = false

  const add = (tanda: Tanda, esperas: Espera[], onKnown?: OnKnown) =>
    extend(
      tanda,
      esperas,
      { padron, plantas, memoria, repetidas },
      () => vuelo?.tanda.escritura.rastros ?? [],
      onKnown,
    )

  async function take(cliente: pg.ClientBase, empresas: Set<number>): Promise<void> {
    // Their moving devices are read from the database at the next look.
    if ((await custodia.take(cliente, empresas)) && recordado !== null) recordado = Number.NEGATIVE_INFINITY
  }

  const encode = (escritura: Escritura) =>
    encodeEscritura(escritura, { isCompartida: custodia.isCompartida, lectoresOf: plantas.lectoresOf })

  function confirm(tanda: Tanda): void {
    memoria.settle(tanda.escritura.rastros)
    for (const [i, e] of tanda.esperas.entries()) e.resolve(tanda.resultados[i] as Resultado)
  }

  /** Write what was applied while another process may have had custody: seen only now, with custody in hand. */
  async function deliver(tanda: Tanda): Promise<void> {
    // Before anything else happens to these devices.
    const filas = encode(tanda.escritura)
    await transact(pool, async (cliente) => {
      await custodia.hold(cliente, tanda.escritura.rastros)
      await sendEscritura(cliente, pool, tanda.escritura, filas, zona)
    })
    confirm(tanda)
  }

  /** Undo in memory what these readings did, because it was not written. */
  function drop(tanda: Tanda): void {
    memoria.forget(tanda.escritura.rastros)
    for (const h of tanda.huellas) repetidas.forget(h)
  }

  /** One batch from beginning to end, with nothing else under way and custody in hand from the first. */
  async function runSolo(esperas: Espera[], intento = 1): Promise<void> {
    const tanda = createTanda()
    try {
      await transact(pool, async (cliente) => {
        await add(tanda, esperas, (empresas) => take(cliente, empresas))
        await sendEscritura(cliente, pool, tanda.escritura, encode(tanda.escritura), zona)
      })
      confirm(tanda)
    } catch (e) {
      drop(tanda)
      onFail(e)
      await recover(esperas, e, intento)
    }
  }

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
  async function recover(esperas: Espera[], error: unknown, intento: number): Promise<void> {
    if (isPasajero(error) && intento < INTENTOS) return runSolo(esperas, intento + 1)
    if (!isDeDatos(error))
      for (const e of esperas) e.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
    else if (esperas.length > 1) {
      // By halves: a few more transactions find the one among hundreds.
      const mitad = esperas.length >> 1
      await runSolo(esperas.slice(0, mitad))
      await runSolo(esperas.slice(mitad))
    } else
      for (const e of esperas) e.resolve({ ...createResultado(), rechazadas: 1, rechazos: [NO_GUARDABLE] })
  }

  function takeOff(tanda: Tanda): void {
    const v: Vuelo = { tanda, hecho: false, fin: Promise.resolve() }
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
    if (error instanceof ErrorDeCustodia) await runSolo(tanda.esperas)
    else {
      onFail(error)
      await recover(tanda.esperas, error, 1)
    }
    if (abierta.esperas.length) await runSolo(abierta.esperas)
    return false
  }

  /** Gather and apply messages for as long as the batch before is under way. */
  async function gather(abierta: Tanda): Promise<void> {
    do {
      const esperas = cola.take(LECTURAS_POR_LOTE - abierta.lecturas)
      if (esperas.length) await add(abierta, esperas)
      else if (vuelo && !vuelo.hecho) await Promise.race([vuelo.fin, sleep(RECOGIDA_MS)])
    } while (vuelo && !vuelo.hecho && abierta.lecturas < LECTURAS_POR_LOTE)
  }

  async function runNext(): Promise<void> {
    const abierta = createTanda()
    try {
      await gather(abierta)
    } catch (e) {
      // Wait for the batch before: it may write the devices that are looked up now.
      if (!(await land(abierta))) return
      drop(abierta)
      onFail(e)
      return recover(abierta.esperas, e, 1)
    }
    if ((await land(abierta)) && abierta.esperas.length) takeOff(abierta)
  }

  /** What the engine remembers and the database does not yet: the next process goes on from it. */
  async function saveMemoria(): Promise<void> {
    const rastros = memoria.listSinGuardar()
    for (let i = 0; i < rastros.length; i += RASTROS_POR_LOTE) {
      const lote = rastros.slice(i, i + RASTROS_POR_LOTE)
      await transact(pool, async (cliente) => {
        await custodia.hold(cliente, lote)
        await sendCreencias(cliente, lote, plantas)
      })
    }
  }

  async function remember(): Promise<void> {
    memoria.remind(await listInquietos(pool, custodia.proceso))
    recordado = performance.now()
  }

  const send = (cliente: pg.ClientBase, escritura: Escritura) =>
    sendEscritura(cliente, pool, escritura, encode(escritura), zona)
  const medios = { pool, memoria, padron, plantas, custodia, take, send }

  async function rest(): Promise<boolean> {
    try {
      if (recordado !== null && performance.now() - recordado > RECUERDO_MS) await remember()
      if (arrancada) await applyConfirmaciones(medios)
      const faltan = await settleQuietos(medios)
      return (await mendPasado(medios, Date.now())) || faltan
    } catch (e) {
      onFail(e)
      return false
    }
  }

  async function run(): Promise<void> {
    while (!cola.vacia || repasar || vuelo) {
      if (repasar) {
        await land(createTanda())
        repasar = await rest()
      }
      if (!cola.vacia || vuelo) await runNext()
    }
    enMarcha = null
  }

  function wake(): void {
    // In the next turn of the event loop, so that messages that arrive together share a batch.
    enMarcha ??= breathe().then(run)
  }

  function repaso(): void {
    repasar = true
    wake()
  }

  const reloj = setInterval(repaso, repasoMs)
  reloj.unref()
  let arrancada = false

  return {
    padron,
    plantas,
    /** Remember the devices that were moving when the last process ended. */
    async start(): Promise<void> {
      await prepareParticiones(pool).catch(onFail)
      arrancada = true
      await remember()
      repaso()
    },
    /** Take a message; resolves once everything it says is committed. Rejects where nothing was. */
    receive(mensaje: Mensaje): Promise<Resultado> {
      if (cerrada || cola.lecturas > MAX_EN_COLA) return Promise.reject(saturada())
      return new Promise((resolve, reject) => {
        cola.push({ mensaje, resolve, reject })
        wake()
      })
    },
    /** People have said where containers are. */
    attend(): void {
      if (arrancada && !cerrada) repaso()
    },
    get enCola() {
      return cola.lecturas
    },
    /** Finish what waits, then take no more. */
    async stop(): Promise<void> {
      cerrada = true
      clearInterval(reloj)
      await enMarcha
      const mendAll = async () => {
        while (await mendPasado(medios, Number.POSITIVE_INFINITY));
      }
      await mendAll().catch(onFail)
      await saveMemoria().catch(onFail)
      await custodia.release().catch(onFail)
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
