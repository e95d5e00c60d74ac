import type { Ajustes } from '#contract/parque/ajustes/values'
import { type CodigoEstado, EN_MOVIMIENTO, IMPACTO, PARADO } from '../../eventos/evento'
import type { Acceleration, Medidas } from '../formats/lectura'
import type { DeviceState, Extremes, Impacto, Observation, Sample } from './device-state'
import { fell, isCut, learnClase, learnPaso, umbralOf } from './sensor'

const MAX_SAMPLES = 200
const GRADOS = 180 / Math.PI

const norma = ([x, y, z]: Acceleration) => Math.hypot(x, y, z)

/** Whether a movement counter grew, or wrapped around the top of its range. */
function counted(before: number | null, now: number | undefined): boolean {
  if (before === null || now === undefined || before === now) return false
  return now > before || before - now > 128
}

/** Whether the tag moves: it reports so, or its samples differ, by more than its sensor's step. */
export function moved(r: DeviceState, m: Medidas, a: Ajustes): boolean {
  const difference = learnPaso(r.sensor, r.accel, m.aceleraciones ?? [])
  return m.enMovimiento === true || counted(r.contador, m.contadorMovimiento) || difference >= a.gMovimiento
}

function picoOf(m: Medidas): number | null {
  const g = (m.aceleraciones ?? []).map(norma)
  if (m.extremos) {
    const far = (pair: [number, number]) => Math.max(Math.abs(pair[0]), Math.abs(pair[1]))
    g.push(far(m.extremos.x), far(m.extremos.y), far(m.extremos.z))
  }
  return g.length ? Math.max(...g) : null
}

/** Extremes of these samples, widened by the tag's own extremes and by the previous ones. */
export function extremesOf(
  samples: Sample[],
  propios: Extremes | undefined,
  previous: Extremes | null,
): Extremes | null {
  const pairs = [propios, previous].filter((e): e is Extremes => Boolean(e))
  if (!samples.length && !pairs.length) return null
  const axis = (i: 1 | 2 | 3, k: keyof Extremes): [number, number] => {
    const v = [...samples.map((m) => m[i]), ...pairs.flatMap((p) => p[k])]
    return [Math.min(...v), Math.max(...v)]
  }
  return { x: axis(1, 'x'), y: axis(2, 'y'), z: axis(3, 'z') }
}

function remember(r: DeviceState, m: Medidas, t: number, a: Ajustes): void {
  for (const [x, y, z] of m.aceleraciones ?? []) r.recientes.push([t, x, y, z])
  const desde = t - a.segundosRafaga * 1000
  while (r.recientes.length > MAX_SAMPLES || (r.recientes[0]?.[0] ?? desde) < desde) r.recientes.shift()
}

/**
 * Whether an impact belongs to this burst. Clocks of two readers may be minutes apart: an impact that another reader reports also belongs
 * to it if it was heard within the window by our own clock.
 */
function near(i: Impacto, t: number, oido: number, oyente: number, a: Ajustes): boolean {
  const margin = a.segundosRafaga * 1000
  if (t >= i.tiempo - margin && t <= i.hasta + margin) return true
  return oyente !== i.oyente && Math.abs(oido - i.oido) <= margin
}

export type Golpe = 'ninguno' | 'nuevo' | 'rafaga' | 'cola'

/**
 * Check whether this reading is an impact: a shock or fall flag, |a| at or over the threshold of this kind of tag, an axis at the end of
 * its range, or a fall. Impacts within the burst window count as one. Samples that follow within the window still widen its extremes
 * (`cola`).
 * @param lector the reader at which the tag stands
 */
export function strike(r: DeviceState, o: Observation, lector: number, a: Ajustes): Golpe {
  const { t, recibido, lector: oyente } = o
  const { medidas: m } = o.lectura
  remember(r, m, t, a)
  const pico = picoOf(m)
  learnClase(r.sensor, m, t)
  const umbral = umbralOf(r.sensor, a)
  const golpe =
    m.golpe === true ||
    m.caida === true ||
    (pico !== null && pico >= umbral) ||
    isCut(r.sensor, m, umbral) ||
    fell(r.accel, r.recientes, m.aceleraciones?.length ?? 0)
  const oido = recibido - o.kept
  const previo = r.impacto && near(r.impacto, t, oido, oyente, a) ? r.impacto : null
  if (previo) {
    const haySamples = Boolean(m.aceleraciones?.length || m.extremos)
    if (!golpe && !haySamples) return 'ninguno'
    if (golpe) {
      previo.hasta = Math.max(previo.hasta, t)
      previo.recibido = recibido
      previo.oido = oido
      previo.impactos++
    }
    if (pico !== null) previo.pico = Math.max(previo.pico ?? 0, pico)
    previo.extremos = extremesOf(r.recientes, m.extremos, previo.extremos)
    previo.muestras = [...previo.muestras, ...r.recientes.filter((s) => s[0] === t)].slice(-MAX_SAMPLES)
    return golpe ? 'rafaga' : 'cola'
  }
  if (!golpe) return 'ninguno'
  const extremos = extremesOf(r.recientes, m.extremos, null)
  r.impacto = {
    tiempo: t,
    hasta: t,
    recibido,
    oido,
    impactos: 1,
    lector,
    oyente,
    pico,
    extremos,
    muestras: [...r.recientes],
  }
  return 'nuevo'
}

/** Estado after a reading that reached us at `t`: an impact shows for `segundosImpacto`, movement for `segundosParado`. */
export function nextEstado(
  r: DeviceState,
  golpe: Golpe,
  mueve: boolean,
  t: number,
  a: Ajustes,
): CodigoEstado {
  if (golpe === 'nuevo' || golpe === 'rafaga') {
    r.ultimoMovimiento = t
    return IMPACTO
  }
  if (mueve) r.ultimoMovimiento = Math.max(t, r.ultimoMovimiento ?? 0)
  if (r.estado === IMPACTO && r.impacto && t - r.impacto.recibido < a.segundosImpacto * 1000) return IMPACTO
  const reciente = r.ultimoMovimiento !== null && t - r.ultimoMovimiento < a.segundosParado * 1000
  return reciente ? EN_MOVIMIENTO : PARADO
}

/** Roll and pitch in degrees of a tag at rest: the tag's own, or from gravity if nothing else accelerates it. */
export function inclinacion(m: Medidas, a: Ajustes): { roll: number; pitch: number } | null {
  if (m.roll !== undefined && m.pitch !== undefined) return { roll: m.roll, pitch: m.pitch }
  const g = m.aceleraciones?.at(-1)
  if (!g || Math.abs(norma(g) - 1) >= a.gReposo) return null
  const [x, y, z] = g
  return { roll: Math.atan2(y, z) * GRADOS, pitch: Math.atan2(-x, Math.hypot(y, z)) * GRADOS }
}
