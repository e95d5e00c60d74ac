/** Rungs of the loss ladder, from heard to written off. Every container that was ever heard is on exactly one. */
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

/** Filter of the inventory: the containers that are on no rung, because no reader ever heard them. */
export const NUNCA_OIDOS = { tipo: 'Contenedor', posible_estado: 'Sin registro' } as const

/** Rungs that have a list; containers that are heard are in the inventory. */
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

/** What people say of silent containers. */
export const CLASES_ASIENTO = ['busqueda', 'propuesta', 'declarada', 'baja'] as const
export type ClaseAsiento = (typeof CLASES_ASIENTO)[number]

export const NOMBRE_ASIENTO: Record<ClaseAsiento, string> = {
  busqueda: 'En búsqueda',
  propuesta: 'Propuesto para la baja',
  declarada: 'Declarado perdido',
  baja: 'Dado de baja',
}

/** Rungs from which each can be said. */
export const DESDE_PELDANO: Record<ClaseAsiento, readonly Peldano[]> = {
  busqueda: ['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta'],
  propuesta: ['posible_extravio', 'en_busqueda'],
  declarada: ['posible_extravio', 'en_busqueda', 'propuesta'],
  baja: ['declarada'],
}

/** What is said instead of a name where nobody searches for a container in search. */
export const SIN_RESPONSABLE = 'Sin responsable'
/** Filters of the list by who searches: nobody, or the caller. */
export const LLEVA_PERDIDA = ['nadie', 'yo'] as const
export type LlevaPerdida = (typeof LLEVA_PERDIDA)[number]

/** Number of past silences of a length from which the screen states how many of those containers were heard again. */
export const MIN_SILENCIOS = 50

export const ORDENES_PERDIDA = ['desde', 'euros', 'vuelve', 'esperada', 'apodo'] as const
export type OrdenPerdida = (typeof ORDENES_PERDIDA)[number]

export const COLUMNAS_PERDIDA = [
  'apodo',
  'familia',
  'peldano',
  'desde',
  'lugar',
  'etapa',
  'euros',
  'vuelve',
  'esperada',
  'lleva',
  'nota',
  'dicho',
] as const
export type ColumnaPerdida = (typeof COLUMNAS_PERDIDA)[number]

/** Containers that left a place within this many minutes of each other left together. */
export const MINUTOS_JUNTOS = 10
/** Maximum number of listed containers that left together. */
export const MAX_JUNTOS = 50

export const MAX_PERDIDAS_LOTE = 500
/** Maximum number of listed entries of a container. */
export const MAX_HISTORIA_PERDIDA = 100
export const LARGO_NOTA_PERDIDA = 1000
/** 1,000,000 euros. */
export const MAX_CENTIMOS = 100_000_000
