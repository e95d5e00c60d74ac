import {
  CLASES_PILA,
  type ClasePila,
  DIAS_CAIDA,
  DIAS_CAIDA_PCT,
  DIAS_MES,
  MIN_FINALES,
  type MotivoPila,
  MV_AGOTADA,
  MV_FINAL,
  PCT_CAIDA,
  RIESGO_CON_TENSION,
  RIESGO_MES,
} from '#contract/cuentas/pilas/values'
import { chanceWithin, type SurvivalCurve } from '../../platform/math/supervivencia'
import { type Caida, fallOf } from './fall'
import type { Memoria } from './memory'

const DAY = 86_400_000
/**
 * A restart within this time is a sign of the end: Ruuvi measured 17 days that were left after it. A tag that still runs after a month
 * restarted for another reason.
 */
const REINICIO_VALE_MS = 30 * DAY
/** A battery of this age counts as new, whatever is known about its model. */
const RECIENTE_D = 30
/** A fall must exceed this many mV or percent per day: seasons move a voltage by 2 mV per day. */
const CAE_MV = 4
const CAE_PCT = 0.5
/** Above this voltage (mV) the discharge curve is flat, and changes mean nothing. */
const MV_LLANA = 2850
/** How long the last report of a battery is valid. */
const VALE_MS = 14 * DAY

export type Conocido = {
  /** Unix ms. */
  ahora: number
  /** The memory after users' exchanges and answers. */
  memoria: Memoria | null
  /** The company's limit of a low battery in percent; for tags that report no voltage. */
  baja: number
  /** When the battery was put in, Unix ms; null: not known. */
  desde: number | null
  /** Survival curve of the batteries of its model, in days; null: no end is known. */
  curva: SurvivalCurve | null
}

export type Juicio = {
  clase: ClasePila
  motivo: MotivoPila
  /** Lowest voltage at the warmest hours of the last days, mV; null: it reports none. */
  mv: number | null
  /** Lowest percent at those hours; for tags that report no voltage. */
  bateria: number | null
  /** Probability that it ends within 30 days, 0 to 1; null: not known. */
  riesgo: number | null
  /** Days until the end at the current fall of voltage or percent; null: it does not fall, or too few days are known. */
  quedan: number | null
}

/** Days until the end at the current fall; null: the fall is not more than seasons and noise explain. */
function daysLeft({ mv, ahora, porDia }: Caida): number | null {
  if (porDia <= (mv ? CAE_MV : CAE_PCT) || ahora >= (mv ? MV_LLANA : PCT_CAIDA)) return null
  return Math.max(0, Math.round((mv ? ahora - MV_FINAL : ahora) / porDia))
}

/**
 * When a battery has to be changed. The voltage of a coin cell is flat and falls near the end; cold lowers it by a tenth. So a voltage
 * under 2.5 V at the warmest hour means that the end is near. Some batteries fall from flat to empty within weeks: the speed of the fall
 * shows that earlier. For tags without either sign, the age is compared with the ends known of its model; it counts less where the reported
 * voltage is flat.
 */
export function judge({ ahora, memoria: m, baja, desde, curva }: Conocido): Juicio {
  const least = (values: (number | null)[]) => {
    const told = values.filter((v) => v !== null)
    return told.length ? Math.min(...told) : null
  }
  const dias = m?.dias ?? []
  const mv = least(dias.map((d) => d.mv))
  const bateria = mv === null ? least(dias.map((d) => d.pct)) : null
  const edad = desde === null ? null : Math.max(0, Math.floor((ahora - desde) / DAY))
  const riesgo =
    edad !== null && curva && curva.salidas >= MIN_FINALES ? chanceWithin(curva, edad, DIAS_MES) : null
  const caida = m && fallOf(m)
  const quedan = caida && daysLeft(caida)
  const falls = quedan !== null && quedan < (caida?.mv ? DIAS_CAIDA : DIAS_CAIDA_PCT)
  /** Its battery reports were watched for weeks: the age counts less. */
  const tells = caida !== null && ahora - (dias[0]?.dia ?? 0) * DAY < VALE_MS
  const as = (clase: ClasePila, motivo: MotivoPila): Juicio => ({
    clase,
    motivo,
    mv,
    bateria,
    riesgo,
    quedan,
  })

  if (mv !== null && mv < MV_AGOTADA) return as('ya', 'tension')
  if (bateria !== null && bateria < baja) return as('ya', 'porcentaje')
  if (m?.reinicio != null && ahora - m.reinicio.t < REINICIO_VALE_MS) return as('ya', 'reinicio')
  if (m?.fresca != null) return as('no_se_sabe', 'pregunta')
  if (falls) return as('este_mes', 'caida')
  if (edad === null) return as('no_se_sabe', mv === null && bateria === null ? 'sin_tension' : 'sin_cambio')
  if (riesgo !== null && riesgo >= (tells ? RIESGO_CON_TENSION : RIESGO_MES)) return as('este_mes', 'edad')
  if (edad < RECIENTE_D) return as('sin_prisa', 'reciente')
  return riesgo === null ? as('no_se_sabe', 'pocos_cambios') : as('sin_prisa', 'edad_baja')
}

/** Sort key of urgency, smallest first: by class, then by voltage, days left or probability. */
export function urgenciaOf({ clase, motivo, mv, riesgo, quedan }: Juicio): number {
  const dentro =
    clase === 'ya'
      ? motivo === 'tension'
        ? (mv ?? 0) / MV_AGOTADA
        : 0.5
      : motivo === 'pregunta'
        ? 0
        : motivo === 'caida'
          ? (quedan ?? 0) / DIAS_CAIDA
          : 1 - (riesgo ?? 0)
  return CLASES_PILA.indexOf(clase) + 0.9 * dentro
}

/** Whether an exchanged battery had ended: it was of class `ya`, or its tag was silent for a day. Otherwise it was changed early. */
export const hasEnded = (clase: ClasePila | null, ultimo: number | null, cuando: number): boolean =>
  clase === 'ya' || (ultimo !== null && ultimo < cuando - DAY)
