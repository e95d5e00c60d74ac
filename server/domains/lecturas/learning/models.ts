import type { Modelos } from '#contract/lecturas/calibracion'
import { chooseWeights } from '../engine/model/choosing'
import type { LearnedModel } from './learned-model'

/**
 * Let the plant's own evidence choose how much each model counts (`s` is changed).
 * @returns what each would be right; null: there is too little to tell
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
