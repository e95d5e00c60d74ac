import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { CABEN } from '../../lib/caben'
import type { Columna, Orden, Pagina, Paginacion, PropsTabla } from './tipos'

/** Whether the server pages; then sorting, if any, is done by the server too. */
const isDelServidor = (p: Paginacion | Pagina | undefined): p is Paginacion => p !== undefined && 'total' in p

/** Page size that stands for all rows. */
export const TODAS = -1

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const SIN_FILAS: never[] = []
const { compare } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

const compareCeldas = (a: unknown, b: unknown) =>
  typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : Number(a) - Number(b)

function define<T extends RowData>(columnas: Columna<T>[]): ColumnDef<typeof features, T>[] {
  return columnas.map((c) => ({
    id: c.id,
    accessorFn: (fila: T) => c.valor?.(fila) ?? undefined,
    enableSorting: Boolean(c.valor),
    sortUndefined: 'last',
    sortFn: (a, b, id) => compareCeldas(a.getValue(id), b.getValue(id)),
  }))
}

type Entrada<T extends RowData> = Pick<
  PropsTabla<T>,
  'columnas' | 'filas' | 'idOf' | 'orden' | 'onOrden' | 'ordenInicial' | 'paginacion' | 'tamanos'
>

/** The rows to draw, sorted and paged by the server or here. */
export function useModelo<T extends RowData>(p: Entrada<T>) {
  const [ordenPropio, setOrdenPropio] = useState<Orden | undefined>(p.ordenInicial)
  const [paginaPropia, setPaginaPropia] = useState({ pageIndex: 0, pageSize: p.tamanos ? CABEN : TODAS })
  const orden = p.onOrden ? p.orden : ordenPropio
  const data = p.filas ?? (SIN_FILAS as T[])
  const columns = useMemo(() => define(p.columnas), [p.columnas])
  const delServidor = isDelServidor(p.paginacion)
  const enServidor = delServidor && Boolean(p.onOrden)
  const elegida = p.paginacion
    ? { pageIndex: p.paginacion.pagina - 1, pageSize: p.paginacion.filas }
    : paginaPropia
  const todas = elegida.pageSize === TODAS
  const pedida = todas ? { pageIndex: 0, pageSize: Math.max(1, data.length) } : elegida
  const ultima = Math.max(0, Math.ceil(data.length / pedida.pageSize) - 1)
  const pagination = delServidor ? pedida : { ...pedida, pageIndex: Math.min(pedida.pageIndex, ultima) }

  const tabla = useTable({
    features,
    columns,
    data,
    getRowId: p.idOf,
    manualSorting: enServidor,
    manualPagination: delServidor,
    rowCount: isDelServidor(p.paginacion) ? p.paginacion.total : undefined,
    autoResetPageIndex: false,
    state: { sorting: orden ? [{ id: orden.columna, desc: orden.sentido === 'desc' }] : [], pagination },
    onPaginationChange: (cambio) => setPaginaPropia((previa) => functionalUpdate(cambio, previa)),
  })

  if (!p.paginacion && data.length > 0 && paginaPropia.pageIndex > ultima)
    setPaginaPropia({ ...paginaPropia, pageIndex: ultima })

  const paginacion: Paginacion = {
    total: data.length,
    onPagina: (pagina) => tabla.setPageIndex(pagina - 1),
    onFilas: (filas) => tabla.setPagination({ pageIndex: 0, pageSize: filas }),
    ...p.paginacion,
    pagina: pagination.pageIndex + 1,
    filas: todas ? TODAS : pagination.pageSize,
  }

  /** Without a direction: ascending, or descending if it is ascending already. */
  const sort = (
    columna: string,
    sentido: Orden['sentido'] = orden?.columna === columna && orden.sentido === 'asc' ? 'desc' : 'asc',
  ) => {
    if (p.onOrden) p.onOrden({ columna, sentido })
    else setOrdenPropio({ columna, sentido })
  }

  /** If the server sorts, its columns decide; otherwise a column is sortable by its values. */
  const ordenable = (c: Columna<T>) => (enServidor ? Boolean(c.ordenable) : Boolean(c.valor))
  return { filas: tabla.getRowModel().rows, orden, ordenar: sort, ordenable, paginacion }
}
