/** A plant with known custody of every container at any time: own places, and partners. */
export type PlantaLibro = {
  nombre: string
  contenedores: number
  dias: number
  propios: number
  /** Mean days of a container in an own place. */
  quedaD: number
  /** `leido` false: no place of the partner has a reader. `quedaD`: mean days in a place of it. */
  terceros: readonly { nombre: string; lugares: number; leido: boolean; quedaD: number }[]
  /** Share of stays that are followed by a stay at a partner. */
  salen: number
  /** Share of stays at a partner that are followed by one at another partner. */
  directos: number
  /** Share of stays that no reader hears, although the place has one. */
  sorda: number
  /** Maximum error of the ends of stays, in minutes. */
  bordeMin: number
  /** Share of ways that pass a partner's gate less than ten minutes before their end. */
  pasan: number
  /** Share of stays in which another place is reported for some minutes. */
  rebota: number
}

/** Plants that were not used to choose any threshold of the book. */
export const PLANTAS_LIBRO: readonly PlantaLibro[] = [
  {
    nombre: 'two partners, gates that are passed',
    contenedores: 120,
    dias: 90,
    propios: 4,
    quedaD: 1.5,
    terceros: [
      { nombre: 'Norte', lugares: 2, leido: true, quedaD: 3 },
      { nombre: 'Sur', lugares: 1, leido: true, quedaD: 5 },
    ],
    salen: 0.4,
    directos: 0.1,
    sorda: 0.01,
    bordeMin: 10,
    pasan: 0.2,
    rebota: 0.002,
  },
  {
    nombre: 'from partner to partner, each day',
    contenedores: 100,
    dias: 60,
    propios: 3,
    quedaD: 0.6,
    terceros: [
      { nombre: 'Lavado', lugares: 1, leido: true, quedaD: 0.5 },
      { nombre: 'Prensas', lugares: 2, leido: true, quedaD: 0.8 },
      { nombre: 'Montaje', lugares: 2, leido: true, quedaD: 0.4 },
    ],
    salen: 0.7,
    directos: 0.5,
    sorda: 0.005,
    bordeMin: 20,
    pasan: 0.1,
    rebota: 0.004,
  },
  {
    nombre: 'a partner without readers',
    contenedores: 120,
    dias: 90,
    propios: 4,
    quedaD: 2,
    terceros: [
      { nombre: 'Leído', lugares: 1, leido: true, quedaD: 4 },
      { nombre: 'Sin lectores', lugares: 1, leido: false, quedaD: 6 },
    ],
    salen: 0.5,
    directos: 0.05,
    sorda: 0.008,
    bordeMin: 15,
    pasan: 0.15,
    rebota: 0.003,
  },
]
