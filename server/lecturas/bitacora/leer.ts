import { setTimeout as sleep } from 'node:timers/promises'
import type { Ingesta } from '../canal/ingesta'
import { type Bitacora, subjectOf } from './conexion'
import { decodePliego } from './pliego'

/** Records asked of the server at once. */
const PEDIDOS = 64
/** Readings that wait to be applied: more of the log is read when there are fewer. */
const MAX_EN_COLA = 8000
const REINTENTO_MS = 500

/**
 * Feed a carril from the log, from the record after `desde` on, until it is ended.
 * @param onApplied told of each record that is committed, with its number
 * @param onBroken what was read could not be applied: the carril must begin anew
 */
export function followBitacora(
  b: Bitacora,
  ingesta: Ingesta,
  desde: number,
  onApplied: (numero: number) => void,
  onBroken: (e: unknown) => void,
  onFail: (e: unknown) => void,
) {
  let leido = desde
  let parado = false
  let close: (() => unknown) | null = null

  function apply(numero: number, texto: string, ultima: boolean): void {
    let mensajes: ReturnType<typeof decodePliego> = []
    try {
      mensajes = decodePliego(texto)
    } catch (e) {
      // A newer version wrote it: whoever understands it goes on from here.
      return onBroken(e)
    }
    const tramo = { desde: leido, hasta: numero }
    leido = numero
    ingesta.follow(mensajes, tramo, ultima).then(() => onApplied(numero), onBroken)
  }

  async function read(): Promise<void> {
    const c = await b.js.consumers.get(b.nombre, {
      filter_subjects: subjectOf(b.nombre, ingesta.carril),
      deliver_policy: 'by_start_sequence',
      opt_start_seq: leido + 1,
      inactive_threshold: 60_000,
    })
    if ((await c.info()).num_pending === 0) ingesta.noteAlDia()
    const registros = await c.consume({ max_messages: PEDIDOS, idle_heartbeat: 2000, expires: 10_000 })
    close = () => registros.close()
    if (parado) registros.stop()
    for await (const m of registros) {
      if (parado) break
      if (m.seq <= leido) continue
      apply(m.seq, m.string(), m.info.pending === 0)
      while (ingesta.enCola > MAX_EN_COLA && !parado) await sleep(10)
    }
  }

  const fin = (async () => {
    while (!parado)
      try {
        await read()
      } catch (e) {
        if (!parado) onFail(e)
      } finally {
        if (!parado) await sleep(REINTENTO_MS)
      }
  })()

  return {
    async stop(): Promise<void> {
      parado = true
      await Promise.race([close?.(), sleep(1000)])
      await Promise.race([fin, sleep(1000)])
    },
  }
}
