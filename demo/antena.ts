import { broken, cadenciaOf, createClock, createOutages, PARTE_DUPLICATE, parteRota } from './averias'
import { messageEncoders } from './gateways/message-encoders'
import type { Envio, Gateway, Observation } from './gateways/observation'
import type { LectorDemo } from './plant/planta'
import type { Random } from './random'

const HEARTBEAT_MS = 30_000

/**
 * One reader as the product sees it: it collects what it hears and sends it every few seconds, some readers every few minutes, with its own
 * clock. `t` is the simulator's clock, `ahora` Unix ms.
 */
export function createAntena(lector: LectorDemo, random: Random) {
  const { wrap, heartbeat } = messageEncoders[lector.voz]
  const clock = createClock(lector, random)
  const cadencia = cadenciaOf(lector)
  const isOut = createOutages(lector, random)
  const encendida = random.int(3600, 900_000)
  const rota = parteRota((cadencia[0] + cadencia[1]) / 2)
  let pendientes: Observation[] = []
  let proximo = random.between(0, cadencia[1])
  let latido = 0

  function spoil(envios: Envio[]): Envio[] {
    const salida = envios.flatMap((e) => (random.chance(PARTE_DUPLICATE) ? [e, e] : [e]))
    const [first] = envios
    if (first && random.chance(rota)) salida.push({ ...first, texto: broken(first.texto) })
    return salida
  }

  return {
    hear(observation: Omit<Observation, 'tiempo'>, now: number): void {
      pendientes.push({ ...observation, tiempo: clock(now) })
    },
    /** The messages that it sends now; mostly none. */
    flush(t: number, now: number): Envio[] {
      if (t < proximo) return []
      proximo = t + random.between(...cadencia)
      const observations = pendientes
      pendientes = []
      if (isOut(t)) return []
      const g: Gateway = { mac: lector.mac, reloj: clock(now), encendido: encendida + Math.floor(t / 1000) }
      const vivo = t >= latido ? heartbeat(g) : []
      if (vivo.length) latido = t + HEARTBEAT_MS
      return [...vivo, ...spoil(observations.length ? wrap(g, observations) : [])]
    },
  }
}

export type Antena = ReturnType<typeof createAntena>
