import type { Modelos } from '#contract/oir/lecturas/calibracion'
import { chooseWeights } from '../engine/model/choosing'
import type { LearnedModel } from './learned-model'

/**
 * Choose by the plant's own evidence how much each model counts (`s` is changed).
 * @returns how often each model is right; null: too little evidence
 */
export function chooseModels(s: LearnedModel): Modelos | null {
  const v = chooseWeights(s.sumas, s.planta)
  s.sumas.mezcla = v?.pesos ?? null
  return (
    v && {
      pruebas: v.pruebas,
      juntos: v.juntos,
      sitios: { peso: v.pesos.sitios, aciertos: v.aciertos.sitios },
      zonas: { peso: v.pesos.zonas, aciertos: v.aciertos.zonas },
      lectores: { peso: v.pesos.lectores, aciertos: v.aciertos.lectores },
    }
  )
}
