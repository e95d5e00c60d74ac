import { createAntena } from '../antena'
import { type Contenedor, createContenedor } from '../contenedor'
import { createRadio } from '../fisica/radio'
import { createForasteros } from '../forasteros'
import type { Envio } from '../gateways/observation'
import { createRandom } from '../random'
import { gradosOf } from '../sensor'
import { createMovementPlan } from './movement-plan'
import { silenceOf } from './papeles'
import { type ContenedorDemo, LECTOR_MUDO, LECTORES } from './planta'
import { PUNTOS } from './terreno'

/** The walls and shadows of the demonstration are the same on every machine. */
const SEMILLA_RADIO = 20015

/**
 * The running plant: continues the movements of its history. The result is the same for the same seed and times.
 * @param siembra when the database was seeded, Unix ms
 */
export function createTurno(seed: number, siembra: number) {
  const random = createRandom(seed)
  const radio = createRadio(SEMILLA_RADIO, PUNTOS, [])
  const movementPlan = createMovementPlan(siembra)
  const contenedores = new Map<ContenedorDemo, Contenedor>()
  for (const s of movementPlan.salidas)
    if (silenceOf(s.contenedor, siembra) > siembra)
      contenedores.set(s.contenedor, createContenedor(s, radio, siembra))
  const antenas = LECTORES.map((l) => (l.mac === LECTOR_MUDO ? null : createAntena(l, random)))
  const pass = createForasteros(random)
  let inicio = Number.NaN

  return {
    contenedores: contenedores as ReadonlyMap<ContenedorDemo, Contenedor>,
    /** Simulates up to `ahora` (Unix ms); readers' messages go to `send`, with the reader's index in LECTORES. */
    step(now: number, send: (lector: number, envios: Envio[]) => void): void {
      if (Number.isNaN(inicio)) {
        inicio = now
        for (const ride of movementPlan.skip(now)) contenedores.get(ride.contenedor)?.carry(ride)
      }
      const t = now - inicio
      for (let lote = movementPlan.next(now); lote; lote = movementPlan.next(now))
        for (const ride of lote) contenedores.get(ride.contenedor)?.carry(ride)
      const grados = gradosOf(now)
      for (const c of contenedores.values()) {
        const e = c.emit(now, grados)
        if (!e) continue
        const { ecos, ...comun } = e
        for (const { lector, rssi } of ecos) antenas[lector]?.hear({ ...comun, rotatoria: false, rssi }, now)
      }
      for (const { lector, ...f } of pass(t)) antenas[lector]?.hear({ ...f, golpe: false }, now)
      for (const [i, antena] of antenas.entries()) {
        const envios = antena?.flush(t, now)
        if (envios?.length) send(i, envios)
      }
    },
  }
}
