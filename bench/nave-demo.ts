import { createFlujo } from '../demo/fisica/flujo'
import { CONTENEDORES, LECTOR_MUDO, LECTORES } from '../demo/planta'
import { lectoresDe, pasosDe, reglasDe } from '../demo/recorrido'
import { PUNTOS, pathOf, spotAround } from '../demo/terreno'
import type { Planta } from './nave'

/** The plant of the demonstration, one or two readers a place, as its simulator has it. */
export function createNaveDemo(empresa: number): Planta {
  const zonas = pasosDe(empresa)
  const suyos = [...LECTORES.entries()].filter(([, l]) => l.empresa === empresa && l.mac !== LECTOR_MUDO)
  const todos = CONTENEDORES.filter((c) => c.empresa === empresa).length
  return {
    zonas,
    lectores: suyos.map(([i, l]) => ({ nombre: l.apodo, zona: l.lugar, p: PUNTOS[i] as [number, number] })),
    muros: [],
    // All of them go round, however few are recorded.
    createFlujo: (_, semilla, desde, raros) => createFlujo(reglasDe(empresa), todos, semilla, desde, raros),
    spotOf: (lugar, azar) =>
      spotAround(azar.pick(lectoresDe(empresa, zonas[lugar] as string)), azar.int(0, 2 ** 31)),
    pathOf: (de, a) => pathOf(empresa, de, a),
  }
}
