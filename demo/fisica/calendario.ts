const HOUR = 3_600_000
const WEEK_H = 168
/** Offset of the plant's clock from UTC in hours, all year round. */
const CLOCK_OFFSET_H = 1

/**
 * Activity of the plant in each hour of the week, from Monday 0:00 on; 1 is an early shift. Three shifts run from Monday 6:00 to Saturday
 * 14:00, with fewer people at night and on Saturday, and only a guard at the weekend.
 */
const RATE = Array.from({ length: WEEK_H }, (_, h) => {
  const [day, hour] = [Math.floor(h / 24), h % 24]
  if (day === 6 || (day === 0 && hour < 6) || (day === 5 && hour >= 14)) return 0.1
  if (day === 5) return hour < 6 ? 0.5 : 0.6
  return hour >= 22 || hour < 6 ? 0.6 : 1
})
const HASTA = [0]
for (const r of RATE) HASTA.push((HASTA.at(-1) as number) + r)
/** Work of a week, in hours of a full shift. */
export const HORAS_SEMANA = HASTA[WEEK_H] as number

/** 1 January 1970 was a Thursday. */
const horasDesdeLunes = (t: number) => t / HOUR + CLOCK_OFFSET_H + 72

/** Work done by the plant until `t` (Unix ms), in hours of a full shift. */
export function workAt(t: number): number {
  const h = horasDesdeLunes(t)
  const week = Math.floor(h / WEEK_H)
  const resto = h - week * WEEK_H
  const i = Math.floor(resto)
  return week * HORAS_SEMANA + (HASTA[i] as number) + (resto - i) * (RATE[i] as number)
}

/** The moment at which the plant has done that much work, Unix ms: the inverse of `workAt`. */
export function timeOf(trabajo: number): number {
  const week = Math.floor(trabajo / HORAS_SEMANA)
  const resto = trabajo - week * HORAS_SEMANA
  let [bajo, height] = [0, WEEK_H]
  while (height - bajo > 1) {
    const medio = (bajo + height) >> 1
    if ((HASTA[medio] as number) <= resto) bajo = medio
    else height = medio
  }
  const h = bajo + (resto - (HASTA[bajo] as number)) / (RATE[bajo] as number)
  return (week * WEEK_H + h - CLOCK_OFFSET_H - 72) * HOUR
}

/** When a task that begins at `t` and takes `horas` of work is done, Unix ms. */
export const after = (t: number, horas: number) => timeOf(workAt(t) + horas)
