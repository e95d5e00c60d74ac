import { createAntena } from './antena'
import { createAzar } from './azar'
import { type Contenedor, createContenedor, emit, go, type Sabido } from './contenedor'
import { createForasteros } from './forasteros'
import type { Envio } from './gateways/oida'
import { createGolpes } from './golpes'
import { CONTENEDORES, LECTOR_MUDO, LECTORES } from './planta'
import { gradosDe } from './sensor'

/** After a longer pause (a laptop that slept) the plant goes on as if it had been no longer than this. */
const MAX_PASO_MS = 1000

/**
 * The plant at work. It has a clock of its own, so that it is the same for the same seed and steps.
 * @param sabidos what the product says of each container, by MAC
 */
export function createTurno(semilla: number, sabidos: ReadonlyMap<string, Sabido>) {
  const azar = createAzar(semilla)
  const contenedores = CONTENEDORES.map((c) => createContenedor(c, sabidos.get(c.mac), azar)).filter(
    (c): c is Contenedor => c !== null,
  )
  const antenas = LECTORES.map((l) => (l.mac === LECTOR_MUDO ? null : createAntena(l, azar)))
  const strike = createGolpes(azar)
  const pass = createForasteros(azar)
  let t = 0

  return {
    contenedores: contenedores as readonly Contenedor[],
    /** Let `ms` pass; what readers send goes to `send`, by their index in LECTORES. `ahora` is Unix ms. */
    step(ms: number, ahora: number, send: (lector: number, envios: Envio[]) => void): void {
      t += Math.min(ms, MAX_PASO_MS)
      const grados = gradosDe(ahora)
      strike(contenedores, t)
      for (const c of contenedores) {
        go(c, t, azar)
        const e = emit(c, t, grados, azar)
        if (!e) continue
        const comun = { mac: c.sensor.mac, anuncio: e.anuncio, rotatoria: false, golpe: e.golpe }
        for (const { lector, rssi } of e.ecos) antenas[lector]?.hear({ ...comun, rssi }, ahora)
      }
      for (const { lector, ...f } of pass(t)) antenas[lector]?.hear({ ...f, golpe: false }, ahora)
      for (const [i, antena] of antenas.entries()) {
        const envios = antena?.flush(t, ahora)
        if (envios?.length) send(i, envios)
      }
    },
  }
}
