import { codificadores } from './anuncios/codificadores'
import type { Muestra } from './anuncios/muestra'
import { type Azar, createAzar, mixSemillas } from './azar'
import { createMovil } from './fisica/movil'
import type { Eco, Radio } from './fisica/radio'
import type { Salida, Traslado } from './marcha'
import { createPila } from './pila'
import { aceleran, measure, posturaDe, type Sensor, wake } from './sensor'
import { spotAround } from './terreno'

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
  const azar: Azar = createAzar(mixSemillas(c.semilla, 12))
  const movil = createMovil(radio, c.semilla, spotAround(salida.lector, salida.semilla))
  const bateriaAt = createPila(c, siembra)
  const cada = azar.between(...QUIETO_MS)
  const deprisa = aceleran(c.habla)
  const sensor: Sensor = {
    mac: c.mac,
    bateria: bateriaAt(siembra),
    contador: 0,
    secuencia: azar.int(0, 1000),
    postura: posturaDe(c.semilla, salida.lector),
  }
  let traslado: Traslado | null = null
  let lector = salida.lector
  let anuncio = Number.NaN

  function arrive(): void {
    if (!traslado) return
    movil.stand(movil.at(traslado.camino.llega))
    lector = traslado.lector
    sensor.postura = posturaDe(c.semilla, lector)
    traslado = null
  }

  return {
    contenedor: c,
    /** Reader whose part of a place it stands in or comes from, by index in LECTORES. */
    lector: () => lector,
    isMoving: () => traslado !== null,
    carry(t: Traslado): void {
      arrive()
      traslado = t
      movil.carry(t.camino)
      sensor.contador = CUENTA_POR_VIAJE * t.viaje
      if (deprisa) anuncio = t.camino.sale + azar.between(0, 1000)
    },
    /** The advert that is due at `ahora`, and who hears it; null: none yet. */
    emit(ahora: number, grados: number): Emision | null {
      if (Number.isNaN(anuncio)) anuncio = ahora + azar.between(0, cada)
      const caida = traslado?.caida
      const cae = caida && ahora >= caida.t
      if (cae && traslado) traslado = { ...traslado, caida: null }
      const golpe = cae ? wake(c.habla, caida.g, azar) : null
      if (traslado && ahora >= traslado.camino.llega) arrive()
      if (!golpe && ahora < anuncio) return null
      anuncio = ahora + (traslado && deprisa ? azar.between(...MOVIENDO_MS) : cada * azar.between(0.97, 1.03))
      sensor.bateria = bateriaAt(ahora)
      const m: Muestra = measure(sensor, traslado !== null, golpe, grados, azar)
      const ecos = movil.hear(ahora, sensor.bateria < DEBIL.pct ? DEBIL.db : 0)
      return { mac: c.mac, anuncio: codificadores[c.habla](m), golpe: m.golpe, ecos }
    },
  }
}

export type Contenedor = ReturnType<typeof createContenedor>
