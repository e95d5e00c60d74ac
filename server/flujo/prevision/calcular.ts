import { P_AVISO } from '#contract/flujo/prevision/values'
import { HORIZONTE } from '../../platform/math/historia'
import { type Aviso, countAvisos, isCubierta, pinballBand, pinballUltimo } from '../../platform/math/notas'
import { type Entrada, forecast, HORAS_MIN, historiaOf, type Prevision } from '../../platform/math/prevision'
import { type Issued, JUZGADAS, type ModelSelection, rollOrigins } from '../../platform/math/rolling-origin'
import { firstUnder } from '../../platform/math/shortage-chance'

/** Open hours that the rehearsal covers: about four weeks of two shifts. */
const SWEEP = 336

/** A series without a minimum raises no warning: one forecast in this many hours is enough. */
const PASO_SIN_MINIMUM = 4

/** Rehearsal: how the chosen method would have done in the last weeks, from the data known at each hour. */
export type Ensayo = {
  /** Mean pinball loss in containers over 4, 8 and 24 hours, and that of repeating the last value. */
  pinball: number
  pinballUltimo: number
  /** Share of the outcomes within the 80 % band. */
  cobertura: number
  /** Hours with a warning; of these, hours that a shortage followed; hours that a shortage followed; median lead time in open hours. */
  avisadas: number
  ciertas: number
  venidas: number
  antelacion: number | null
}

/** A series to forecast, and whether its method is to be chosen again. */
export type Pedido = { entrada: Entrada; eleccion: ModelSelection | null; ensaya: boolean }
export type Respuesta = {
  prevision: Prevision
  eleccion: ModelSelection | null
  ensayo: Ensayo | null
} | null

const mean = (suma: number, n: number) => (n > 0 ? suma / n : 0)

function rehearse(e: Entrada): { eleccion: ModelSelection; ensayo: Ensayo } {
  const h = historiaOf(e)
  const n = h.stock.length
  const desde = Math.max(HORAS_MIN, n - SWEEP - HORIZONTE)
  let [pinball, last, inside, veces] = [0, 0, 0, 0]
  const avisos: (Aviso | null)[] = []
  const tell = ({ i, bandas: bands, pFalta }: Issued) => {
    for (const [j, k] of JUZGADAS.entries()) {
      if (i + k >= n) continue
      const [vino, band] = [h.stock[i + k] as number, bands[j] as (typeof bands)[number]]
      pinball += pinballBand(vino, band)
      last += pinballUltimo(vino, h.stock[i] as number)
      inside += Number(isCubierta(vino, band))
      veces++
    }
    if (e.minimo === null || i + HORIZONTE >= n) return
    const corta = (h.stock[i] as number) < e.minimo
    avisos.push(
      corta ? null : { avisa: (pFalta?.at(-1) ?? 0) >= P_AVISO, horas: firstUnder(h.stock, i, e.minimo) },
    )
  }
  const modelSelection = rollOrigins(
    h,
    e.minimo,
    { desde, hasta: n, paso: e.minimo === null ? PASO_SIN_MINIMUM : 1 },
    tell,
  )
  const { antelacion, ...cuenta } = countAvisos(avisos)
  const order = antelacion.toSorted((a, b) => a - b)
  return {
    eleccion: modelSelection,
    ensayo: {
      pinball: mean(pinball, veces),
      pinballUltimo: mean(last, veces),
      cobertura: mean(inside, veces),
      ...cuenta,
      antelacion: order[order.length >> 1] ?? null,
    },
  }
}

/** Forecasts a series, after choosing its method if asked. Null: its history is too short. */
export function answer({ entrada, eleccion: modelSelection, ensaya }: Pedido): Respuesta {
  if (entrada.stock.length < HORAS_MIN) return null
  const nueva = ensaya || !modelSelection ? rehearse(entrada) : null
  const elegida = nueva?.eleccion ?? (modelSelection as ModelSelection)
  return { prevision: forecast(entrada, elegida), eleccion: nueva && elegida, ensayo: nueva?.ensayo ?? null }
}
