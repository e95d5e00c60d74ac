import type { Db } from '../db/cliente'
import { queueTrabajo } from '../trabajos/cola'

const MINUTO_MS = 60_000

/**
 * Ask for deliveries to be sent once they are due, in the transaction that makes them so.
 * @param quien whose they are: what is due at once of others does not wait behind them
 */
export async function queueEntregas(
  tx: Db,
  entregas: readonly { siguiente: Date }[],
  quien: string,
  ahora: Date,
): Promise<void> {
  const despues = entregas.map((e) => e.siguiente.getTime()).filter((t) => t > ahora.getTime())
  if (despues.length < entregas.length) await queueTrabajo(tx, 'envios', {}, { clave: `ya ${quien}` })
  // Quiet hours and digests end at the same minute for many; the next try of one destination is its own.
  const citas = new Map(
    despues.map((t) => {
      const minuto = Math.ceil(t / MINUTO_MS)
      return t - ahora.getTime() < MINUTO_MS ? [`${t} ${quien}`, t] : [`${minuto}`, minuto * MINUTO_MS]
    }),
  )
  for (const [clave, t] of citas) await queueTrabajo(tx, 'envios', {}, { clave, desde: new Date(t) })
}
