import { type Espera, pesoOf } from './cola'
import { NO_GUARDABLE } from './fallos'
import type { KeepRefused } from './lugar'
import { addResultados, createResultado, halveMensaje, type Mensaje, type Resultado } from './mensaje'

/** Readings that are looked for one by one before the rest of a message is refused with them. */
const MAX_CULPABLES = 20

/** Keep what was refused of these messages, before the log goes on behind them: what ends in between is kept once more, and not lost. */
export async function keepAll(
  keep: KeepRefused,
  mensajes: readonly Mensaje[],
  resultados: readonly Resultado[],
): Promise<void> {
  for (const [i, m] of mensajes.entries()) {
    const [por] = resultados[i]?.rechazos ?? []
    if (por) await keep(m, por)
  }
}

/**
 * Messages that could not be written together, by themselves: what of them cannot be written is left out, and told.
 * @param runSolo tries some from beginning to end; comes back here with what cannot be written
 */
export function createPartes(runSolo: (esperas: Espera[]) => Promise<void>, keep: KeepRefused) {
  let quedan = 0
  /** Parts within parts: they share what may be looked for. */
  let hondo = 0

  async function runPart(mensaje: Mensaje): Promise<Resultado> {
    hondo++
    try {
      return await new Promise<Resultado>((done, reject) => {
        const resolve = ([r]: Resultado[]) => done(r as Resultado)
        runSolo([{ mensajes: [mensaje], tramo: null, resolve, reject }]).catch(reject)
      })
    } finally {
      hondo--
    }
  }

  /** By halves of its readings, as long as few of them are at fault. */
  async function runHalves(mensaje: Mensaje): Promise<Resultado> {
    const mitades = quedan > 0 ? halveMensaje(mensaje) : null
    if (mitades) return addResultados([await runPart(mitades[0]), await runPart(mitades[1])])
    quedan--
    return { ...createResultado(), rechazadas: pesoOf(mensaje), rechazos: [NO_GUARDABLE] }
  }

  return async function runParts({ mensajes, tramo, resolve, reject }: Espera): Promise<void> {
    const resultados: Resultado[] = []
    if (!hondo) quedan = MAX_CULPABLES
    try {
      if (mensajes.length === 1) resultados.push(await runHalves(mensajes[0] as Mensaje))
      else for (const m of mensajes) resultados.push(await runPart(m))
      if (tramo) await keepAll(keep, mensajes, resultados)
    } catch (e) {
      return reject(e as Error)
    }
    if (tramo) await runSolo([{ mensajes: [], tramo, resolve: () => resolve(resultados), reject }])
    else resolve(resultados)
  }
}
