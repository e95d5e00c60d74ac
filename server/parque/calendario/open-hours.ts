import { DateTime } from 'luxon'
import { type Horario, tramoOf } from '#contract/parque/calendario/values'

/** Open intervals of a plant in order, without overlap, Unix ms; and the total open time before each, ms. */
export type Open = { inicios: number[]; finales: number[]; antes: number[] }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A shift that began the day before may reach into the period. */
const MARGIN_MS = 2 * DAY_MS

/**
 * The instant at which the plant's clocks show `reloj` (wall time as if it were UTC, ms): the first of two where the hour repeats, and
 * after the gap where it is skipped.
 */
function instantOf(clock: number, before: number, despues: number, desfase: (t: number) => number): number {
  if (before === despues || desfase(clock - before) === before) return clock - before
  return desfase(clock - despues) === despues ? clock - despues : clock - before
}

/**
 * The open intervals of a plant at least from `desde` to `hasta`, Unix ms.
 * @param zona the plant's time zone: a night shift is an hour longer or shorter when the clocks change
 */
export function compileHorario(h: Horario, zona: string, desde: number, hasta: number): Open {
  const desfase = (t: number) => DateTime.fromMillis(t, { zone: zona }).offset * MINUTE_MS
  const cerrados = new Set(h.festivos.map((f) => f.dia))
  const tramos: [number, number][] = []
  let before = desfase(desde - MARGIN_MS)
  // Midnights of the plant's local days, as if they were UTC.
  const first = Math.floor((desde - MARGIN_MS + before) / DAY_MS) * DAY_MS
  for (let day = first; day - before < hasta + DAY_MS; day += DAY_MS) {
    const previous = before
    const despues = desfase(day + 2 * DAY_MS - previous)
    before = desfase(day + DAY_MS - previous)
    const turnos = h.semana[(new Date(day).getUTCDay() + 6) % 7] ?? []
    if (!turnos.length || cerrados.has(new Date(day).toISOString().slice(0, 10))) continue
    for (const t of turnos) {
      const [a, b] = tramoOf(t)
      const at = (minutes: number) =>
        minutes <= 1440
          ? instantOf(day + minutes * MINUTE_MS, previous, before, desfase)
          : instantOf(day + minutes * MINUTE_MS, before, despues, desfase)
      tramos.push([at(a), at(b)])
    }
  }
  tramos.sort((x, y) => x[0] - y[0])
  const abierto: Open = { inicios: [], finales: [], antes: [] }
  let suma = 0
  for (const [a, b] of tramos) {
    const last = abierto.finales.at(-1)
    if (last !== undefined && a <= last) {
      suma += Math.max(0, b - last)
      abierto.finales[abierto.finales.length - 1] = Math.max(last, b)
    } else {
      abierto.inicios.push(a)
      abierto.antes.push(suma)
      abierto.finales.push(b)
      suma += b - a
    }
  }
  return abierto
}

/** Total open time before `t`, ms. */
function openBefore(a: Open, t: number): number {
  let [bajo, height] = [0, a.inicios.length]
  while (bajo < height) {
    const medio = (bajo + height) >> 1
    if ((a.inicios[medio] as number) <= t) bajo = medio + 1
    else height = medio
  }
  if (bajo === 0) return 0
  const [inicio, fin, before] = [a.inicios[bajo - 1], a.finales[bajo - 1], a.antes[bajo - 1]] as number[]
  return (before as number) + Math.min(t, fin as number) - (inicio as number)
}

/** Open time from `desde` to `hasta`, ms; both must be within the period that `a` was compiled for. */
export const openMs = (a: Open, desde: number, hasta: number): number =>
  hasta <= desde ? 0 : openBefore(a, hasta) - openBefore(a, desde)
