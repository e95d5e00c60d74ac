import type { Rule } from '../fisica/flujo'
import { LECTOR_MUDO, LECTORES } from './planta'

type Paso = Omit<Rule, 'destinos' | 'llamadoPor'> & { a: Record<string, number>; llamadoPor?: string }

const CAMION = { lote: 30, vehiculo: 'camion', minutos: [50, 70] } as const
const CARRETILLA = { lote: 4, vehiculo: 'carretilla', minutos: [4, 9] } as const
const DEVIATION = { ...CARRETILLA, parte: 1, a: { 'Almacén Vacío': 1 } } as const
/** The loop of the containers: full ones leave the press shop by road, the line pulls them, and empty ones go back. */
const PASOS: Record<string, Paso> = {
  Gestamp: { ...CAMION, parte: 24, horas: 13, espera: 5, a: { 'Descarga Llenos': 1 } },
  'Descarga Llenos': { ...CARRETILLA, parte: 3, horas: 1.2, espera: 0.5, a: { 'Almacén Lleno': 1 } },
  'Almacén Lleno': {
    ...CARRETILLA,
    parte: 28,
    horas: 8,
    espera: 2,
    a: { 'En Consumo': 1 },
    llamadoPor: 'En Consumo',
  },
  'En Consumo': { ...CARRETILLA, parte: 10, horas: 5, espera: 1, a: { 'Almacén Vacío': 1 } },
  'Almacén Vacío': {
    ...CARRETILLA,
    parte: 22,
    horas: 13,
    espera: 1.5,
    a: {
      'Carga Vacíos': 40,
      'Control de Calidad': 1,
      Reparación: 1,
      Limpieza: 1,
      'Montaje Bruto': 1,
      'Montaje Final': 1,
    },
  },
  'Carga Vacíos': { ...CARRETILLA, parte: 3, horas: 1.2, espera: 0.7, a: { Expedición: 1 } },
  Expedición: { ...CAMION, parte: 5, horas: 1, espera: 4, a: { Gestamp: 1 } },
  'Control de Calidad': { ...DEVIATION, horas: 12, espera: 3 },
  Reparación: { ...DEVIATION, horas: 9, espera: 3 },
  Limpieza: { ...DEVIATION, horas: 2, espera: 1 },
  'Montaje Bruto': { ...DEVIATION, horas: 5, espera: 1 },
  'Montaje Final': { ...DEVIATION, horas: 5, espera: 1 },
}

/** Differences for a company without a line. */
const SIN_LINEA: Record<string, Partial<Paso>> = {
  'Descarga Llenos': { a: { 'Almacén Vacío': 1 } },
  'Almacén Vacío': { ...CAMION, espera: 5, a: { Gestamp: 1 } },
}

const porPlace = new Map<string, number[]>()
for (const [i, l] of LECTORES.entries()) {
  if (l.mac === LECTOR_MUDO) continue
  const clave = `${l.empresa} ${l.lugar}`
  porPlace.set(clave, [...(porPlace.get(clave) ?? []), i])
}

/** Working readers of a place, as indices in LECTORES. */
export const lectoresOf = (empresa: number, place: string): readonly number[] =>
  porPlace.get(`${empresa} ${place}`) ?? []

/** The places of a company's loop with readers, in the order of its rules. */
export const pasosOf = (empresa: number): string[] =>
  Object.keys(PASOS).filter((place) => lectoresOf(empresa, place).length > 0)

export function rulesOf(empresa: number): Rule[] {
  const pasos = pasosOf(empresa)
  const sinLinea = !pasos.includes('En Consumo')
  return pasos.map((place) => {
    const { a, llamadoPor, ...rule } = { ...(PASOS[place] as Paso), ...(sinLinea && SIN_LINEA[place]) }
    const destinos = Object.entries(a)
      .filter(([d]) => pasos.includes(d))
      .map(([d, parte]) => [pasos.indexOf(d), parte] as const)
    return { ...rule, destinos, ...(llamadoPor && { llamadoPor: pasos.indexOf(llamadoPor) }) }
  })
}
