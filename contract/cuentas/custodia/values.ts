import type { ClaseDicho } from '../../values/dichos'
/** Role of a partner for the company. */
export const CLASES_TERCERO = ['cliente', 'proveedor', 'transportista'] as const
export type ClaseTercero = (typeof CLASES_TERCERO)[number]
export const NOMBRE_TERCERO: Record<ClaseTercero, string> = {
  cliente: 'Cliente',
  proveedor: 'Proveedor',
  transportista: 'Transportista',
}

/**
 * Kinds of entry of the book: registered or removed, seen, gone from a place that leads to a partner, or entered by people. `anulada` takes
 * an earlier one back.
 */
export const CLASES_MOVIMIENTO = [
  'alta',
  'baja',
  'visto',
  'salida',
  'albaran',
  'recuento',
  'perdida',
  'acuerdo',
  'anulada',
] as const
export type ClaseMovimiento = (typeof CLASES_MOVIMIENTO)[number]
export const NOMBRE_MOVIMIENTO: Record<ClaseMovimiento, string> = {
  alta: 'Alta',
  baja: 'Baja',
  visto: 'Visto',
  salida: 'Salida',
  albaran: 'Albarán',
  recuento: 'Recuento',
  perdida: 'Pérdida aceptada',
  acuerdo: 'Acuerdo',
  anulada: 'Corrección',
}

/** Entries by people. `recuento` gives the difference to the book: more, or (below 0) fewer containers. */
export const ENTRADAS_MOVIMIENTO = ['enviado', 'devuelto', 'recuento', 'perdida'] as const
export type EntradaMovimiento = (typeof ENTRADAS_MOVIMIENTO)[number]

export const NOMBRE_DICHO: Record<ClaseDicho, string> = {
  disputa: 'En disputa',
  respuesta: 'Contestada',
  acuerdo: 'Acordada',
}

/** Whose place a container was heard at, as the people of a partner are told. */
export const LUGARES_DE = ['suyo', 'propio', 'tercero'] as const
export type LugarDe = (typeof LUGARES_DE)[number]

type Oido = { donde: LugarDe | null; lugar: string | null; lector: string | null; certeza: number | null }
const SIN_NOMBRE: Record<LugarDe, string> = {
  suyo: 'Un lugar suyo',
  propio: 'Un lugar de la empresa',
  tercero: 'Un lugar de otro tercero',
}

/** `Muelle, por LEC-1, 92 % de certeza`; of places that are not the partner's only whose they are. */
export const formatOido = ({ donde, lugar, lector, certeza }: Oido): string =>
  [
    lugar ?? (donde ? SIN_NOMBRE[donde] : 'Sin lugar'),
    lector && `por ${lector}`,
    certeza !== null && `${Math.round(certeza * 100)} % de certeza`,
  ]
    .filter(Boolean)
    .join(', ')

export const COLUMNAS_EXTRACTO = [
  'momento',
  'contenedor',
  'familia',
  'cantidad',
  'clase',
  'otro',
  'documento',
  'lugar',
  'certeza',
  'nota',
  'dicho',
] as const
export type ColumnaExtracto = (typeof COLUMNAS_EXTRACTO)[number]

/** Columns of the disputed lines of all statements: `dijo` is what was said last, and by whom. */
export const COLUMNAS_DISPUTA = ['tercero', ...COLUMNAS_EXTRACTO, 'dijo'] as const
export type ColumnaDisputa = (typeof COLUMNAS_DISPUTA)[number]

export const COLUMNAS_EN_CUENTA = ['apodo', 'familia', 'desde'] as const
export type ColumnaEnCuenta = (typeof COLUMNAS_EN_CUENTA)[number]

/** Columns of the differences: in whose account it is by the book, and at whose place it was heard last. */
export const COLUMNAS_DIFERENCIA = ['apodo', 'familia', 'libro', 'visto', 'lugar', 'desde'] as const
export type ColumnaDiferencia = (typeof COLUMNAS_DIFERENCIA)[number]

export const COLUMNAS_SALDO = ['tercero', 'familia', 'contenedores', 'valor'] as const
export type ColumnaSaldo = (typeof COLUMNAS_SALDO)[number]
/** Name of a company's own account. */
export const PARQUE_PROPIO = 'Parque propio'

export const MAX_TERCEROS = 500
export const MAX_LUGARES_TERCERO = 200
export const MAX_CONTENEDORES_MOVIMIENTO = 500
export const MAX_CANTIDAD = 100_000
export const LARGO_NOTA_CUSTODIA = 1000
export const LARGO_DOCUMENTO = 60
/** Nothing is entered of a day that is longer ago: its year was mistyped. */
export const MAX_ANIOS_MOVIMIENTO = 10
/** For how long the user who entered something may undo it. */
export const DESHACER_MOVIMIENTO_S = 60
/** Maximum number of days of a statement. */
export const MAX_DIAS_EXTRACTO = 400
export const DIAS_EXTRACTO = 90
/** Maximum number of remarks on one line; one more may be its settlement. Of more the last ones are shown. */
export const MAX_DICHOS = 20
