import { setImmediate as breathe } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../db/cliente'
import { prepareParticiones } from '../eventos/particiones'
import { applyMensaje } from './aplicar'
import { ErrorDeRegla, isDeDatos, isPasajero, NO_GUARDABLE, saturada, sinBase } from './fallos'
import { createMemoria } from './memoria'
import { createResultado, type Mensaje, macsDe, type Resultado } from './mensaje'
import { createRegistro, type Vista } from './registro'
import { createRepetidas } from './repetidas'
import { createLote, type Lote, writeLote } from './repo'
import { listInquietos } from './repo-rastro'
import { settleQuietos } from './reposo'

/** The more wait, the more go together, and the fewer times a busy tag's row is written. */
const LECTURAS_POR_LOTE = 6000
/** Readings that are applied before others get their turn. */
const LECTURAS_SEGUIDAS = 1000
const MAX_EN_COLA = 60_000
const REPASO_MS = 5000
const PARTICIONES_MS = 6 * 3_600_000
const INTENTOS = 3

type Espera = { mensaje: Mensaje; resolve: (r: Resultado) => void; reject: (e: Error) => void }

const peso = (m: Mensaje) => Math.max(1, m.decodificado.lecturas.length)

/**
 * The pipeline from decoded messages to committed facts. Messages wait while a batch is being committed and then go
 * together: one transaction for up to 6,000 readings. What is told to the sender is committed.
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
  const cola: Espera[] = []
  let enCola = 0
  let enMarcha: Promise<void> | null = null
  let repasar = false
  let cerrada = false

  function takeLote(): Espera[] {
    let n = 0
    let i = 0
    while (i < cola.length && (i === 0 || n + peso((cola[i] as Espera).mensaje) <= LECTURAS_POR_LOTE))
      n += peso((cola[i++] as Espera).mensaje)
    enCola -= n
    return cola.splice(0, i)
  }

  async function prepare(esperas: Espera[]): Promise<Vista> {
    const macs = new Set<string>()
    const empresas = new Set<number>()
    for (const { mensaje } of esperas) {
      for (const m of macsDe(mensaje)) macs.add(m)
      if (mensaje.origen.lector) empresas.add(mensaje.origen.lector.empresa)
    }
    const vista = await registro.prepare(macs, empresas)
    const ids = new Set<number>()
    for (const m of macs) {
      const d = vista.get(m)
      if (d && d.tipo !== 'Reader') ids.add(d.id)
    }
    await memoria.prepare([...ids])
    return vista
  }

  async function applyAll(esperas: Espera[], lote: Lote, huellas: number[]): Promise<Resultado[]> {
    const contexto = { vista: await prepare(esperas), repetidas, rastroOf: memoria.of, lote, huellas }
    const resultados: Resultado[] = []
    let seguidas = 0
    for (const { mensaje } of esperas) {
      try {
        resultados.push(applyMensaje(mensaje, contexto))
      } catch (e) {
        throw new ErrorDeRegla('a reading could not be applied', { cause: e })
      }
      seguidas += peso(mensaje)
      if (seguidas < LECTURAS_SEGUIDAS) continue
      seguidas = 0
      await breathe()
    }
    return resultados
  }

  async function commit(lote: Lote): Promise<void> {
    const cliente = await pool.connect()
    let roto = false
    try {
      await cliente.query('begin')
      await writeLote(cliente, pool, lote, zona)
      await cliente.query('commit')
    } catch (e) {
      await cliente.query('rollback').catch(() => {
        roto = true
      })
      throw e
    } finally {
      cliente.release(roto)
    }
    memoria.settle(lote.rastros)
  }

  async function runLote(esperas: Espera[], intento = 1): Promise<void> {
    const lote = createLote()
    const huellas: number[] = []
    try {
      const resultados = await applyAll(esperas, lote, huellas)
      await commit(lote)
      for (const [i, e] of esperas.entries()) e.resolve(resultados[i] as Resultado)
    } catch (e) {
      memoria.forget(lote.rastros)
      for (const h of huellas) repetidas.forget(h)
      alFallar(e)
      await recover(esperas, e, intento)
    }
  }

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
  async function recover(esperas: Espera[], error: unknown, intento: number): Promise<void> {
    if (isPasajero(error) && intento < INTENTOS) return runLote(esperas, intento + 1)
    if (!isDeDatos(error)) for (const e of esperas) e.reject(sinBase())
    else if (esperas.length > 1) {
      // By halves: a few more transactions find the one among hundreds.
      const mitad = esperas.length >> 1
      await runLote(esperas.slice(0, mitad))
      await runLote(esperas.slice(mitad))
    } else
      for (const e of esperas) e.resolve({ ...createResultado(), rechazadas: 1, rechazos: [NO_GUARDABLE] })
  }

  async function rest(): Promise<boolean> {
    try {
      return await settleQuietos(pool, memoria, registro, commit)
    } catch (e) {
      alFallar(e)
      return false
    }
  }

  async function run(): Promise<void> {
    while (cola.length || repasar) {
      if (cola.length) await runLote(takeLote())
      if (repasar) repasar = await rest()
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

  const relojes = [
    setInterval(repaso, repasoMs),
    setInterval(() => prepareParticiones(pool).catch(alFallar), PARTICIONES_MS),
  ]
  for (const r of relojes) r.unref()

  return {
    registro,
    /** Remember the devices that were moving when the last process ended. */
    async start(): Promise<void> {
      await prepareParticiones(pool)
      memoria.remind(await listInquietos(pool))
      repaso()
    },
    /** Take a message; resolves once everything it says is committed. Rejects where nothing was. */
    receive(mensaje: Mensaje): Promise<Resultado> {
      if (cerrada || enCola > MAX_EN_COLA) return Promise.reject(saturada())
      return new Promise((resolve, reject) => {
        cola.push({ mensaje, resolve, reject })
        enCola += peso(mensaje)
        wake()
      })
    },
    get enCola() {
      return enCola
    },
    /** Finish what waits, then take no more. */
    async stop(): Promise<void> {
      cerrada = true
      for (const r of relojes) clearInterval(r)
      await enMarcha
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
