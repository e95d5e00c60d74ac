export const COLUMNAS_ACELERACION = [
  'AccelXMax',
  'AccelXMin',
  'AccelYMax',
  'AccelYMin',
  'AccelZMax',
  'AccelZMin',
] as const

/** Orders in which incidents can be sorted. */
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

/** Said of an incident instead of what it was, while nobody has looked. */
export const SIN_MIRAR = 'Sin mirar'

/** At most this many incidents are listed at once, the newest. */
export const MAX_INCIDENCIAS = 20_000

export const ESTADOS_INCIDENCIA = ['abierta', 'cerrada'] as const

/** Filters of open incidents that need attention. `nadie`: no person works on them; `antiguas`: more than a day old. */
export const PENDIENTES = ['nadie', 'antiguas'] as const

/** Shown for an incident that no known reader heard. */
export const SIN_LECTOR = 'Sin lector'

export const LARGO_NOTA = 500

/** At most this many incidents are closed, or assigned, in one call. */
export const MAX_INCIDENCIAS_LOTE = 200

/** What the ranking of impacts groups by. */
export const RANKINGS = ['ubicacion', 'lector'] as const

/** Below this number of arrivals a rate of impacts is not meaningful: it is shown apart. */
export const MIN_LLEGADAS = 30

export const MAX_DIAS_RANKING = 400

/** Whether the tag of a container measures impacts. `algunos`: it sends single samples, which catch only some. */
export const MIDE = { si: 'Sí', algunos: 'Solo algunos', nada: 'Sin datos' } as const
export const formatMide = (mide: boolean | null) =>
  mide === null ? MIDE.nada : mide ? MIDE.si : MIDE.algunos
