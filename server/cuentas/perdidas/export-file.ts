import type { z } from 'zod'
import type { exportPerdidas, FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import {
  COLUMNAS_PERDIDA,
  type ColumnaPerdida,
  NOMBRE_PELDANO,
  SIN_RESPONSABLE,
} from '#contract/cuentas/perdidas/values'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Sobre } from '../../platform/export/sobre'
import type { Column } from '../../platform/export/tabla'
import { type sumList, walkList } from './repo'
import { listOf } from './service'

const EUROS = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })

const COLUMN: Record<ColumnaPerdida, Column<FilaPerdida>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.Apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.Familia, ancho: 12 },
  peldano: { titulo: 'Peldaño', valor: (f) => NOMBRE_PELDANO[f.peldano], ancho: 20 },
  desde: {
    titulo: 'Sin ver desde',
    valor: (f) => (f.se_oye ? null : new Date(f.desde)),
    ancho: 20,
    instante: true,
  },
  lugar: { titulo: 'Último lugar', valor: (f) => f.Ubicacion, ancho: 20 },
  etapa: { titulo: 'Etapa', valor: (f) => f.etapa, ancho: 16 },
  euros: {
    titulo: 'Precio',
    valor: (f) => (f.centimos === null ? null : f.centimos / 100),
    ancho: 12,
    numerica: true,
    unidad: '€',
  },
  vuelve: {
    titulo: 'Probabilidad de volver',
    valor: (f) => f.vuelve && Math.round(f.vuelve.p * 100),
    ancho: 22,
    numerica: true,
    unidad: '%',
  },
  esperada: {
    titulo: 'Pérdida esperada',
    valor: (f) => (f.esperada === null ? null : f.esperada / 100),
    ancho: 18,
    numerica: true,
    unidad: '€',
  },
  lleva: {
    titulo: 'Lo busca',
    valor: (f) => f.busca?.nombre ?? (f.peldano === 'en_busqueda' ? SIN_RESPONSABLE : null),
    ancho: 20,
  },
  nota: { titulo: 'Nota', valor: (f) => f.asiento?.nota ?? null, ancho: 32 },
  dicho: {
    titulo: 'Anotado',
    valor: (f) => (f.asiento ? new Date(f.asiento.momento) : null),
    ancho: 20,
    instante: true,
  },
}

function formatSums(sums: Awaited<ReturnType<typeof sumList>> | undefined): Sobre {
  if (!sums) return []
  const { centimos, esperada, sin_estimar } = sums
  const unknown =
    sin_estimar > 0 ? ` (sin contar ${sin_estimar.toLocaleString('es')}, de los que no se sabe)` : ''
  return [
    ['A su precio', EUROS.format(centimos / 100)],
    ['Pérdida esperada', EUROS.format(esperada / 100) + unknown],
  ]
}

/** Exports the losses. */
export async function perdidasFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportPerdidas.query>>>,
  zona: string,
): Promise<Archivo<FilaPerdida>> {
  const list = listOf(principal, query, zona)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaPerdida) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_PERDIDA, COLUMN, pedidas),
  )
  const { filas, sums } = walkList(db, list)
  return {
    nombre: 'perdidas',
    titulo: 'Pérdidas',
    formato: query.formato,
    columnas,
    filas,
    total: () => sums()?.total ?? null,
    zona,
    sobre: () => [
      ...formatSums(sums()),
      ...(list.peldano ? [['Peldaño', NOMBRE_PELDANO[list.peldano]] as [string, string]] : []),
    ],
  }
}
