/** Lists behind the figures of a loop: who is in a stage, is not heard any more, is stuck, is over its time for a known reason, and what ended in the window. */
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

/** Why a container that is over its time is not counted as stuck. */
export const MOTIVOS_APARTE = ['averia', 'desactivado', 'callado'] as const
export type MotivoAparte = (typeof MOTIVOS_APARTE)[number]
const MOTIVOS: Record<MotivoAparte, string> = {
  averia: 'Avería abierta',
  desactivado: 'Desactivado',
  callado: 'Sin contar',
}

/** Why a container that is over its time is not counted, or is held; null: no reason is known. */
export function tellMotivo(f: { motivo: MotivoAparte | null; retenido: number | null }): string | null {
  if (f.motivo) return MOTIVOS[f.motivo]
  return f.retenido === null ? null : 'Daño sin revisar'
}

/** From what its time limit comes: what people set, what 95 % of stays take, or, where more than the rest never end, 95 % of those that do. */
export const LIMITES_DE = ['plazo', 'q95', 'salen'] as const
export type LimiteOf = (typeof LIMITES_DE)[number]

/** Fewer finished stays, legs or rounds give no figure. */
export const POCOS_DATOS = 30
/** Where this many of those in a stage have no time limit, people are notified that it needs a plazo. */
export const SIN_LIMITE_MIN = 0.1
/** Where so much is missing of what there should be, readers miss containers and no figure is reported. */
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
/** A container can be left uncounted for this many days at most. */
export const DIAS_CALLADO_MAX = 180

/** What a family in a stage should be; null: nobody says. */
export type Meta = {
  plazo_h: number | null
  minimo: number | null
  objetivo: number | null
  maximo: number | null
}
export const SIN_META: Meta = { plazo_h: null, minimo: null, objetivo: null, maximo: null }

/** What is wrong with a target, in Spanish; null: nothing. */
export function reviewMeta({ minimo, objetivo, maximo }: Meta): string | null {
  const puestos = [minimo, objetivo, maximo].filter((v) => v !== null)
  return puestos.some((v, i) => i > 0 && v < (puestos[i - 1] as number))
    ? 'El mínimo no puede pasar del objetivo, ni el objetivo del máximo.'
    : null
}
