import type { ColumnaLt, FilaLt } from '#contract/logistica'
import { COLUMNAS_LT, GRUPOS_LT, UBICACIONES_LT } from '#contract/valores/logistica'
import { pickColumnas } from '../exportar/columnas'
import type { Sobre } from '../exportar/sobre'
import type { Celda, Columna } from '../exportar/tabla'

/** Tints of the groups on the screen, as hex RGB. */
const FONDO: Record<(typeof GRUPOS_LT)[number]['nombre'], string> = {
  Proveedor: 'E3D9F0',
  Llenos: 'D3E9EA',
  Consumo: 'D5E3F7',
  Vacíos: 'D6EBDB',
  Montaje: 'F5E6C8',
  'Fuera de planta': 'E3E7E9',
}

export const diferenciaDe = (f: Pick<FilaLt, 'encontrados' | 'total'>) => f.encontrados - f.total

/** What a column holds as a number, in a row or in the totals. */
type Sumable = Pick<FilaLt, 'total' | 'cuentas' | 'otras' | 'encontrados'>

const numeros: Record<Exclude<ColumnaLt, 'codigo' | 'descripcion'>, (f: Sumable) => number> = {
  total: (f) => f.total,
  ...(Object.fromEntries(UBICACIONES_LT.map((u, i) => [u, (f: Sumable) => f.cuentas[i] ?? 0])) as Record<
    (typeof UBICACIONES_LT)[number],
    (f: Sumable) => number
  >),
  otras: (f) => f.otras,
  encontrados: (f) => f.encontrados,
  diferencia: diferenciaDe,
}

export function valorDe(columna: ColumnaLt): (f: FilaLt) => string | number {
  if (columna === 'codigo') return (f) => f.codigo
  if (columna === 'descripcion') return (f) => f.descripcion
  return numeros[columna]
}

const TITULO: Partial<Record<ColumnaLt, string>> = {
  codigo: 'LT',
  descripcion: 'Descripción',
  total: 'Total',
  otras: 'Otras ubicaciones',
  encontrados: 'Encontrados',
  diferencia: 'Diferencia',
}

const GRUPO_DE = new Map<ColumnaLt, (typeof GRUPOS_LT)[number]>(
  GRUPOS_LT.flatMap((g) => g.ubicaciones.map((u) => [u, g] as const)),
)

type ColumnaTablero = Columna<FilaLt> & { id: ColumnaLt }

const define = (id: ColumnaLt): ColumnaTablero => {
  const grupo = GRUPO_DE.get(id)
  return {
    id,
    titulo: TITULO[id] ?? id,
    valor: valorDe(id),
    ancho: id === 'descripcion' ? 40 : 16,
    ...(id !== 'codigo' && id !== 'descripcion' && { numerica: true }),
    ...(grupo && { grupo: { nombre: grupo.nombre, fondo: FONDO[grupo.nombre] } }),
  }
}

const COLUMNAS = Object.fromEntries(COLUMNAS_LT.map((id) => [id, define(id)])) as Record<
  ColumnaLt,
  ColumnaTablero
>

export const columnasTablero = (pedidas: string[] | undefined) =>
  pickColumnas(COLUMNAS_LT, COLUMNAS, pedidas ?? COLUMNAS_LT)

/** The row of totals, for these columns. */
export function totalesDe(filas: FilaLt[], columnas: (Columna<FilaLt> & { id?: ColumnaLt })[]): Celda[] {
  const suma: Sumable = {
    total: filas.reduce((n, f) => n + f.total, 0),
    cuentas: UBICACIONES_LT.map((_, i) => filas.reduce((n, f) => n + (f.cuentas[i] ?? 0), 0)),
    otras: filas.reduce((n, f) => n + f.otras, 0),
    encontrados: filas.reduce((n, f) => n + f.encontrados, 0),
  }
  const rotulo = columnas.findIndex((c) => c.id === 'codigo' || c.id === 'descripcion')
  return columnas.map(({ id }, i) => {
    if (id === 'codigo' || id === 'descripcion') return i === rotulo ? 'Total' : null
    return id === undefined ? null : numeros[id](suma)
  })
}

/** How many of all that is counted are not surely there. */
export function inciertasDe(filas: FilaLt[]): Sobre {
  const sum = (campo: 'dudosas' | 'sin_senal') =>
    filas.reduce((n, f) => n + f[campo].reduce((a, b) => a + b, 0), 0).toLocaleString('es')
  return [
    ['Dudosos', `${sum('dudosas')}: pueden estar en otra ubicación`],
    ['Sin señal', `${sum('sin_senal')}: ya nadie los oye ahí`],
  ]
}
