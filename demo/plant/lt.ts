/** The LT catalogue of the demonstration: what the assembly plant receives, and the number of containers of each type. */

export type LtDemo = {
  empresa: number
  codigo: string
  descripcion: string
  /** Number in the catalogue. */
  total: number
  /** Actual number. */
  contenedores: number
}

const PIEZAS = [
  'Refuerzo pilar A',
  'Refuerzo pilar B',
  'Refuerzo pilar C',
  'Larguero inferior',
  'Larguero de techo',
  'Travesaño de asiento',
  'Torre de amortiguador',
  'Pase de rueda',
  'Panel lateral',
  'Marco de puerta',
  'Refuerzo de cerradura',
  'Refuerzo de bisagra',
  'Soporte de aleta',
  'Soporte de faro',
  'Soporte de paragolpes',
  'Absorbedor de impacto',
  'Cierre de estribo',
  'Estribo interior',
  'Chapa de umbral',
  'Refuerzo de cinturón',
  'Anclaje de cinturón',
  'Soporte de batería',
  'Soporte de motor',
  'Soporte de escape',
  'Guía de elevalunas',
  'Barra antiintrusión',
  'Canal de agua',
  'Refuerzo de techo',
  'Soporte de bandeja',
  'Escuadra de bastidor',
  'Pletina de remolque',
  'Tapa de larguero',
] as const
const LADOS = ['delantero izq.', 'delantero dcho.', 'trasero izq.', 'trasero dcho.'] as const

/** Sometimes containers are missing, and rarely there is one too many. */
function totalOf(n: number, contenedores: number): number {
  if (n % 31 === 17) return contenedores - 1
  if (n % 11 === 4) return contenedores + 2
  if (n % 7 === 3) return contenedores + 1
  return contenedores
}

export const LTS: readonly LtDemo[] = [
  { empresa: 1, codigo: '20015', descripcion: 'Piso delantero', total: 26, contenedores: 24 },
  { empresa: 1, codigo: '30220', descripcion: 'Piso trasero', total: 22, contenedores: 22 },
  ...PIEZAS.flatMap((pieza, i) =>
    LADOS.map((side, j): LtDemo => {
      const n = i * LADOS.length + j
      const contenedores = 3
      return {
        empresa: 1,
        codigo: String(41_001 + i * 10 + j),
        descripcion: `${pieza} ${side}`,
        contenedores,
        total: totalOf(n, contenedores),
      }
    }),
  ),
  { empresa: 2, codigo: '60110', descripcion: 'Fleje en bobina', total: 42, contenedores: 40 },
  { empresa: 2, codigo: '60205', descripcion: 'Formato cortado', total: 20, contenedores: 20 },
]
