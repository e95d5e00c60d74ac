const HORA = 3_600_000
const SEMANA_H = 168
/** The plant's clock is this far ahead of UTC, the year round. */
const DESFASE_H = 1

/**
 * How busy the plant is in each hour of the week, from Monday 0:00 on, 1 is an early shift: three shifts from Monday 6:00 to
 * Saturday 14:00, fewer people at night and on Saturday, a watch at the weekend.
 */
const RITMO = Array.from({ length: SEMANA_H }, (_, h) => {
  const [dia, hora] = [Math.floor(h / 24), h % 24]
  if (dia === 6 || (dia === 0 && hora < 6) || (dia === 5 && hora >= 14)) return 0.1
  if (dia === 5) return hora < 6 ? 0.5 : 0.6
  return hora >= 22 || hora < 6 ? 0.6 : 1
})
const HASTA = [0]
for (const r of RITMO) HASTA.push((HASTA.at(-1) as number) + r)
/** Hours of a full shift's work that a week has. */
export const HORAS_SEMANA = HASTA[SEMANA_H] as number

/** 1970 began on a Thursday. */
const horasDesdeLunes = (t: number) => t / HORA + DESFASE_H + 72

/** Work that the plant has done until `t` (Unix ms), in hours of a full shift. */
export function workAt(t: number): number {
  const h = horasDesdeLunes(t)
  const semana = Math.floor(h / SEMANA_H)
  const resto = h - semana * SEMANA_H
  const i = Math.floor(resto)
  return semana * HORAS_SEMANA + (HASTA[i] as number) + (resto - i) * (RITMO[i] as number)
}

/** When the plant has done that much work, Unix ms: the inverse of `workAt`. */
export function timeOf(trabajo: number): number {
  const semana = Math.floor(trabajo / HORAS_SEMANA)
  const resto = trabajo - semana * HORAS_SEMANA
  let [bajo, alto] = [0, SEMANA_H]
  while (alto - bajo > 1) {
    const medio = (bajo + alto) >> 1
    if ((HASTA[medio] as number) <= resto) bajo = medio
    else alto = medio
  }
  const h = bajo + (resto - (HASTA[bajo] as number)) / (RITMO[bajo] as number)
  return (semana * SEMANA_H + h - DESFASE_H - 72) * HORA
}

/** When something that begins at `t` and takes `horas` of work is done, Unix ms. */
export const after = (t: number, horas: number) => timeOf(workAt(t) + horas)
