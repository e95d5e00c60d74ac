/** Rungs of the loss ladder, from heard to written off. A container that has ever been heard is on exactly one. */
export const PELDANOS = [
  'visto',
  'sin_ver',
  'posible_extravio',
  'en_busqueda',
  'propuesta',
  'declarada',
  'baja',
] as const
export type Peldano = (typeof PELDANOS)[number]

/** Those that have a list: of the ones that are heard the inventory tells. */
export const PELDANOS_CALLADOS = PELDANOS.slice(1) as Exclude<Peldano, 'visto'>[]
export type PeldanoCallado = (typeof PELDANOS_CALLADOS)[number]

export const NOMBRE_PELDANO: Record<Peldano, string> = {
  visto: 'Visto',
  sin_ver: 'Sin ver',
  posible_extravio: 'Posible extravío',
  en_busqueda: 'En búsqueda',
  propuesta: 'Propuesta de baja',
  declarada: 'Pérdida declarada',
  baja: 'Dado de baja',
}

/** What people say of containers that are not heard. */
export const CLASES_ASIENTO = ['busqueda', 'propuesta', 'declarada', 'baja'] as const
export type ClaseAsiento = (typeof CLASES_ASIENTO)[number]

/** From which rungs it can be said. */
export const DESDE_PELDANO: Record<ClaseAsiento, readonly Peldano[]> = {
  busqueda: ['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta'],
  propuesta: ['posible_extravio', 'en_busqueda'],
  declarada: ['posible_extravio', 'en_busqueda', 'propuesta'],
  baja: ['declarada'],
}

export const ORDENES_PERDIDA = ['desde', 'euros', 'apodo'] as const
export type OrdenPerdida = (typeof ORDENES_PERDIDA)[number]

export const COLUMNAS_PERDIDA = [
  'apodo',
  'familia',
  'peldano',
  'desde',
  'lugar',
  'euros',
  'lleva',
  'nota',
  'dicho',
] as const
export type ColumnaPerdida = (typeof COLUMNAS_PERDIDA)[number]

export const MAX_PERDIDAS_LOTE = 500
export const LARGO_NOTA_PERDIDA = 1000
/** 1,000,000 euros. */
export const MAX_CENTIMOS = 100_000_000
