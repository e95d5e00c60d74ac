/**
 * Lists behind the figures of a loop: containers in a stage, no longer heard, stuck, over their limit for a known reason, and visits that
 * ended in the window.
 */
export const LISTAS_CICLO = [
  'dentro',
  'callan',
  'atascados',
  'aparte',
  'estancias',
  'pasos',
  'vueltas',
] as const
export type ListaCiclo = (typeof LISTAS_CICLO)[number]

/** Reasons for which a container over its limit does not count as stuck. */
export const MOTIVOS_APARTE = ['averia', 'desactivado', 'callado'] as const
export type MotivoAparte = (typeof MOTIVOS_APARTE)[number]
const MOTIVOS: Record<MotivoAparte, string> = {
  averia: 'Avería abierta',
  desactivado: 'Desactivado',
  callado: 'Sin contar',
}

/** Why a container over its limit is not counted, or is held; null: no known reason. */
export function formatMotivo(f: { motivo: MotivoAparte | null; retenido: number | null }): string | null {
  if (f.motivo) return MOTIVOS[f.motivo]
  return f.retenido === null ? null : 'Daño sin revisar'
}

/**
 * Origin of a time limit: `plazo`: set by people; `q95`: 95 % quantile of all stays; `salen`: 95 % quantile of the stays that end, if too
 * many never do.
 */
export const LIMITES_DE = ['plazo', 'q95', 'salen'] as const
export type LimiteOf = (typeof LIMITES_DE)[number]

/** With fewer finished stays, legs or rounds no figure is shown. */
export const POCOS_DATOS = 30
/** If at least this share of the containers in a stage has no time limit, people are notified that it needs a plazo. */
export const SIN_LIMITE_MIN = 0.1
/** If at least this share of the expected containers is missing, readers miss containers and no figure is shown. */
export const COBERTURA_MIN = 0.1

export const ORDENES_CICLO = ['coste', 'horas', 'desde', 'apodo'] as const
export type OrdenCiclo = (typeof ORDENES_CICLO)[number]

export const COLUMNAS_LISTA_CICLO = [
  'apodo',
  'familia',
  'etapa',
  'lugar',
  'desde',
  'hasta',
  'horas',
  'limite',
  'exceso',
  'euros',
  'motivo',
  'lleva',
  'nota',
] as const
export type ColumnaListaCiclo = (typeof COLUMNAS_LISTA_CICLO)[number]

export const LARGO_NOTA_ATASCO = 1000
export const MAX_ATASCOS_LOTE = 500
/** Maximum number of days for which a container can be left uncounted. */
export const DIAS_CALLADO_MAX = 180

/** Target stock of a family in a stage; null: not set. */
export type Meta = {
  plazo_h: number | null
  minimo: number | null
  objetivo: number | null
  maximo: number | null
}
export const SIN_META: Meta = { plazo_h: null, minimo: null, objetivo: null, maximo: null }

/** The first error in a target, in Spanish; null: none. */
export function reviewMeta({ minimo, objetivo, maximo }: Meta): string | null {
  const puestos = [minimo, objetivo, maximo].filter((v) => v !== null)
  return puestos.some((v, i) => i > 0 && v < (puestos[i - 1] as number))
    ? 'El mínimo no puede pasar del objetivo, ni el objetivo del máximo.'
    : null
}
