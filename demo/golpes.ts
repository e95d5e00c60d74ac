import { CON_ACELERACION } from './anuncios/codificadores'
import type { Azar } from './azar'
import type { Contenedor } from './contenedor'

const ENTRE_GOLPES_MS = [50_000, 130_000] as const
const PARTE_DE_RAFAGAS = 0.25

/** Now and then something bumps into a container on its way. */
export function createGolpes(azar: Azar) {
  let proximo = azar.between(15_000, 45_000)
  return function strike(contenedores: readonly Contenedor[], t: number): void {
    if (t < proximo) return
    const candidatos = contenedores.filter((c) => c.viaje.length && CON_ACELERACION.has(c.habla))
    if (!candidatos.length) return
    proximo = t + azar.between(...ENTRE_GOLPES_MS)
    const c = azar.pick(candidatos)
    let cuando = t
    for (let i = azar.chance(PARTE_DE_RAFAGAS) ? azar.int(2, 4) : 1; i > 0; i--) {
      c.golpes.push({ t: cuando, g: azar.between(2.7, 6.9) })
      cuando += azar.between(1500, 4000)
    }
  }
}
