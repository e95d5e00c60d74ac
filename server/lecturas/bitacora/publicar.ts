import { randomUUID } from 'node:crypto'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import { sinBase } from '../../http/errores'
import { CARRILES } from '../canal/carril'
import { splitMensaje } from '../canal/dividir'
import { saturada } from '../canal/fallos'
import { type Mensaje, macsDe, type Resultado } from '../canal/mensaje'
import type { Padron, Vista } from '../canal/padron'
import { avisoOf, type Bitacora, subjectOf } from './conexion'
import { encodePliegos } from './pliego'

/** Readings that are divided and sent together. */
const LECTURAS_POR_ENVIO = 3000
const MAX_EN_COLA = 60_000
/** How long a sender waits for the log: it may be restarting, or choosing another leader. */
const PACIENCIA_MS = 12_000
const INTENTO_MS = 1500
const REINTENTO_MS = 250

type Espera = { mensaje: Mensaje; resolve: (r: Resultado) => void; reject: (e: Error) => void }

/** Resolves once the server has the record on disk. What it may have got without saying so is known by its name. */
async function publish(b: Bitacora, carril: number, texto: string): Promise<void> {
  const msgID = randomUUID()
  const fin = performance.now() + PACIENCIA_MS
  for (;;)
    try {
      await b.js.publish(subjectOf(b.nombre, carril), texto, { msgID, timeout: INTENTO_MS })
      b.nc.publish(avisoOf(b.nombre, carril))
      return
    } catch (e) {
      if (performance.now() > fin) throw e
      await sleep(REINTENTO_MS)
    }
}

/** The way of messages into the log: those that come while others are on their way make the next records. */
export function createPublicador(b: Bitacora, padron: Padron, onFail: (e: unknown) => void) {
  let esperas: Espera[] = []
  let lecturas = 0
  let enMarcha: Promise<void> | null = null
  let cerrado = false

  function take(): Espera[] {
    let n = 0
    let i = 0
    while (i < esperas.length && (i === 0 || n < LECTURAS_POR_ENVIO))
      n += (esperas[i++] as Espera).mensaje.decodificado.lecturas.length
    lecturas -= n
    const lote = esperas.slice(0, i)
    esperas = esperas.slice(i)
    return lote
  }

  async function readVista(lote: readonly Espera[]): Promise<Vista> {
    const macs = new Set<string>()
    for (const { mensaje } of lote) for (const m of macsDe(mensaje)) macs.add(m)
    return padron.prepare(macs)
  }

  async function send(lote: readonly Espera[]): Promise<void> {
    const vista = await readVista(lote)
    const porCarril: Mensaje[][] = Array.from({ length: CARRILES }, () => [])
    const resultados = lote.map(({ mensaje }) => {
      const { partes, resultado } = splitMensaje(mensaje, vista)
      for (const [i, parte] of partes.entries()) if (parte) (porCarril[i] as Mensaje[]).push(parte)
      return resultado
    })
    await Promise.all(
      porCarril.flatMap((mensajes, i) => encodePliegos(mensajes).map((texto) => publish(b, i + 1, texto))),
    )
    for (const [i, e] of lote.entries()) e.resolve(resultados[i] as Resultado)
  }

  async function run(): Promise<void> {
    while (esperas.length) {
      const lote = take()
      await send(lote).catch((e) => {
        onFail(e)
        for (const espera of lote) espera.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
      })
    }
    enMarcha = null
  }

  return {
    get enCola() {
      return lecturas
    },
    /** Resolves once the log has everything that the message says. */
    receive(mensaje: Mensaje): Promise<Resultado> {
      if (cerrado || lecturas > MAX_EN_COLA) return Promise.reject(saturada())
      return new Promise((resolve, reject) => {
        esperas.push({ mensaje, resolve, reject })
        lecturas += mensaje.decodificado.lecturas.length
        enMarcha ??= breathe().then(run)
      })
    },
    async stop(): Promise<void> {
      cerrado = true
      await enMarcha
    },
  }
}
