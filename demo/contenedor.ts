import { codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import { createMovil } from './fisica/movil'
import type { Eco, Radio } from './fisica/radio'
import { createPila } from './pila'
import type { FileMigration, Salida } from './plant/movement-plan'
import { spotAround } from './plant/terreno'
import { createRandom, mixSemillas, type Random } from './random'
import { aceleran, measure, posturaOf, type Sensor, wake } from './sensor'

/** Between adverts at rest, each tag its own; those with an accelerometer hurry on the move. */
const QUIETO_MS = [30_000, 60_000] as const
const MOVIENDO_MS = [2000, 4000] as const
/** The count grows with each ride by so much. */
const CUENTA_POR_VIAJE = 9
/** A weak battery gives less power. */
const DEBIL = { pct: 3, db: -9 }

export type Emision = { mac: string; anuncio: Buffer; golpe: boolean; ecos: Eco[] }

/** A container that lives. Times are Unix ms. */
export function createContenedor(salida: Salida, radio: Radio, siembra: number) {
  const { contenedor: c } = salida
  const random: Random = createRandom(mixSemillas(c.semilla, 12))
  const movil = createMovil(radio, c.semilla, spotAround(salida.lector, salida.semilla))
  const bateriaAt = createPila(c, siembra)
  const cada = random.between(...QUIETO_MS)
  const deprisa = aceleran(c.habla)
  const sensor: Sensor = {
    mac: c.mac,
    bateria: bateriaAt(siembra),
    contador: 0,
    secuencia: random.int(0, 1000),
    postura: posturaOf(c.semilla, salida.lector),
  }
  let fileMigration: FileMigration | null = null
  let lector = salida.lector
  let anuncio = Number.NaN

  function arrive(): void {
    if (!fileMigration) return
    movil.stand(movil.at(fileMigration.camino.llega))
    lector = fileMigration.lector
    sensor.postura = posturaOf(c.semilla, lector)
    fileMigration = null
  }

  return {
    contenedor: c,
    /** Reader whose part of a place it stands in or comes from, by index in LECTORES. */
    lector: () => lector,
    isMoving: () => fileMigration !== null,
    carry(t: FileMigration): void {
      arrive()
      fileMigration = t
      movil.carry(t.camino)
      sensor.contador = CUENTA_POR_VIAJE * t.viaje
      if (deprisa) anuncio = t.camino.sale + random.between(0, 1000)
    },
    /** The advert that is due at `ahora`, and who hears it; null: none yet. */
    emit(now: number, grados: number): Emision | null {
      if (Number.isNaN(anuncio)) anuncio = now + random.between(0, cada)
      const caida = fileMigration?.caida
      const cae = caida && now >= caida.t
      if (cae && fileMigration) fileMigration = { ...fileMigration, caida: null }
      const golpe = cae ? wake(c.habla, caida.g, random) : null
      if (fileMigration && now >= fileMigration.camino.llega) arrive()
      if (!golpe && now < anuncio) return null
      anuncio =
        now + (fileMigration && deprisa ? random.between(...MOVIENDO_MS) : cada * random.between(0.97, 1.03))
      sensor.bateria = bateriaAt(now)
      const m: Muestra = measure(sensor, fileMigration !== null, golpe, grados, random)
      const ecos = movil.hear(now, sensor.bateria < DEBIL.pct ? DEBIL.db : 0)
      return { mac: c.mac, anuncio: codificadores[c.habla](m), golpe: m.golpe, ecos }
    },
  }
}

export type Contenedor = ReturnType<typeof createContenedor>
