import { DateTime } from 'luxon'
import { type Horario, tramoDe } from '#contract/valores/calendario'

/** When a plant is open in some span of time, in order and apart, Unix ms; and for how long before each. */
export type Abierto = { inicios: number[]; finales: number[]; antes: number[] }

const DIA_MS = 86_400_000
const MINUTO_MS = 60_000
/** A shift that began the day before may end in the span. */
const MARGEN_MS = 2 * DIA_MS

/** When the plant's clocks show `reloj` (wall time as if it were UTC, ms): the first time of two, and after the gap where there is none. */
function instantOf(reloj: number, antes: number, despues: number, desfase: (t: number) => number): number {
  if (antes === despues || desfase(reloj - antes) === antes) return reloj - antes
  return desfase(reloj - despues) === despues ? reloj - despues : reloj - antes
}

/**
 * The open times of a plant from `desde` to `hasta` at least, Unix ms.
 * @param zona the plant's time zone: a night shift is an hour longer or shorter when the clocks change
 */
export function compileHorario(h: Horario, zona: string, desde: number, hasta: number): Abierto {
  const desfase = (t: number) => DateTime.fromMillis(t, { zone: zona }).offset * MINUTO_MS
  const cerrados = new Set(h.festivos.map((f) => f.dia))
  const tramos: [number, number][] = []
  let antes = desfase(desde - MARGEN_MS)
  // Midnights of the plant's days, as if they were UTC.
  const primera = Math.floor((desde - MARGEN_MS + antes) / DIA_MS) * DIA_MS
  for (let dia = primera; dia - antes < hasta + DIA_MS; dia += DIA_MS) {
    const previo = antes
    const despues = desfase(dia + 2 * DIA_MS - previo)
    antes = desfase(dia + DIA_MS - previo)
    const turnos = h.semana[(new Date(dia).getUTCDay() + 6) % 7] ?? []
    if (!turnos.length || cerrados.has(new Date(dia).toISOString().slice(0, 10))) continue
    for (const t of turnos) {
      const [a, b] = tramoDe(t)
      const at = (minutos: number) =>
        minutos <= 1440
          ? instantOf(dia + minutos * MINUTO_MS, previo, antes, desfase)
          : instantOf(dia + minutos * MINUTO_MS, antes, despues, desfase)
      tramos.push([at(a), at(b)])
    }
  }
  tramos.sort((x, y) => x[0] - y[0])
  const abierto: Abierto = { inicios: [], finales: [], antes: [] }
  let suma = 0
  for (const [a, b] of tramos) {
    const ultimo = abierto.finales.at(-1)
    if (ultimo !== undefined && a <= ultimo) {
      suma += Math.max(0, b - ultimo)
      abierto.finales[abierto.finales.length - 1] = Math.max(ultimo, b)
    } else {
      abierto.inicios.push(a)
      abierto.antes.push(suma)
      abierto.finales.push(b)
      suma += b - a
    }
  }
  return abierto
}

/** For how long it was open before `t`, ms. */
function openBefore(a: Abierto, t: number): number {
  let [bajo, alto] = [0, a.inicios.length]
  while (bajo < alto) {
    const medio = (bajo + alto) >> 1
    if ((a.inicios[medio] as number) <= t) bajo = medio + 1
    else alto = medio
  }
  if (bajo === 0) return 0
  const [inicio, fin, antes] = [a.inicios[bajo - 1], a.finales[bajo - 1], a.antes[bajo - 1]] as number[]
  return (antes as number) + Math.min(t, fin as number) - (inicio as number)
}

/** For how long it was open from `desde` to `hasta`, ms: both within the span that `a` was compiled for. */
export const openMs = (a: Abierto, desde: number, hasta: number): number =>
  hasta <= desde ? 0 : openBefore(a, hasta) - openBefore(a, desde)
