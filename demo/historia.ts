import type { NewEvento } from '../server/oir/eventos/evento'
import type { Acceleration } from './anuncios/muestra'
import { createMovementPlan, DAYS, type Ride } from './plant/movement-plan'
import { silenceOf } from './plant/papeles'
import { CONTENEDORES, type ContenedorDemo, LECTORES } from './plant/planta'
import { passingsOf } from './plant/terreno'
import { createPila } from './pool/pila'
import { createRandom, mixSemillas, type Random } from './random'
import { gradosOf, wake } from './sensor'

const HOUR = 3_600_000
const MINUTE = 60_000
/** A container that falls while it is set down is seen at its new place. */
const SE_VE_MS = 2000
/** During a stay, one row stands for the heartbeats of this many hours. */
const HEARTBEATS_MS = 12 * HOUR

export type IdsDemo = { dispositivos: Map<string, number>; lectores: Map<string, number> }

export type ImpactoDemo = { tiempo: number; lector: number; golpe: Acceleration }

/** A container's last 90 days: its events, oldest first, its impacts, and its present reader. */
export type Vida = { eventos: NewEvento[]; impactos: ImpactoDemo[]; lector: number }

/** Records the events of one container. */
function createVida(c: ContenedorDemo, ids: IdsDemo, siembra: number, lector: number) {
  const random: Random = createRandom(mixSemillas(c.semilla, 10))
  const inicio = siembra - DAYS * 24 * HOUR
  const calla = silenceOf(c, siembra)
  const fin = Math.min(calla, siembra)
  const bateriaAt = createPila(c, siembra)
  const dispositivo = ids.dispositivos.get(c.mac) as number
  const idOf = (i: number) => ids.lectores.get((LECTORES[i] as (typeof LECTORES)[number]).mac) as number
  const vida: Vida = { eventos: [], impactos: [], lector: idOf(lector) }
  /** Time up to which events are recorded. */
  let escrito = inicio

  function write(time: number, estado: 0 | 1 | 2): void {
    if (time < inicio || time >= fin) return
    vida.eventos.push({
      empresa: c.empresa,
      dispositivo,
      lector: vida.lector,
      tiempo: Math.round(time),
      estado,
      etiqueta: c.etiqueta,
      bateria: Number(bateriaAt(time).toFixed(1)),
      temperatura: Number((gradosOf(time) + random.between(-0.4, 0.4)).toFixed(1)),
      valor: { rssi: random.int(-90, -64) },
    })
    escrito = time
  }

  function stand(hasta: number): void {
    for (let t = escrito + HEARTBEATS_MS; t < Math.min(hasta, fin); t += HEARTBEATS_MS) write(t, 0)
  }

  return {
    /** The container is carried to another place, as the product would record it. */
    carry({ camino, lector: a, caida }: Ride): void {
      if (camino.sale >= fin) return
      stand(camino.sale)
      for (const paso of passingsOf(c.empresa, camino)) {
        if (paso.t >= fin) break
        vida.lector = idOf(paso.lector)
        write(paso.t, 1)
      }
      // It is still on its way.
      if (camino.llega >= fin) {
        write(Math.max(escrito + 1, camino.sale), 1)
        return
      }
      vida.lector = idOf(a)
      write(camino.llega, 1)
      const golpe = caida && wake(c.habla, caida.g, random)
      const visto = Math.round(camino.llega + SE_VE_MS)
      if (golpe && camino.llega >= inicio && visto < fin) {
        vida.impactos.push({ tiempo: visto, lector: vida.lector, golpe })
        write(visto, 2)
      }
      write(camino.llega + random.between(2, 2.6) * MINUTE, 0)
    },
    /** If it is still heard at the end, the last row is a heartbeat then. */
    end(): Vida {
      stand(fin)
      const last = siembra - random.between(0, 3.6) * MINUTE
      if (calla > siembra && last > escrito) write(last, 0)
      return vida
    },
  }
}

/** The last 90 days of every container that was ever heard, from the simulated movements. */
export function createHistoria(ids: IdsDemo, siembra: number): Map<ContenedorDemo, Vida> {
  const movementPlan = createMovementPlan(siembra)
  const enMarcha = new Map<ContenedorDemo, ReturnType<typeof createVida>>()
  for (const { contenedor, lector } of movementPlan.salidas)
    if (contenedor.papel !== 'nunca') enMarcha.set(contenedor, createVida(contenedor, ids, siembra, lector))
  for (let lote = movementPlan.next(siembra); lote; lote = movementPlan.next(siembra))
    for (const ride of lote) enMarcha.get(ride.contenedor)?.carry(ride)
  return new Map(
    CONTENEDORES.flatMap((c) => {
      const vida = enMarcha.get(c)
      return vida ? [[c, vida.end()] as const] : []
    }),
  )
}
