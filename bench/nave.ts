import { createAzar } from '../demo/azar'
import { createFlujo, type Raros, type Regla, type Suerte, type Viaje } from '../demo/fisica/flujo'
import type { Aire, Muro, Punto } from '../demo/fisica/radio'

/** A way that ends at `en`, where that is known beforehand, and lies in the place where it ends: nobody is between places there. */
export type Ida = Viaje & { en?: Punto }

/** A plant that can be recorded: its places, its readers, and how containers go through it. */
export type Planta = {
  zonas: readonly string[]
  lectores: readonly { nombre: string; zona: string; p: Punto }[]
  muros: readonly Muro[]
  /** How waves go there; absent: as in a hall full of steel. */
  aire?: Aire
  /**
   * Who goes where from `desde` (Unix ms) on, as they begin; `inicio` and `suertes` as `createFlujo` has them.
   * @param n how many containers are recorded
   */
  createFlujo(
    n: number,
    semilla: number,
    desde: number,
    raros?: Raros,
  ): { inicio: readonly number[]; viajes: Iterator<Ida, void, void>; suertes: readonly Suerte[] }
  /** Somewhere in the place with this index; beyond the zones: away, out of everybody's reach. */
  spotOf(lugar: number, azar: ReturnType<typeof createAzar>): Punto
  /** Over which points a way goes between two spots. */
  pathOf(de: Punto, a: Punto): Punto[]
}

const ANCHO_M = 20
const ALTO_M = 16
const FUERA: Punto = [-100_000, 0]
/** What separates neighbouring zones: nothing, racks or a wall. */
const TABIQUES = [0, 3, 4, 6, 12]
const CAMION = 30

const numbered = (letra: string, n: number, cuantos: number) =>
  letra + String(n + 1).padStart(String(cuantos).length, '0')

/**
 * A hall of zones side by side, each with one reader or two near its middle. The first zone is the dock: thirty wait there for a
 * truck, which comes back hours later to the second one.
 * @param horas work hours that a container stays in a zone
 */
export function createNave(semilla: number, lectores: number, zonas: number, horas: number): Planta {
  const azar = createAzar(semilla)
  const columnas = Math.ceil(Math.sqrt((zonas * ALTO_M) / ANCHO_M) * 1.1)
  const originOf = (z: number): Punto => [(z % columnas) * ANCHO_M, Math.floor(z / columnas) * ALTO_M]
  const nombres = Array.from({ length: zonas }, (_, z) => numbered('Z', z, zonas))
  const orden = nombres.map((_, z) => z).sort(() => azar.next() - 0.5)
  const puestos = Array.from({ length: lectores }, (_, i) => {
    const zona = orden[i % zonas] as number
    const [x, y] = originOf(zona)
    const p: Punto = [x + ANCHO_M * azar.between(0.2, 0.8), y + ALTO_M * azar.between(0.2, 0.8)]
    return { nombre: numbered('L', i, lectores), zona: nombres[zona] as string, p }
  })
  const muros: Muro[] = []
  for (let z = 0; z < zonas; z++) {
    const [x, y] = originOf(z)
    const esquina: Punto = [x + ANCHO_M, y + ALTO_M]
    muros.push({ a: [x + ANCHO_M, y], b: esquina, db: azar.pick(TABIQUES) })
    muros.push({ a: [x, y + ALTO_M], b: esquina, db: azar.pick(TABIQUES) })
  }
  const todas = nombres.map((_, z) => [z, z === 0 ? 3 : 1] as const)
  const reglas = nombres.map((_, z): Regla => {
    const camion = z === 0 && zonas > 2
    return {
      parte: 1,
      horas: camion ? horas / 2 : horas,
      lote: camion ? CAMION : 4,
      espera: camion ? 3 * horas : horas / 5,
      vehiculo: camion ? 'camion' : 'carretilla',
      minutos: [1, 3],
      destinos: camion ? [[zonas, 1]] : todas.filter(([d]) => d !== z),
    }
  })
  const vuelve = [[1, 1]] as const
  if (zonas > 2)
    reglas.push({
      parte: 2,
      horas: 2 * horas,
      lote: CAMION,
      espera: horas,
      vehiculo: 'camion',
      minutos: [1, 3],
      destinos: vuelve,
    })
  return {
    zonas: nombres,
    lectores: puestos,
    muros: muros.filter((m) => m.db > 0),
    createFlujo: (n, suya, desde, raros) => createFlujo(reglas, n, suya, desde, raros),
    spotOf(lugar, suerte) {
      if (lugar >= zonas) return FUERA
      const [x, y] = originOf(lugar)
      return [x + ANCHO_M * suerte.between(0.05, 0.95), y + ALTO_M * suerte.between(0.05, 0.95)]
    },
    // Along the aisles: across, then up or down.
    pathOf: (de, a) => [de, [a[0], de[1]], a],
  }
}
