import type { Azar } from './azar'
import { CICLO, DESVIOS, LECTOR_MUDO, LECTORES } from './planta'

/** An hour of the plant's real life lasts this long in the demonstration. */
export const MS_POR_HORA = 4.8 * 60_000
const PARTE_DE_DESVIOS = 0.12
const RUTA = 'En Tránsito'
const PASOS = CICLO.map(([lugar]) => lugar).filter((lugar) => lugar !== RUTA)
/** Goods go out of the press shop and come back to it by road. */
const POR_CARRETERA = [
  ['Gestamp', 'Descarga Llenos'],
  ['Expedición', 'Gestamp'],
]

export type Tramo = {
  /** Index in LECTORES. */
  a: number
  ms: number
}

/** Readers of a place that speak, as indices in LECTORES. */
export function lectoresDe(empresa: number, lugar: string): number[] {
  return [...LECTORES.keys()].filter((i) => {
    const l = LECTORES[i] as (typeof LECTORES)[number]
    return l.empresa === empresa && l.lugar === lugar && l.mac !== LECTOR_MUDO
  })
}

/** The places of the cycle that a company has. */
export function pasosDe(empresa: number): string[] {
  return PASOS.filter((lugar) => lectoresDe(empresa, lugar).length > 0)
}

function nextLugar(empresa: number, lugar: string, azar: Azar): string {
  const pasos = pasosDe(empresa)
  const desvios = DESVIOS.filter((d) => lectoresDe(empresa, d).length > 0)
  if (lugar === 'Almacén Vacío' && desvios.length && azar.chance(PARTE_DE_DESVIOS)) return azar.pick(desvios)
  const i = pasos.indexOf(lugar === RUTA ? azar.pick(['Gestamp', 'Expedición']) : lugar)
  // Back from wherever it was sent: on with the empty ones.
  return pasos[((i < 0 ? pasos.indexOf('Almacén Vacío') : i) + 1) % pasos.length] as string
}

/** Where a container that stands at (or passes) `desde` goes next: reader after reader, each with its time. */
export function nextViaje(empresa: number, desde: string, azar: Azar): Tramo[] {
  const hasta = nextLugar(empresa, desde, azar)
  const tramos: Tramo[] = []
  const [sur, norte] = lectoresDe(empresa, RUTA)
  if (sur !== undefined && norte !== undefined && POR_CARRETERA.some(([d, h]) => d === desde && h === hasta))
    for (const a of desde === 'Gestamp' ? [norte, sur] : [sur, norte])
      tramos.push({ a, ms: azar.between(45_000, 75_000) })
  tramos.push({ a: azar.pick(lectoresDe(empresa, hasta)), ms: azar.between(30_000, 60_000) })
  return tramos
}

/** How long a container stays at a place, in ms of the demonstration. */
export function stayMs(lugar: string, azar: Azar): number {
  const horas = CICLO.find(([l]) => l === lugar)?.[1] ?? azar.between(2, 12)
  return horas * azar.between(0.5, 1.6) * MS_POR_HORA
}
