import type pg from 'pg'
import type { Db } from '../db/cliente'
import { ErrorHttp } from '../http/errores'
import { applyMensaje } from './aplicar'
import { createResultado, type Mensaje, macsDe, type Resultado } from './mensaje'
import { createRastro, type Rastro } from './rastro'
import { createRegistro, type Registrado } from './registro'
import { settle } from './reglas'
import { createRepetidas } from './repetidas'
import { createLote, writeLote } from './repo'
import { listInquietos, loadRastros } from './repo-rastro'

const LECTURAS_POR_LOTE = 2000
const MAX_EN_COLA = 60_000
const MAX_RASTROS = 300_000
const REPASO_MS = 5000

const saturada = () =>
  new ErrorHttp(503, 'saturado', 'Hay demasiadas lecturas en espera. Vuelva a intentarlo.', undefined, {
    'retry-after': '1',
  })

const sinBase = () =>
  new ErrorHttp(503, 'sin_base_de_datos', 'No se ha podido guardar. Vuelva a intentarlo.', undefined, {
    'retry-after': '2',
  })

const NO_GUARDABLE = {
  motivo: 'no_guardable',
  detalle: 'El mensaje contiene valores que no se pueden guardar.',
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity): the data is at fault, and will be again. */
const isDeDatos = (e: unknown) => /^2[23]/.test((e as { code?: string }).code ?? '')

type Espera = { mensaje: Mensaje; resolve: (r: Resultado) => void; reject: (e: Error) => void }

const peso = (m: Mensaje) => Math.max(1, m.decodificado.lecturas.length)

/**
 * The pipeline from decoded messages to committed facts. Messages wait while a batch is being committed and then go
 * together: one transaction for up to 2,000 readings. What is told to the sender is committed.
 */
export function createIngesta(pool: pg.Pool, db: Db, zona: string, alFallar: (e: unknown) => void) {
  const registro = createRegistro(db)
  const repetidas = createRepetidas()
  const rastros = new Map<number, Rastro>()
  const etiquetas = new Map<number, string | null>()
  const inquietos = new Set<Rastro>()
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

  async function prepare(lote: Espera[]): Promise<void> {
    const macs = new Set<string>()
    for (const { mensaje } of lote) for (const m of macsDe(mensaje)) macs.add(m)
    await registro.prepare(macs)
    const empresas = new Set<number>()
    const faltan: number[] = []
    for (const m of macs) {
      const d = registro.get(m)
      if (!d) continue
      empresas.add(d.empresa)
      etiquetas.set(d.id, d.etiqueta)
      if (d.tipo !== 'Reader' && !rastros.has(d.id)) faltan.push(d.id)
    }
    for (const { mensaje } of lote) if (mensaje.origen.lector) empresas.add(mensaje.origen.lector.empresa)
    await registro.prepareAjustes(empresas)
    await remember(faltan)
  }

  async function remember(ids: number[]): Promise<void> {
    if (!ids.length) return
    if (rastros.size + ids.length > MAX_RASTROS) rastros.clear()
    for (const r of await loadRastros(pool, ids)) {
      rastros.set(r.dispositivo, r)
      if (r.estado) inquietos.add(r)
    }
  }

  function rastroOf(d: Registrado): Rastro {
    const r = rastros.get(d.id) ?? createRastro(d.id, d.empresa)
    rastros.set(d.id, r)
    return r
  }

  async function commit(lote: ReturnType<typeof createLote>): Promise<void> {
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
  }

  /** What was thought of these devices may never have been written: ask the database again next time. */
  function undo(lote: ReturnType<typeof createLote>, huellas: number[]): void {
    for (const r of lote.rastros) {
      rastros.delete(r.dispositivo)
      inquietos.delete(r)
    }
    for (const h of huellas) repetidas.forget(h)
  }

  async function runLote(esperas: Espera[]): Promise<void> {
    const lote = createLote()
    const huellas: number[] = []
    try {
      await prepare(esperas)
      const resultados = esperas.map((e) =>
        applyMensaje(e.mensaje, { registro, repetidas, rastroOf, lote, huellas }),
      )
      await commit(lote)
      for (const r of lote.rastros) r.estado ? inquietos.add(r) : inquietos.delete(r)
      for (const [i, e] of esperas.entries()) e.resolve(resultados[i] as Resultado)
    } catch (e) {
      undo(lote, huellas)
      alFallar(e)
      await recover(esperas, e)
    }
  }

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
  async function recover(esperas: Espera[], error: unknown): Promise<void> {
    const [sola, ...demas] = esperas
    if (!demas.length && sola)
      if (isDeDatos(error)) sola.resolve({ ...createResultado(), rechazadas: 1, rechazos: [NO_GUARDABLE] })
      else sola.reject(sinBase())
    else if (isDeDatos(error)) for (const e of esperas) await runLote([e])
    else for (const e of esperas) e.reject(sinBase())
  }

  /** Bring to rest what has not moved for a while. */
  async function runRepaso(): Promise<void> {
    const lote = createLote()
    for (const r of inquietos) {
      const evento = settle(r, Date.now(), etiquetas.get(r.dispositivo) ?? null, registro.ajustes(r.empresa))
      if (!evento) continue
      lote.eventos.push(evento)
      lote.rastros.add(r)
    }
    if (!lote.rastros.size) return
    try {
      await commit(lote)
      for (const r of lote.rastros) inquietos.delete(r)
    } catch (e) {
      undo(lote, [])
      alFallar(e)
    }
  }

  async function run(): Promise<void> {
    while (cola.length || repasar) {
      if (cola.length) await runLote(takeLote())
      if (repasar) {
        repasar = false
        await runRepaso()
      }
    }
    enMarcha = null
  }

  function wake(): void {
    // Next turn of the loop: what arrives in the same breath goes in the same batch.
    enMarcha ??= new Promise<void>((r) => setImmediate(r)).then(run)
  }

  const reloj = setInterval(() => {
    repasar = true
    wake()
  }, REPASO_MS)
  reloj.unref()

  return {
    registro,
    /** Read the devices that were moving when the last process ended. */
    async start(): Promise<void> {
      await remember(await listInquietos(pool))
      await registro.prepareAjustes(new Set([...inquietos].map((r) => r.empresa)))
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
      clearInterval(reloj)
      await enMarcha
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
