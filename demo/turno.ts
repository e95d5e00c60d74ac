import { createAntena } from './antena'
import { createAzar } from './azar'
import { type Contenedor, createContenedor } from './contenedor'
import { createRadio } from './fisica/radio'
import { createForasteros } from './forasteros'
import type { Envio } from './gateways/oida'
import { createMarcha } from './marcha'
import { silenceOf } from './papeles'
import { type ContenedorDemo, LECTOR_MUDO, LECTORES } from './planta'
import { gradosDe } from './sensor'
import { PUNTOS } from './terreno'

/** Walls and shadows of the demonstration are the same on every machine. */
const SEMILLA_RADIO = 20015

/**
 * The plant at work: the movements of its history go on. It is the same for the same seed and the same times.
 * @param siembra when the database was seeded, Unix ms
 */
export function createTurno(semilla: number, siembra: number) {
  const azar = createAzar(semilla)
  const radio = createRadio(SEMILLA_RADIO, PUNTOS, [])
  const marcha = createMarcha(siembra)
  const contenedores = new Map<ContenedorDemo, Contenedor>()
  for (const s of marcha.salidas)
    if (silenceOf(s.contenedor, siembra) > siembra)
      contenedores.set(s.contenedor, createContenedor(s, radio, siembra))
  const antenas = LECTORES.map((l) => (l.mac === LECTOR_MUDO ? null : createAntena(l, azar)))
  const pass = createForasteros(azar)
  let inicio = Number.NaN

  return {
    contenedores: contenedores as ReadonlyMap<ContenedorDemo, Contenedor>,
    /** What happens up to `ahora` (Unix ms); what readers send goes to `send`, by their index in LECTORES. */
    step(ahora: number, send: (lector: number, envios: Envio[]) => void): void {
      if (Number.isNaN(inicio)) {
        inicio = ahora
        for (const traslado of marcha.skip(ahora)) contenedores.get(traslado.contenedor)?.carry(traslado)
      }
      const t = ahora - inicio
      for (let lote = marcha.next(ahora); lote; lote = marcha.next(ahora))
        for (const traslado of lote) contenedores.get(traslado.contenedor)?.carry(traslado)
      const grados = gradosDe(ahora)
      for (const c of contenedores.values()) {
        const e = c.emit(ahora, grados)
        if (!e) continue
        const { ecos, ...comun } = e
        for (const { lector, rssi } of ecos)
          antenas[lector]?.hear({ ...comun, rotatoria: false, rssi }, ahora)
      }
      for (const { lector, ...f } of pass(t)) antenas[lector]?.hear({ ...f, golpe: false }, ahora)
      for (const [i, antena] of antenas.entries()) {
        const envios = antena?.flush(t, ahora)
        if (envios?.length) send(i, envios)
      }
    },
  }
}
