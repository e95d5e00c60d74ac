export const COLUMNAS_ACELERACION = [
  'AccelXMax',
  'AccelXMin',
  'AccelYMax',
  'AccelYMin',
  'AccelZMax',
  'AccelZMin',
] as const

/** What incidents are sorted by. */
export const ORDENES_INCIDENCIA = [
  'ApodoDispositivo',
  'ApodoLector',
  'hubo_golpe_real',
  'hubo_danio',
  'revisado',
  'Time',
  ...COLUMNAS_ACELERACION,
  'pico_g',
  'Ubicacion',
  'cerrada_por',
  'cerrada',
  'lleva',
  'nota',
] as const

export const COLUMNAS_INCIDENCIA = ['Estado', ...ORDENES_INCIDENCIA] as const

/** More incidents than this are not listed at once: the newest are. */
export const MAX_INCIDENCIAS = 20_000

export const ESTADOS_INCIDENCIA = ['abierta', 'cerrada'] as const

/** Open ones that wait for somebody: nobody is on them, or they are of more than a day ago. */
export const PENDIENTES = ['nadie', 'antiguas'] as const

/** Of an incident that no known reader heard. */
export const SIN_LECTOR = 'Sin lector'

export const LARGO_NOTA = 500

/** This many are closed, or taken on, at once. */
export const MAX_INCIDENCIAS_LOTE = 200

/** What the ranking counts impacts by. */
export const RANKINGS = ['ubicacion', 'lector'] as const

/** With fewer arrivals than these a share of them says little: it is reported apart. */
export const MIN_LLEGADAS = 30

export const MAX_DIAS_RANKING = 400

/** Whether the tag of a container measures impacts; one that sends single samples catches some. */
export const MIDE = { si: 'Sí', algunos: 'Solo algunos', nada: 'Sin datos' } as const
export const tellMide = (mide: boolean | null) => (mide === null ? MIDE.nada : mide ? MIDE.si : MIDE.algunos)
