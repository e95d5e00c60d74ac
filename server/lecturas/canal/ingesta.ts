import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../../db/cliente'
import { transact } from '../../db/transaccion'
import { keepParticiones } from '../../eventos/particiones'
import { sinBase } from '../../http/errores'
import { createCola, type Espera } from './cola'
import { isDeDatos, isPasajero, NO_GUARDABLE, saturada } from './fallos'
import { createMemoria } from './memoria'
import { createResultado, type Mensaje, type Resultado } from './mensaje'
import { createRegistro } from './registro'
import { createRepetidas } from './repetidas'
import { encodeLote, type Lote, sendLote } from './repo'
import { listInquietos } from './repo-rastro'
import { settleQuietos } from './reposo'
import { type AlSaber, createTanda, extend, type Tanda } from './tanda'
import { createTurno, ErrorDeTurno } from './turno'

/** The more wait, the more go together, and the fewer times a busy tag's row is written. */
const LECTURAS_POR_LOTE = 6000
const MAX_EN_COLA = 60_000
/** While one batch is under way, messages are applied to the next one this often. */
const RECOGIDA_MS = 5
const REPASO_MS = 5000
/** A process that was killed leaves devices that nobody brings to rest. */
const RECUERDO_MS = 60_000
const INTENTOS = 3

/** A batch on its way to the database; `fin` gives what went wrong, or null. */
type Vuelo = { tanda: Tanda; fin: Promise<unknown>; hecho: boolean }

/**
 * The pipeline from decoded messages to committed facts. While one batch is being committed, the messages that come
 * are applied to the next: one transaction for up to 6,000 readings. What is told to the sender is committed.
 */
export function createIngesta(
  pool: pg.Pool,
  db: Db,
  zona: string,
  alFallar: (e: unknown) => void,
  repasoMs = REPASO_MS,
) {
  const registro = createRegistro(db)
  const repetidas = createRepetidas()
  const memoria = createMemoria(pool)
  const turno = createTurno(pool, memoria)
  const cola = createCola()
  let enMarcha: Promise<void> | null = null
  let vuelo: Vuelo | null = null
  let repasar = false
  /** When the devices that are not at rest were last asked for; null: not before the start. */
  let recordado: number | null = null
  let cerrada = false

  const add = (tanda: Tanda, esperas: Espera[], alSaber?: AlSaber) =>
    extend(tanda, esperas, { registro, memoria, repetidas }, () => vuelo?.tanda.lote.rastros ?? [], alSaber)

  async function take(cliente: pg.ClientBase, empresas: Set<number>): Promise<void> {
    // What was not at rest in their memory is to be asked for at the next look.
    if ((await turno.take(cliente, empresas)) && recordado !== null) recordado = Number.NEGATIVE_INFINITY
  }

  const encode = (lote: Lote) => encodeLote(lote, turno.isCompartida)

  function confirm(tanda: Tanda): void {
    memoria.settle(tanda.lote.rastros)
    for (const [i, e] of tanda.esperas.entries()) e.resolve(tanda.resultados[i] as Resultado)
  }

  /** Write what was applied while nobody else may have had a turn: seen only now, with the turn in hand. */
  async function deliver(tanda: Tanda): Promise<void> {
    // Before anything else happens to these devices.
    const filas = encode(tanda.lote)
    await transact(pool, async (cliente) => {
      await turno.hold(cliente, tanda.lote)
      await sendLote(cliente, pool, tanda.lote, filas, zona)
    })
    confirm(tanda)
  }

  /** What was thought of these readings was never written. */
  function drop(tanda: Tanda): void {
    memoria.forget(tanda.lote.rastros)
    for (const h of tanda.huellas) repetidas.forget(h)
  }

  /** One batch from beginning to end, with nothing else under way and the turn in hand from the first. */
  async function runSolo(esperas: Espera[], intento = 1): Promise<void> {
    const tanda = createTanda()
    try {
      await transact(pool, async (cliente) => {
        await add(tanda, esperas, (empresas) => take(cliente, empresas))
        await sendLote(cliente, pool, tanda.lote, encode(tanda.lote), zona)
      })
      confirm(tanda)
    } catch (e) {
      drop(tanda)
      alFallar(e)
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
   * Wait for the batch under way. Where it failed, the one that was being applied meanwhile stood on what was never
   * written: both begin again, one after the other. Returns whether the open one still stands.
   */
  async function land(abierta: Tanda): Promise<boolean> {
    if (!vuelo) return true
    const { tanda, fin } = vuelo
    const error = await fin
    vuelo = null
    if (error === null) return true
    drop(tanda)
    drop(abierta)
    if (error instanceof ErrorDeTurno) await runSolo(tanda.esperas)
    else {
      alFallar(error)
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
      // The batch before first: it may be what these devices are to be found in.
      if (!(await land(abierta))) return
      drop(abierta)
      alFallar(e)
      return recover(abierta.esperas, e, 1)
    }
    if ((await land(abierta)) && abierta.esperas.length) takeOff(abierta)
  }

  async function remember(): Promise<void> {
    memoria.remind(await listInquietos(pool, turno.proceso))
    recordado = performance.now()
  }

  async function rest(): Promise<boolean> {
    try {
      if (recordado !== null && performance.now() - recordado > RECUERDO_MS) await remember()
      const send = (cliente: pg.ClientBase, lote: Lote) => sendLote(cliente, pool, lote, encode(lote), zona)
      return await settleQuietos({ pool, memoria, registro, turno, take, send })
    } catch (e) {
      alFallar(e)
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
    // Next turn of the loop: what arrives in the same breath goes in the same batch.
    enMarcha ??= breathe().then(run)
  }

  function repaso(): void {
    repasar = true
    wake()
  }

  const reloj = setInterval(repaso, repasoMs)
  reloj.unref()
  let particiones: ReturnType<typeof keepParticiones> | undefined

  return {
    registro,
    /** Remember the devices that were moving when the last process ended. */
    async start(): Promise<void> {
      particiones = keepParticiones(pool, alFallar)
      await particiones.primera
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
    get enCola() {
      return cola.lecturas
    },
    /** Finish what waits, then take no more. */
    async stop(): Promise<void> {
      cerrada = true
      clearInterval(reloj)
      await particiones?.stop()
      await enMarcha
      await turno.release().catch(alFallar)
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
