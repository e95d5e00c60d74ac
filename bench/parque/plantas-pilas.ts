import { createRandom } from '../medidas'

/** What a tag reports of its battery. */
export type Dice = 'tension' | 'porcentaje' | 'nada'

export type ModeloSimulado = {
  nombre: string
  cuantas: number
  /** Mean life of a battery, in days. */
  vida: number
  /** Standard deviation of the life, as a share of the mean. */
  reparto: number
  dice: Dice
  /** It reports its temperature. */
  grados: boolean
  /** It reports an advert counter. */
  cuenta: boolean
  /** Share of the life up to which the voltage is flat. */
  llano: number
  /** Steepness of the fall after that: the higher, the later it falls. */
  caida: number
}

export type PlantaSimulada = {
  nombre: string
  modelos: readonly ModeloSimulado[]
  /** Mean temperature in degrees, and its amplitudes over the year and over the day. */
  grados: { media: number; verano: number; dia: number }
  /** Noise of a voltage reading, in mV. */
  ruido: number
  /** Share of exchanges that are not recorded. */
  sinAnotar: number
  /** Share of batteries that are changed long before their end. */
  antes: number
  /** Share of days on which a tag is heard. */
  oida: number
}

const M = (
  nombre: string,
  cuantas: number,
  vida: number,
  reparto: number,
  dice: Dice,
  mas: Partial<ModeloSimulado> = {},
): ModeloSimulado => ({
  nombre,
  cuantas,
  vida,
  reparto,
  dice,
  grados: dice === 'tension',
  cuenta: false,
  llano: 0.85,
  caida: 1.6,
  ...mas,
})

/** A random plant: flat or sloping voltages, models that report nothing, cold yards and warm halls. */
function samplePlanta(seed: number): PlantaSimulada {
  const random = createRandom(seed * 7919)
  const between = (least: number, most: number) => least + (most - least) * random()
  const sampleModelo = (nombre: string): ModeloSimulado => {
    const kind = random()
    const dice = kind < 0.55 ? 'tension' : kind < 0.8 ? 'porcentaje' : 'nada'
    return {
      nombre,
      cuantas: Math.round(between(80, 250)),
      vida: Math.round(between(400, 900)),
      reparto: between(0.07, 0.18),
      dice,
      grados: dice === 'tension' && random() < 0.7,
      cuenta: dice === 'tension' && random() < 0.5,
      llano: between(0.8, 0.94),
      caida: between(1.3, 2.6),
    }
  }
  const models = 2 + Math.floor(2 * random())
  return {
    nombre: `shape ${seed}`,
    modelos: Array.from({ length: models }, (_, i) => sampleModelo('ABC'.charAt(i))),
    grados: { media: between(8, 22), verano: between(4, 12), dia: between(2, 7) },
    ruido: between(12, 32),
    sinAnotar: between(0.01, 0.06),
    antes: between(0.05, 0.2),
    oida: between(0.7, 0.95),
  }
}

/** Plants with which the limits were chosen. */
export const DE_PRUEBA: readonly PlantaSimulada[] = [
  ...[1, 2, 3, 4].map(samplePlanta),
  {
    nombre: 'hall',
    modelos: [
      M('A', 200, 700, 0.1, 'tension', { cuenta: true }),
      M('B', 200, 520, 0.08, 'porcentaje'),
      M('C', 100, 420, 0.08, 'nada'),
    ],
    grados: { media: 18, verano: 5, dia: 3 },
    ruido: 15,
    sinAnotar: 0.03,
    antes: 0.15,
    oida: 0.9,
  },
  {
    nombre: 'yard',
    modelos: [
      M('A', 250, 620, 0.15, 'tension', { cuenta: true, llano: 0.88, caida: 2 }),
      M('B', 250, 800, 0.12, 'tension', { grados: false }),
    ],
    grados: { media: 13, verano: 9, dia: 6 },
    ruido: 25,
    sinAnotar: 0.05,
    antes: 0.1,
    oida: 0.8,
  },
]

/** Held-out plants with which the rules are judged. */
export const APARTADAS: readonly PlantaSimulada[] = [
  ...[101, 102, 103, 104].map(samplePlanta),
  {
    nombre: 'cold yard',
    modelos: [
      M('A', 250, 560, 0.12, 'tension', { cuenta: true, llano: 0.87, caida: 1.8 }),
      M('B', 150, 900, 0.1, 'tension'),
      M('C', 100, 640, 0.1, 'porcentaje', { llano: 0.9 }),
    ],
    grados: { media: 9, verano: 11, dia: 7 },
    ruido: 20,
    sinAnotar: 0.04,
    antes: 0.2,
    oida: 0.75,
  },
  {
    nombre: 'warm hall',
    modelos: [
      M('A', 300, 480, 0.09, 'nada'),
      M('B', 200, 750, 0.18, 'tension', { cuenta: true, grados: false, llano: 0.82, caida: 1.4 }),
    ],
    grados: { media: 21, verano: 6, dia: 2 },
    ruido: 30,
    sinAnotar: 0.02,
    antes: 0.1,
    oida: 0.92,
  },
  {
    nombre: 'steep end',
    modelos: [
      M('A', 300, 660, 0.1, 'tension', { cuenta: true, llano: 0.93, caida: 2.5 }),
      M('B', 200, 500, 0.14, 'porcentaje', { llano: 0.92, caida: 2 }),
    ],
    grados: { media: 15, verano: 8, dia: 5 },
    ruido: 20,
    sinAnotar: 0.05,
    antes: 0.15,
    oida: 0.85,
  },
]
