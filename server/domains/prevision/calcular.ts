import { P_AVISO } from '#contract/valores/ciclos/prevision'
import { HORIZONTE } from '../../platform/math/historia'
import { type Aviso, countAvisos, isCubierta, pinballBand, pinballUltimo } from '../../platform/math/notas'
import { type Entrada, forecast, HORAS_MIN, historiaOf, type Prevision } from '../../platform/math/prevision'
import { type Issued, JUZGADAS, type ModelSelection, rollOrigins } from '../../platform/math/rolling-origin'
import { firstUnder } from '../../platform/math/shortage-chance'

/** Open hours of the rehearsal: about four weeks of two shifts. */
const SWEEP = 336

/** Nobody is warned of a series without a minimum: every this many hours tell enough of it. */
const PASO_SIN_MINIMUM = 4

/** How the chosen method would have done in the last weeks, from what was known at each hour. */
export type Ensayo = {
  /** Mean pinball loss in containers over 4, 8 and 24 hours, and that of the last value. */
  pinball: number
  pinballUltimo: number
  /** Share of what came that was within the band of 80 %. */
  cobertura: number
  /** Hours at which it would have warned, of these those that a shortage followed; hours that one followed; open hours ahead, the middle of them. */
  avisadas: number
  ciertas: number
  venidas: number
  antelacion: number | null
}

/** A series to be forecast, and whether its method is to be chosen anew. */
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

/** Forecast a series, after choosing its method where that is asked for. Null: too short to go by. */
export function answer({ entrada, eleccion: modelSelection, ensaya }: Pedido): Respuesta {
  if (entrada.stock.length < HORAS_MIN) return null
  const nueva = ensaya || !modelSelection ? rehearse(entrada) : null
  const elegida = nueva?.eleccion ?? (modelSelection as ModelSelection)
  return { prevision: forecast(entrada, elegida), eleccion: nueva && elegida, ensayo: nueva?.ensayo ?? null }
}
