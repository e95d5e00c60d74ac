import { isSinBase } from '../../db/fallos'
import { createApartados } from './aislar'
import { applyConfirmaciones } from './confirmaciones'
import { ErrorDeCustodia } from './custodia'
import { mendPasado } from './remiendos'
import { transactCarril } from './repo-custodia'
import { removeMemorias } from './repo-memoria'
import { type Medios, settleQuietos } from './reposo'

/**
 * What a carril looks at every few seconds: what people said, what came to rest, what came late. Each step fails alone, and in each of them
 * each confirmation and each tag.
 */
export function createRepaso(m: Medios, onFail: (e: unknown) => void) {
  const apartados = {
    confirmaciones: createApartados(onFail),
    quietos: createApartados(onFail),
    pasados: createApartados(onFail),
  }
  /** What was handed over is not all in memory yet. */
  let heredada = false

  /** @returns null where it failed by itself. Throws where the other steps would fail too. */
  async function step<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (e) {
      if (e instanceof ErrorDeCustodia || isSinBase(e)) throw e
      onFail(e)
      return null
    }
  }

  /** All of what was handed over is gone on with: it does not count a second time. */
  async function endHerencia(): Promise<void> {
    await transactCarril(m.pool, async (cliente) => {
      await m.hold(cliente)
      await removeMemorias(cliente, m.carril)
    })
    heredada = false
  }

  return {
    /** Somebody handed over what is remembered of these devices. */
    inherit(): void {
      heredada = true
    },
    /**
     * @param ahora Unix ms: up to when everything that was heard is applied
     * @param conGente what people said is applied too
     * @returns whether there is more to do. Throws ErrorDeCustodia, and where the database is away
     */
    async look(ahora: number, conGente: boolean): Promise<boolean> {
      if (conGente) await step(() => applyConfirmaciones(m, apartados.confirmaciones))
      const faltan = await step(() => settleQuietos(m, apartados.quietos, ahora))
      if (heredada && faltan === false) await step(endHerencia)
      const mas = await step(() => mendPasado(m, apartados.pasados, ahora))
      return faltan === true || mas === true
    },
  }
}
