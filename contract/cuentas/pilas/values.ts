/** When the battery of a tag has to be changed, as a class and never as a date; in working order. */
export const CLASES_PILA = ['ya', 'este_mes', 'sin_prisa', 'no_se_sabe'] as const
export type ClasePila = (typeof CLASES_PILA)[number]

export const NOMBRE_CLASE_PILA: Record<ClasePila, string> = {
  ya: 'Ya',
  este_mes: 'Este mes',
  sin_prisa: 'Sin prisa',
  no_se_sabe: 'No se sabe',
}

/** Why a battery is of its class. */
export const MOTIVOS_PILA = [
  'tension',
  'porcentaje',
  'reinicio',
  'caida',
  'edad',
  'edad_baja',
  'reciente',
  'pregunta',
  'sin_tension',
  'sin_cambio',
  'pocos_cambios',
] as const
export type MotivoPila = (typeof MOTIVOS_PILA)[number]

/** The reason as a filter is told. */
export const NOMBRE_MOTIVO_PILA: Record<MotivoPila, string> = {
  tension: 'tensión baja',
  porcentaje: 'porcentaje bajo',
  reinicio: 'se ha reiniciado sola',
  caida: 'cae deprisa',
  edad: 'por su edad',
  edad_baja: 'aún joven',
  reciente: 'cambiada hace poco',
  pregunta: 'ha vuelto con tensión fresca',
  sin_tension: 'no dice su tensión',
  sin_cambio: 'no consta el cambio',
  pocos_cambios: 'modelo poco conocido',
}

/** Voltage in mV at the warmest hour of a day below which a coin cell is exhausted. Source: Ruuvi. */
export const MV_AGOTADA = 2500
/** A battery of the class `este_mes` may end within this many days. */
export const DIAS_MES = 30
/** Probability to end within those days from which a battery is `este_mes`, if its tag reports no battery level. */
export const RIESGO_MES = 0.1
/** The same for a tag that reports one. */
export const RIESGO_CON_TENSION = 0.5
/** Voltage in mV at which a tag falls silent. */
export const MV_FINAL = 2000
/** A battery that reaches it within this many days at the present rate is `este_mes` too. */
export const DIAS_CAIDA = 60
/** Percentages come from the voltage by a curve that is steep at first: their fall counts only below this value. */
export const PCT_CAIDA = 30
/** A battery that reaches 0 % within this many days at the present rate is `este_mes` too. */
export const DIAS_CAIDA_PCT = 25
/** Number of ended batteries of a model from which its ages are used. */
export const MIN_FINALES = 20

/** Why the median life of a model is unknown: too few batteries ended, or fewer than half of all, those in use included. */
export const SIN_MEDIANA = ['pocas_acabadas', 'menos_de_la_mitad'] as const
export type SinMediana = (typeof SIN_MEDIANA)[number]
export const TEXTO_SIN_MEDIANA: Record<SinMediana, string> = {
  pocas_acabadas: `Aún sin datos: hacen falta ${MIN_FINALES} pilas acabadas`,
  menos_de_la_mitad: 'Aún sin datos: más de la mitad siguen',
}
/** Maximum number of listed models. */
export const MAX_MODELOS_PILA = 1000

/** Data for the text of a reason. */
export type PilaDicha = {
  motivo: MotivoPila
  /** Lowest voltage at the warmest hour of the last days, in millivolts. */
  mv: number | null
  /** Battery percentage, as the tag reports it. */
  bateria: number | null
  /** Days since the last exchange. */
  dias: number | null
  /** Probability that the battery ends within the next 30 days, 0 to 1. */
  riesgo: number | null
  /** Days until voltage or percentage reaches its end at the present rate. */
  quedan: number | null
}

const VOLTIOS = new Intl.NumberFormat('es', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const formatVoltios = (mv: number): string => `${VOLTIOS.format(mv / 1000)} V`
const formatDias = (dias: number | null) => (dias === 1 ? '1 día' : `${dias ?? 0} días`)
const pct = (parte: number | null) => `${Math.round((parte ?? 0) * 100)} %`

/** Why a battery is of its class, in words. */
export function formatMotivo(p: PilaDicha): string {
  switch (p.motivo) {
    case 'tension':
      return `${formatVoltios(p.mv ?? 0)} a la hora más cálida: menos de ${formatVoltios(MV_AGOTADA)}`
    case 'porcentaje':
      return `La etiqueta dice ${Math.round(p.bateria ?? 0)} %`
    case 'reinicio':
      return 'Se ha reiniciado sola: la pila ya no da para todo'
    case 'caida':
      return p.mv === null
        ? `El porcentaje cae: a ese paso se acaba en ${formatDias(p.quedan)}`
        : `La tensión cae: a ese paso llega a ${formatVoltios(MV_FINAL)} en ${formatDias(p.quedan)}`
    case 'edad':
      return `Lleva ${formatDias(p.dias)}: de las de su modelo que llegan a eso, el ${pct(p.riesgo)} acaba en ${DIAS_MES} días`
    case 'edad_baja':
      return `Lleva ${formatDias(p.dias)}: de las de su modelo, el ${pct(p.riesgo)} acaba en ${DIAS_MES} días`
    case 'reciente':
      return `Se le cambió hace ${formatDias(p.dias)}`
    case 'pregunta':
      return 'Ha vuelto con tensión fresca: ¿se le cambió la pila?'
    case 'sin_tension':
      return 'No dice su tensión, y no consta cuándo se le cambió la pila'
    case 'sin_cambio':
      return 'No consta cuándo se le cambió la pila, y la tensión sola avisa tarde'
    case 'pocos_cambios':
      return `De su modelo se conocen menos de ${MIN_FINALES} pilas acabadas`
  }
}

/** Entries on a battery: changed; not changed, in answer to the question; taken back. */
export const CLASES_CAMBIO_PILA = ['cambio', 'no_fue', 'anulado'] as const
export type ClaseCambioPila = (typeof CLASES_CAMBIO_PILA)[number]

const DIA_MS = 86_400_000
/**
 * Whole days since a moment; null: unknown.
 * @param ahora Unix ms
 */
export const diasDesde = (iso: string | null, ahora: number): number | null =>
  iso === null ? null : Math.max(0, Math.floor((ahora - Date.parse(iso)) / DIA_MS))

export const ORDENES_PILA = ['clase', 'tension', 'edad', 'apodo'] as const
export type OrdenPila = (typeof ORDENES_PILA)[number]

export const COLUMNAS_PILA = [
  'apodo',
  'familia',
  'clase',
  'motivo',
  'lugar',
  'tension',
  'bateria',
  'cambiada',
  'modelo',
  'visto',
] as const
export type ColumnaPila = (typeof COLUMNAS_PILA)[number]

export const MAX_PILAS_LOTE = 500
/** Maximum number of containers of a round. */
export const MAX_RONDA = 300
/** Seconds for which an exchange can be taken back. */
export const DESHACER_PILA_S = 60
