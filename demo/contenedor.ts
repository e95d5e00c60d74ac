import { codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import { createMovil } from './fisica/movil'
import type { Eco, Radio } from './fisica/radio'
import type { Ride, Salida } from './plant/movement-plan'
import { spotAround } from './plant/terreno'
import { createPila } from './pool/pila'
import { createRandom, mixSemillas, type Random } from './random'
import { aceleran, measure, posturaOf, type Sensor, wake } from './sensor'

/** Interval between adverts at rest, which differs by tag; tags with an accelerometer send faster while moving. */
const QUIETO_MS = [30_000, 60_000] as const
const MOVIENDO_MS = [2000, 4000] as const
/** Increase of the movement counter per ride. */
const CUENTA_POR_VIAJE = 9
/** A weak battery reduces the transmission power. */
const DEBIL = { pct: 3, db: -9 }

export type Emision = { mac: string; anuncio: Buffer; golpe: boolean; ecos: Eco[] }

/** A simulated container. Times are Unix ms. */
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
  let ride: Ride | null = null
  let lector = salida.lector
  let anuncio = Number.NaN

  function arrive(): void {
    if (!ride) return
    movil.stand(movil.at(ride.camino.llega))
    lector = ride.lector
    sensor.postura = posturaOf(c.semilla, lector)
    ride = null
  }

  return {
    contenedor: c,
    /** The reader at which it stands or from which it comes, by index in LECTORES. */
    lector: () => lector,
    isMoving: () => ride !== null,
    carry(t: Ride): void {
      arrive()
      ride = t
      movil.carry(t.camino)
      sensor.contador = CUENTA_POR_VIAJE * t.viaje
      if (deprisa) anuncio = t.camino.sale + random.between(0, 1000)
    },
    /** The advert due at `ahora`, and the readers that hear it; null: none is due. */
    emit(now: number, grados: number): Emision | null {
      if (Number.isNaN(anuncio)) {
        anuncio = now + random.between(0, cada)
        // A restart of the simulator is no restart of the tag: the counter continues above all values sent before.
        sensor.secuencia += Math.max(0, Math.floor((2 * (now - siembra)) / cada))
      }
      const caida = ride?.caida
      const cae = caida && now >= caida.t
      if (cae && ride) ride = { ...ride, caida: null }
      const golpe = cae ? wake(c.habla, caida.g, random) : null
      if (ride && now >= ride.camino.llega) arrive()
      if (!golpe && now < anuncio) return null
      anuncio = now + (ride && deprisa ? random.between(...MOVIENDO_MS) : cada * random.between(0.97, 1.03))
      sensor.bateria = bateriaAt(now)
      const m: Muestra = measure(sensor, ride !== null, golpe, grados, random)
      const ecos = movil.hear(now, sensor.bateria < DEBIL.pct ? DEBIL.db : 0)
      return { mac: c.mac, anuncio: codificadores[c.habla](m), golpe: m.golpe, ecos }
    },
  }
}

export type Contenedor = ReturnType<typeof createContenedor>
