import { createFlujo } from '../../demo/fisica/flujo'
import { CONTENEDORES, LECTOR_MUDO, LECTORES } from '../../demo/plant/planta'
import { lectoresOf, pasosOf, rulesOf } from '../../demo/plant/recorrido'
import { PUNTOS, pathOf, spotAround } from '../../demo/plant/terreno'
import type { Planta } from './nave'

/** The plant of the demonstration, as in its simulator, with one or two readers per place. */
export function createSimulatedPlantDemo(empresa: number): Planta {
  const zonas = pasosOf(empresa)
  const suyos = [...LECTORES.entries()].filter(([, l]) => l.empresa === empresa && l.mac !== LECTOR_MUDO)
  const all = CONTENEDORES.filter((c) => c.empresa === empresa).length
  return {
    zonas,
    lectores: suyos.map(([i, l]) => ({ nombre: l.apodo, zona: l.lugar, p: PUNTOS[i] as [number, number] })),
    muros: [],
    // All containers are simulated, however few are recorded.
    createFlujo: (_, seed, desde, raros) => createFlujo(rulesOf(empresa), all, seed, desde, raros),
    spotOf: (place, random) =>
      spotAround(random.pick(lectoresOf(empresa, zonas[place] as string)), random.int(0, 2 ** 31)),
    pathOf: (de, a) => pathOf(empresa, de, a),
  }
}
