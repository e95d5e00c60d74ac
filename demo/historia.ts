import type { EventoNuevo } from '../server/eventos/evento'
import { createAzar } from './azar'
import { CICLO, type ContenedorDemo, DESVIOS, LECTOR_MUDO, LECTORES } from './planta'

const HORA = 3_600_000
export const DIAS = 90
/** While a container stands, one row in this many hours stands for its heartbeats. */
const HORAS_ENTRE_LATIDOS = 12

export type IdsDemo = { dispositivos: Map<string, number>; lectores: Map<string, number> }

export type ImpactoDemo = { tiempo: number; lector: number; pico: number; ejes: [number, number, number] }

/** How a container's last 90 days went: its events, oldest first, its impacts, and where it is now. */
export type Vida = {
  eventos: EventoNuevo[]
  impactos: ImpactoDemo[]
  lugar: string
  lector: number
  bateria: number
}

/** When a container was heard for the last time, by its part in the demonstration. */
function endOf(c: ContenedorDemo, ahora: number, azar: ReturnType<typeof createAzar>): number {
  if (c.papel === 'perdido') return ahora - azar.between(80, 700) * HORA
  if (c.papel === 'transito') return ahora - azar.between(6, 60) * HORA
  return ahora - azar.between(0, 0.06) * HORA
}

/** Live one container from `ahora` minus 90 days on. */
export function live(c: ContenedorDemo, ids: IdsDemo, ahora: number): Vida {
  const azar = createAzar(c.semilla)
  const fin = endOf(c, ahora, azar)
  const dispositivo = ids.dispositivos.get(c.mac) as number
  const vida: Vida = { eventos: [], impactos: [], lugar: 'Gestamp', lector: 0, bateria: 100 }
  const bateriaInicial = c.papel === 'sin_bateria' ? azar.between(14, 18) : azar.between(45, 100)
  const gasto = c.papel === 'sin_bateria' ? 9 : azar.between(2, 14)
  const inicio = ahora - DIAS * 24 * HORA

  function write(tiempo: number, estado: 0 | 1 | 2) {
    vida.bateria = Math.max(1, bateriaInicial - (gasto * (tiempo - inicio)) / (ahora - inicio))
    const hora = new Date(tiempo).getUTCHours()
    vida.eventos.push({
      empresa: c.empresa,
      dispositivo,
      lector: vida.lector,
      tiempo: Math.round(tiempo),
      estado,
      etiqueta: c.etiqueta,
      bateria: Number(vida.bateria.toFixed(1)),
      temperatura: Number(
        (14 + 6 * Math.sin(((hora - 8) / 24) * 2 * Math.PI) + azar.between(-2, 2)).toFixed(1),
      ),
      valor: { rssi: azar.int(-85, -50) },
    })
  }

  function enter(lugar: string) {
    const candidatos = LECTORES.filter(
      (l) => l.empresa === c.empresa && l.lugar === lugar && l.mac !== LECTOR_MUDO,
    )
    if (!candidatos.length) return false
    vida.lugar = lugar
    vida.lector = ids.lectores.get(azar.pick(candidatos).mac) as number
    return true
  }

  function stay(desde: number, horas: number): number {
    const hasta = Math.min(fin, desde + horas * HORA)
    write(desde, 1)
    if (azar.chance(0.006)) {
      const t = desde + azar.between(5, 90) * 1000
      const pico = azar.between(2.6, 6.5)
      write(t, 2)
      vida.impactos.push({
        tiempo: Math.round(t),
        lector: vida.lector,
        pico,
        ejes: [azar.next(), azar.next(), azar.next()],
      })
    }
    const parado = desde + azar.between(2, 9) * 60_000
    if (parado < hasta) write(parado, 0)
    for (let t = parado + HORAS_ENTRE_LATIDOS * HORA; t < hasta; t += HORAS_ENTRE_LATIDOS * HORA) write(t, 0)
    return hasta
  }

  let t = inicio - c.fase * HORA
  for (let paso = 0; t < fin; paso++) {
    const [lugar, horas] = CICLO[paso % CICLO.length] as (typeof CICLO)[number]
    const dura = horas * azar.between(0.5, 1.6)
    if (t + dura * HORA > inicio && enter(lugar)) t = stay(Math.max(t, inicio), dura)
    else t += dura * HORA
    if (lugar === 'Almacén Vacío' && azar.chance(0.12) && t > inicio && t < fin && enter(azar.pick(DESVIOS)))
      t = stay(t, azar.between(2, 20))
  }
  // Still heard now: the last row says so.
  if (c.papel !== 'perdido' && c.papel !== 'transito' && vida.eventos.length) write(fin, 0)
  return vida
}
