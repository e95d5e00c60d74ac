import { broken, cadenciaDe, createApagones, createReloj, PARTE_REPETIDA, parteRota } from './averias'
import type { Azar } from './azar'
import { envolturas } from './gateways/envolturas'
import type { Envio, Gateway, Oida } from './gateways/oida'
import type { LectorDemo } from './planta'

const LATIDO_MS = 30_000

/**
 * One reader as the world sees it: it gathers what it hears and sends it every few seconds, some every few minutes, with its own
 * idea of the time. `t` is the simulator's clock, `ahora` Unix ms.
 */
export function createAntena(lector: LectorDemo, azar: Azar) {
  const { wrap, heartbeat } = envolturas[lector.voz]
  const clock = createReloj(lector, azar)
  const cadencia = cadenciaDe(lector)
  const isOut = createApagones(lector, azar)
  const encendida = azar.int(3600, 900_000)
  const rota = parteRota((cadencia[0] + cadencia[1]) / 2)
  let pendientes: Oida[] = []
  let proximo = azar.between(0, cadencia[1])
  let latido = 0

  function spoil(envios: Envio[]): Envio[] {
    const salida = envios.flatMap((e) => (azar.chance(PARTE_REPETIDA) ? [e, e] : [e]))
    const [primero] = envios
    if (primero && azar.chance(rota)) salida.push({ ...primero, texto: broken(primero.texto) })
    return salida
  }

  return {
    hear(oida: Omit<Oida, 'tiempo'>, ahora: number): void {
      pendientes.push({ ...oida, tiempo: clock(ahora) })
    },
    /** What it sends now; mostly nothing. */
    flush(t: number, ahora: number): Envio[] {
      if (t < proximo) return []
      proximo = t + azar.between(...cadencia)
      const oidas = pendientes
      pendientes = []
      if (isOut(t)) return []
      const g: Gateway = { mac: lector.mac, reloj: clock(ahora), encendido: encendida + Math.floor(t / 1000) }
      const vivo = t >= latido ? heartbeat(g) : []
      if (vivo.length) latido = t + LATIDO_MS
      return [...vivo, ...spoil(oidas.length ? wrap(g, oidas) : [])]
    },
  }
}

export type Antena = ReturnType<typeof createAntena>
