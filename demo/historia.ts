import type { EventoNuevo } from '../server/eventos/evento'
import type { Aceleracion } from './anuncios/muestra'
import { type Azar, createAzar, mixSemillas } from './azar'
import { createMarcha, DIAS, type Traslado } from './marcha'
import { silenceOf } from './papeles'
import { createPila } from './pila'
import { CONTENEDORES, type ContenedorDemo, LECTORES } from './planta'
import { gradosDe, wake } from './sensor'
import { passingsOf } from './terreno'

const HORA = 3_600_000
const MINUTO = 60_000
/** A container that falls as it is set down is seen at its new place. */
const SE_VE_MS = 2000
/** While a container stands, one row in this many hours stands for its heartbeats. */
const LATIDOS_MS = 12 * HORA

export type IdsDemo = { dispositivos: Map<string, number>; lectores: Map<string, number> }

export type ImpactoDemo = { tiempo: number; lector: number; golpe: Aceleracion }

/** How a container's last 90 days went: its events, oldest first, its impacts, and where it is now. */
export type Vida = { eventos: EventoNuevo[]; impactos: ImpactoDemo[]; lector: number }

/** What is written down of one container while it lives. */
function createVida(c: ContenedorDemo, ids: IdsDemo, siembra: number, lector: number) {
  const azar: Azar = createAzar(mixSemillas(c.semilla, 10))
  const inicio = siembra - DIAS * 24 * HORA
  const calla = silenceOf(c, siembra)
  const fin = Math.min(calla, siembra)
  const bateriaAt = createPila(c, siembra)
  const dispositivo = ids.dispositivos.get(c.mac) as number
  const idOf = (i: number) => ids.lectores.get((LECTORES[i] as (typeof LECTORES)[number]).mac) as number
  const vida: Vida = { eventos: [], impactos: [], lector: idOf(lector) }
  /** Until when it has been written down. */
  let escrito = inicio

  function write(tiempo: number, estado: 0 | 1 | 2): void {
    if (tiempo < inicio || tiempo >= fin) return
    vida.eventos.push({
      empresa: c.empresa,
      dispositivo,
      lector: vida.lector,
      tiempo: Math.round(tiempo),
      estado,
      etiqueta: c.etiqueta,
      bateria: Number(bateriaAt(tiempo).toFixed(1)),
      temperatura: Number((gradosDe(tiempo) + azar.between(-0.4, 0.4)).toFixed(1)),
      valor: { rssi: azar.int(-90, -64) },
    })
    escrito = tiempo
  }

  function stand(hasta: number): void {
    for (let t = escrito + LATIDOS_MS; t < Math.min(hasta, fin); t += LATIDOS_MS) write(t, 0)
  }

  return {
    /** It is carried to another place, as the product would see it. */
    carry({ camino, lector: a, caida }: Traslado): void {
      if (camino.sale >= fin) return
      stand(camino.sale)
      for (const paso of passingsOf(c.empresa, camino)) {
        if (paso.t >= fin) break
        vida.lector = idOf(paso.lector)
        write(paso.t, 1)
      }
      // Still on its way.
      if (camino.llega >= fin) {
        write(Math.max(escrito + 1, camino.sale), 1)
        return
      }
      vida.lector = idOf(a)
      write(camino.llega, 1)
      const golpe = caida && wake(c.habla, caida.g, azar)
      const visto = Math.round(camino.llega + SE_VE_MS)
      if (golpe && camino.llega >= inicio && visto < fin) {
        vida.impactos.push({ tiempo: visto, lector: vida.lector, golpe })
        write(visto, 2)
      }
      write(camino.llega + azar.between(2, 2.6) * MINUTO, 0)
    },
    /** Still heard at the end: the last row says so. */
    end(): Vida {
      stand(fin)
      const ultima = siembra - azar.between(0, 3.6) * MINUTO
      if (calla > siembra && ultima > escrito) write(ultima, 0)
      return vida
    },
  }
}

/** The last 90 days of everybody who was ever heard, as the plant of movements has them. */
export function tellHistoria(ids: IdsDemo, siembra: number): Map<ContenedorDemo, Vida> {
  const marcha = createMarcha(siembra)
  const enMarcha = new Map<ContenedorDemo, ReturnType<typeof createVida>>()
  for (const { contenedor, lector } of marcha.salidas)
    if (contenedor.papel !== 'nunca') enMarcha.set(contenedor, createVida(contenedor, ids, siembra, lector))
  for (let lote = marcha.next(siembra); lote; lote = marcha.next(siembra))
    for (const traslado of lote) enMarcha.get(traslado.contenedor)?.carry(traslado)
  return new Map(
    CONTENEDORES.flatMap((c) => {
      const vida = enMarcha.get(c)
      return vida ? [[c, vida.end()] as const] : []
    }),
  )
}
