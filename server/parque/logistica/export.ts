import type { ColumnaLt, FilaLt } from '#contract/parque/logistica/logistica'
import { COLUMNAS_LT, GRUPOS_LT, UBICACIONES_LT } from '#contract/parque/logistica/values'
import { pickColumns } from '../../platform/export/columns'
import type { Sobre } from '../../platform/export/sobre'
import type { Celda, Column } from '../../platform/export/tabla'

/** Background colours of the groups on the screen, hex RGB. */
const BACKGROUND: Record<(typeof GRUPOS_LT)[number]['nombre'], string> = {
  Proveedor: 'E3D9F0',
  Llenos: 'D3E9EA',
  Consumo: 'D5E3F7',
  Vacíos: 'D6EBDB',
  Montaje: 'F5E6C8',
  'Fuera de planta': 'E3E7E9',
}

export const differenceOf = (f: Pick<FilaLt, 'encontrados' | 'total'>) => f.encontrados - f.total

/** Numeric fields of a row and of the totals. */
type Sumable = Pick<FilaLt, 'total' | 'cuentas' | 'otras' | 'encontrados'>

const numbers: Record<Exclude<ColumnaLt, 'codigo' | 'descripcion'>, (f: Sumable) => number> = {
  total: (f) => f.total,
  ...(Object.fromEntries(UBICACIONES_LT.map((u, i) => [u, (f: Sumable) => f.cuentas[i] ?? 0])) as Record<
    (typeof UBICACIONES_LT)[number],
    (f: Sumable) => number
  >),
  otras: (f) => f.otras,
  encontrados: (f) => f.encontrados,
  diferencia: differenceOf,
}

export function valorOf(column: ColumnaLt): (f: FilaLt) => string | number {
  if (column === 'codigo') return (f) => f.codigo
  if (column === 'descripcion') return (f) => f.descripcion
  return numbers[column]
}

const TITLE: Partial<Record<ColumnaLt, string>> = {
  codigo: 'LT',
  descripcion: 'Descripción',
  total: 'Total',
  otras: 'Otras ubicaciones',
  encontrados: 'Encontrados',
  diferencia: 'Diferencia',
}

const GROUP_DE = new Map<ColumnaLt, (typeof GRUPOS_LT)[number]>(
  GRUPOS_LT.flatMap((g) => g.ubicaciones.map((u) => [u, g] as const)),
)

type ColumnaTablero = Column<FilaLt> & { id: ColumnaLt }

const define = (id: ColumnaLt): ColumnaTablero => {
  const group = GROUP_DE.get(id)
  return {
    id,
    titulo: TITLE[id] ?? id,
    valor: valorOf(id),
    ancho: id === 'descripcion' ? 40 : 16,
    ...(id !== 'codigo' && id !== 'descripcion' && { numerica: true }),
    ...(group && { grupo: { nombre: group.nombre, fondo: BACKGROUND[group.nombre] } }),
  }
}

const COLUMNS = Object.fromEntries(COLUMNAS_LT.map((id) => [id, define(id)])) as Record<
  ColumnaLt,
  ColumnaTablero
>

export const columnasTablero = (pedidas: string[] | undefined) =>
  pickColumns(COLUMNAS_LT, COLUMNS, pedidas ?? COLUMNAS_LT)

/** The row of totals, for these columns. */
export function totalesOf(rows: FilaLt[], columns: (Column<FilaLt> & { id?: ColumnaLt })[]): Celda[] {
  const suma: Sumable = {
    total: rows.reduce((n, f) => n + f.total, 0),
    cuentas: UBICACIONES_LT.map((_, i) => rows.reduce((n, f) => n + (f.cuentas[i] ?? 0), 0)),
    otras: rows.reduce((n, f) => n + f.otras, 0),
    encontrados: rows.reduce((n, f) => n + f.encontrados, 0),
  }
  const rotulo = columns.findIndex((c) => c.id === 'codigo' || c.id === 'descripcion')
  return columns.map(({ id }, i) => {
    if (id === 'codigo' || id === 'descripcion') return i === rotulo ? 'Total' : null
    return id === undefined ? null : numbers[id](suma)
  })
}

/** Number of counted containers whose place is uncertain. */
export function inciertasOf(rows: FilaLt[]): Sobre {
  const sum = (field: 'dudosas' | 'sin_senal') =>
    rows.reduce((n, f) => n + f[field].reduce((a, b) => a + b, 0), 0).toLocaleString('es')
  return [
    ['Dudosos', `${sum('dudosas')}: pueden estar en otra ubicación`],
    ['Sin señal', `${sum('sin_senal')}: ya nadie los oye ahí`],
  ]
}
