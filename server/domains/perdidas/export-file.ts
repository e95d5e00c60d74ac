import type { z } from 'zod'
import type { exportPerdidas, FilaPerdida } from '#contract/dispositivos/perdidas'
import {
  COLUMNAS_PERDIDA,
  type ColumnaPerdida,
  NOMBRE_PELDANO,
} from '#contract/valores/dispositivos/perdidas'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { type List, sumList, walkList } from './repo'

const COLUMN: Record<ColumnaPerdida, Column<FilaPerdida>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.Apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.Familia, ancho: 12 },
  peldano: { titulo: 'Peldaño', valor: (f) => NOMBRE_PELDANO[f.peldano], ancho: 20 },
  desde: { titulo: 'Sin ver desde', valor: (f) => new Date(f.desde), ancho: 20, instante: true },
  lugar: { titulo: 'Último lugar', valor: (f) => f.Ubicacion, ancho: 20 },
  euros: {
    titulo: 'Precio',
    valor: (f) => (f.centimos === null ? null : f.centimos / 100),
    ancho: 12,
    numerica: true,
    unidad: '€',
  },
  lleva: { titulo: 'Lo busca', valor: (f) => f.asiento?.lleva?.nombre ?? null, ancho: 20 },
  nota: { titulo: 'Nota', valor: (f) => f.asiento?.nota ?? null, ancho: 32 },
  dicho: {
    titulo: 'Anotado',
    valor: (f) => (f.asiento ? new Date(f.asiento.momento) : null),
    ancho: 20,
    instante: true,
  },
}

/** The containers of a list. */
export async function fileList(
  { db, query }: Peticion<z.output<NonNullable<typeof exportPerdidas.query>>>,
  list: List,
): Promise<Archivo<FilaPerdida>> {
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaPerdida) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_PERDIDA, COLUMN, pedidas),
  )
  const { total } = await sumList(db, list)
  return {
    nombre: 'perdidas',
    titulo: 'Pérdidas',
    formato: query.formato,
    columnas,
    filas: walkList(db, list),
    total: () => total,
    zona: list.zona,
    sobre: [
      ...(list.peldano ? [['Peldaño', NOMBRE_PELDANO[list.peldano]] as [string, string]] : []),
      ...(list.familia ? [['Familia', list.familia] as [string, string]] : []),
    ],
  }
}
