/** Breakdowns of a year's losses. */
export const PORES_MERMA = ['familia', 'etapa', 'tercero'] as const
export type PorMerma = (typeof PORES_MERMA)[number]

export const NOMBRE_POR_MERMA: Record<PorMerma, string> = {
  familia: 'Familia',
  etapa: 'Etapa',
  tercero: 'Tercero',
}
/** Heading of the shares of losses. */
export const NOMBRE_PARTE_MERMA = 'Parte de lo perdido'

/** Less exposure, in container-years, says little: even without any loss, a rate of 10 % a year is possible. */
export const MIN_EXPUESTOS = 30
/** Said of a rate with so little exposure. */
export const POCOS_MERMA = 'pocos datos'

/** Said instead of a rate over 100 %. */
export const MAS_QUE_HABIA_MERMA = 'más de los que había de media'

/** Heading of the mean number of containers that were exposed. */
export const NOMBRE_PARQUE_MERMA: Record<PorMerma, string> = {
  familia: 'Parque medio',
  etapa: 'Media en la etapa',
  tercero: 'Media en su cuenta',
}
/** Heading of the losses by what came; a family is sent nowhere. */
export const NOMBRE_POR_MIL_MERMA: Record<Exclude<PorMerma, 'familia'>, string> = {
  etapa: 'Por cada 1.000 llegadas',
  tercero: 'Por cada 1.000 envíos',
}
/** What the rates by stage and by partner are of. */
export const NOTA_MERMA: Record<Exclude<PorMerma, 'familia'>, string> = {
  etapa:
    'La merma compara los perdidos con los contenedores que había de media en la etapa donde se oyeron por última vez.',
  tercero:
    'La merma compara los perdidos con los contenedores que había de media en la cuenta en la que estaban.',
}
export const NOTA_BANDA_MERMA =
  'Entre paréntesis, entre qué valores está nueve de cada diez veces: con pocas pérdidas, el azar cuenta mucho.'

/** Key of the row without family, stage or partner. No family has this name: a family ends before the hyphen of the nickname. */
export const SIN_CLAVE = '-'
/** Label of that row. */
export const SIN_POR_MERMA: Record<PorMerma, string> = {
  familia: 'Sin familia',
  etapa: 'Fuera de las etapas',
  tercero: 'En lugares propios',
}

/** Containers declared lost; those of them heard again; the rest. */
export const QUES_MERMA = ['declarados', 'recuperados', 'perdidos'] as const
export type QueMerma = (typeof QUES_MERMA)[number]

export const NOMBRE_QUE_MERMA: Record<QueMerma, string> = {
  declarados: 'Declarados',
  recuperados: 'Recuperados',
  perdidos: 'Perdidos',
}

export const COLUMNAS_MERMA = [
  'apodo',
  'familia',
  'declarado',
  'persona',
  'visto',
  'lugar',
  'etapa',
  'tercero',
  'euros',
  'recuperado',
] as const
export type ColumnaMerma = (typeof COLUMNAS_MERMA)[number]

export const COLUMNAS_MERMA_TABLA = [
  'nombre',
  ...QUES_MERMA,
  'euros',
  'parque',
  'merma',
  'bajo',
  'alto',
  'pocos',
  'por_mil',
  'parte',
] as const
export type ColumnaMermaTabla = (typeof COLUMNAS_MERMA_TABLA)[number]
