/** Kinds of scope of a count. */
export const CLASES_RECUENTO = ['lugar', 'familia', 'tercero'] as const
export type ClaseRecuento = (typeof CLASES_RECUENTO)[number]

export const ESTADOS_RECUENTO = ['abierto', 'por_firmar', 'cerrado', 'firmado', 'anulado'] as const
export type EstadoRecuento = (typeof ESTADOS_RECUENTO)[number]

export const NOMBRE_ESTADO_RECUENTO: Record<EstadoRecuento, string> = {
  abierto: 'Abierto',
  por_firmar: 'Falta la firma',
  cerrado: 'Cerrado',
  firmado: 'Firmado',
  anulado: 'Anulado',
}

/** Filters of the list of counts: a state, or counts that need attention. */
export const FILTROS_ESTADO_RECUENTO = [...ESTADOS_RECUENTO, 'por_revisar'] as const
export type FiltroEstadoRecuento = (typeof FILTROS_ESTADO_RECUENTO)[number]

export const NOMBRE_FILTRO_ESTADO: Record<FiltroEstadoRecuento, string> = {
  ...NOMBRE_ESTADO_RECUENTO,
  por_revisar: 'Por revisar',
}

/** Result for a container or a code in a count. */
export const RESULTADOS_RECUENTO = ['correcto', 'otro_sitio', 'no_esperado', 'desconocido', 'falta'] as const
export type ResultadoRecuento = (typeof RESULTADOS_RECUENTO)[number]

export const NOMBRE_RESULTADO: Record<ResultadoRecuento, string> = {
  correcto: 'Sitio correcto',
  otro_sitio: 'Otro sitio',
  no_esperado: 'No esperado',
  desconocido: 'Desconocido',
  falta: 'No encontrado',
}

/** The lists of a count. Each row is on one of the first four; `repetidos` may contain rows of any of them. */
export const LISTAS_RECUENTO = ['faltantes', 'sobrantes', 'desconocidos', 'encontrados', 'repetidos'] as const
export type ListaRecuento = (typeof LISTAS_RECUENTO)[number]

export const NOMBRE_LISTA: Record<ListaRecuento, string> = {
  faltantes: 'Faltantes',
  sobrantes: 'Sobrantes',
  desconocidos: 'Desconocidos',
  encontrados: 'Encontrados',
  repetidos: 'Repetidos',
}

/** How a scan was made. */
export const MODOS_ESCANEO = ['camara', 'escrito', 'lista'] as const
export type ModoEscaneo = (typeof MODOS_ESCANEO)[number]

export const COLUMNAS_RECUENTO = [
  'que',
  'estado',
  'abierto',
  'abrio',
  'duracion',
  'esperados',
  'encontrados',
  'faltantes',
  'sobrantes',
  'desconocidos',
  'acuerdo',
  'cerro',
  'firmo',
  'nota',
] as const
export type ColumnaRecuento = (typeof COLUMNAS_RECUENTO)[number]

/** Maximum number of expected containers of a count. */
export const MAX_ESPERADOS = 20_000
/** Maximum number of scans of a count. */
export const MAX_ESCANEOS = 100_000
/** Maximum number of scans in one call. */
export const MAX_ESCANEOS_LOTE = 500
export const MAX_LARGO_CODIGO = 200
/** Maximum number of photos of a count; and of each, a JPEG, maximum bytes and pixels a side. */
export const MAX_FOTOS_RECUENTO = 100
export const MAX_BYTES_FOTO_RECUENTO = 300 << 10
export const MAX_LADO_FOTO_RECUENTO = 1280
export const MAX_NOTA_RECUENTO = 1000
/** Maximum age of a scan that waited on a phone, in ms; an older one counts as this old. */
export const MAX_ESPERA_MS = 366 * 86_400_000

export const FIRMA_OTRO = 'Lo firma otra persona: ni quien lo abrió o lo cerró, ni quien escaneó en él.'
export const FIRMA_NADIE =
  'Nadie puede firmarlo: todas las personas que podrían lo abrieron, lo cerraron o escanearon en él. Hace falta otra con permiso para hacer cambios.'
