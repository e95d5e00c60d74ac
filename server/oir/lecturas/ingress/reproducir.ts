import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { COMIENZO, type Grabado } from './grabacion'

const Linea: z.ZodType<Grabado> = z.object({
  t: z.number().int().positive(),
  formato: z.string().regex(/^[a-z0-9_-]{1,40}$/),
  via: z.enum(['http', 'mqtt']),
  topic: z.string().min(1).max(512).nullable(),
  lector: z.string().max(64).nullable(),
  texto: z.string().max(1 << 20),
})

/** Longest pause between two messages of a recording, ms: longer ones are shortened. */
const MAX_PAUSA_MS = 10 * 60_000

/**
 * The messages of a recording, line by line. A message that was cut short, because its process was killed, is skipped. Throws with the
 * number of the line if a line is not of a recording.
 */
export async function* readGrabacion(file: string): AsyncGenerator<Grabado> {
  const lineas = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  let n = 0
  for await (const linea of lineas) {
    n++
    if (!linea.trim()) continue
    let leida: unknown
    try {
      leida = JSON.parse(linea)
    } catch {
      if (linea.startsWith(COMIENZO)) continue
      throw new Error(`la línea ${n} de ${file} no es de una grabación`)
    }
    const r = Linea.safeParse(leida)
    if (!r.success) throw new Error(`la línea ${n} de ${file} no es de una grabación`)
    yield r.data
  }
}

/** Topic to send a message with: its own, or an equivalent one if it came by HTTP. */
export const topicOf = (g: Grabado): string => g.topic ?? `retorna/${g.formato}/${g.lector ?? ''}`

/**
 * Send the messages of a recording.
 * @param speed 1: at the recorded pace; 10: ten times as fast; Infinity: as fast as they are accepted
 * @returns how many were sent
 */
export async function replay(
  grabados: AsyncIterable<Grabado>,
  speed: number,
  publish: (topic: string, text: string) => Promise<unknown>,
): Promise<number> {
  let n = 0
  let previous: number | null = null
  for await (const g of grabados) {
    const pausa = previous === null ? 0 : Math.min(MAX_PAUSA_MS, Math.max(0, g.t - previous)) / speed
    if (pausa >= 1) await sleep(pausa)
    previous = g.t
    await publish(topicOf(g), g.texto)
    n++
  }
  return n
}
