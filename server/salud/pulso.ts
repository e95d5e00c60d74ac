import { hostname } from 'node:os'
import type { Db } from '../db/cliente'
import { type Pulso, removePulso, savePulso } from './repo-pulso'

const CADA_MS = 15_000
/** More delays than these between two pulses are told of by a part of them, taken by chance. */
const MUESTRAS = 5000

/** What is committed between two pulses. */
export function createVentana(ahora: () => number = Date.now) {
  let retrasos: number[] = []
  let peor = 0
  let mensajes = 0
  let lecturas = 0
  let fallidos = 0
  let ultima: number | null = null
  let desde = ahora()
  return {
    /** A message was committed, so many ms after it came. */
    note(ms: number, n: number): void {
      mensajes++
      lecturas += n
      ultima = ahora()
      peor = Math.max(peor, ms)
      if (retrasos.length < MUESTRAS) retrasos.push(ms)
      else {
        const donde = Math.floor(Math.random() * mensajes)
        if (donde < MUESTRAS) retrasos[donde] = ms
      }
    },
    /** Nothing of a message could be committed. */
    noteFallo(): void {
      fallidos++
    },
    /** When something was committed last, Unix ms. */
    get ultima() {
      return ultima
    },
    /** What was noted since the last call. */
    take(): Pick<Pulso, 'lecturas_minuto' | 'fallidos' | 'retraso' | 'ultima'> {
      const orden = retrasos.sort((a, b) => a - b)
      const en = (parte: number) => orden[Math.ceil(orden.length * parte) - 1] as number
      const minutos = Math.max(1, ahora() - desde) / 60_000
      const res = {
        lecturas_minuto: lecturas / minutos,
        fallidos,
        retraso: orden.length ? { mediana: en(0.5), p95: en(0.95), peor } : null,
        ultima: ultima === null ? null : new Date(ultima),
      }
      retrasos = []
      peor = mensajes = lecturas = fallidos = 0
      desde = ahora()
      return res
    },
  }
}

export type Ventana = ReturnType<typeof createVentana>

/** Say how the ingest of this process is doing, several times a minute, until it is stopped. */
export function startPulso(
  db: Db,
  ventana: Ventana,
  readCola: () => number,
  onFail: (e: unknown) => void,
  cadaMs = CADA_MS,
) {
  const proceso = `${hostname()}:${process.pid}`
  const desde = new Date()
  let enCurso: Promise<void> = Promise.resolve()
  const tell = () => {
    const pulso = { proceso, desde, en_cola: readCola(), ...ventana.take() }
    enCurso = enCurso.then(() => savePulso(db, pulso)).catch(onFail)
  }
  tell()
  const reloj = setInterval(tell, cadaMs)
  reloj.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(reloj)
      await enCurso
      await removePulso(db, proceso).catch(() => {})
    },
  }
}
