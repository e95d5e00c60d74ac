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
import type { Columna, Orden, Paginacion, PropsTabla } from './tipos'

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const SIN_FILAS: never[] = []
const { compare } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

const comparar = (a: unknown, b: unknown) =>
  typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : Number(a) - Number(b)

function definir<T extends RowData>(columnas: Columna<T>[]): ColumnDef<typeof features, T>[] {
  return columnas.map((c) => ({
    id: c.id,
    accessorFn: (fila: T) => c.valor?.(fila) ?? undefined,
    enableSorting: Boolean(c.valor),
    sortUndefined: 'last',
    sortFn: (a, b, id) => comparar(a.getValue(id), b.getValue(id)),
  }))
}

type Entrada<T extends RowData> = Pick<
  PropsTabla<T>,
  'columnas' | 'filas' | 'idDe' | 'orden' | 'onOrden' | 'ordenInicial' | 'paginacion' | 'tamanos'
>

/** The rows to draw, sorted and paged by the server where it does so and here where it does not. */
export function useModelo<T extends RowData>(p: Entrada<T>) {
  const [ordenPropio, setOrdenPropio] = useState<Orden | undefined>(p.ordenInicial)
  const [paginaPropia, setPaginaPropia] = useState({ pageIndex: 0, pageSize: p.tamanos[0] ?? 25 })
  const orden = p.onOrden ? p.orden : ordenPropio
  const data = p.filas ?? (SIN_FILAS as T[])
  const columns = useMemo(() => definir(p.columnas), [p.columnas])
  const pagination = p.paginacion
    ? { pageIndex: p.paginacion.pagina - 1, pageSize: p.paginacion.filas }
    : paginaPropia

  const tabla = useTable({
    features,
    columns,
    data,
    getRowId: p.idDe,
    manualSorting: Boolean(p.onOrden),
    manualPagination: Boolean(p.paginacion),
    rowCount: p.paginacion?.total,
    autoResetPageIndex: false,
    state: { sorting: orden ? [{ id: orden.columna, desc: orden.sentido === 'desc' }] : [], pagination },
    onPaginationChange: (cambio) => setPaginaPropia((previa) => functionalUpdate(cambio, previa)),
  })

  const ultima = Math.max(0, Math.ceil(data.length / paginaPropia.pageSize) - 1)
  if (!p.paginacion && paginaPropia.pageIndex > ultima)
    setPaginaPropia({ ...paginaPropia, pageIndex: ultima })

  const paginacion: Paginacion = p.paginacion ?? {
    pagina: paginaPropia.pageIndex + 1,
    filas: paginaPropia.pageSize,
    total: data.length,
    onPagina: (pagina) => tabla.setPageIndex(pagina - 1),
    onFilas: (filas) => tabla.setPagination({ pageIndex: 0, pageSize: filas }),
  }

  const ordenar = (columna: string) => {
    const sentido = orden?.columna === columna && orden.sentido === 'asc' ? 'desc' : 'asc'
    if (p.onOrden) p.onOrden({ columna, sentido })
    else setOrdenPropio({ columna, sentido })
  }

  return { filas: tabla.getRowModel().rows, orden, ordenar, paginacion }
}
