import type { z } from 'zod'
import type { exportPilas, FilaPila } from '#contract/cuentas/pilas/pilas'
import {
  COLUMNAS_PILA,
  type ColumnaPila,
  diasDesde,
  formatMotivo,
  NOMBRE_CLASE_PILA,
} from '#contract/cuentas/pilas/values'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { countList, walkList } from './repo'
import { listOf } from './service'

const columnsOf = (ahora: number): Record<ColumnaPila, Column<FilaPila>> => ({
  apodo: { titulo: 'Contenedor', valor: (f) => f.Apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.Familia, ancho: 12 },
  clase: { titulo: 'Cambiar', valor: (f) => NOMBRE_CLASE_PILA[f.clase], ancho: 14 },
  motivo: {
    titulo: 'Por qué',
    valor: (f) => formatMotivo({ ...f, dias: diasDesde(f.desde, ahora) }),
    ancho: 56,
  },
  lugar: { titulo: 'Lugar', valor: (f) => f.Ubicacion, ancho: 20 },
  tension: {
    titulo: 'Tensión',
    valor: (f) => (f.mv === null ? null : f.mv / 1000),
    ancho: 12,
    numerica: true,
    unidad: 'V',
  },
  bateria: { titulo: 'Batería', valor: (f) => f.bateria, ancho: 12, numerica: true, unidad: '%' },
  cambiada: {
    titulo: 'Pila puesta',
    valor: (f) => (f.desde ? new Date(f.desde) : null),
    ancho: 20,
    instante: true,
  },
  modelo: { titulo: 'Modelo', valor: (f) => f.modelo, ancho: 18 },
  visto: {
    titulo: 'Último registro',
    valor: (f) => (f.UltimoRegistro ? new Date(f.UltimoRegistro) : null),
    ancho: 20,
    instante: true,
  },
})

/** Exports the batteries. */
export async function pilasFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportPilas.query>>>,
  zona: string,
): Promise<Archivo<FilaPila>> {
  const list = listOf(principal, query, zona)
  const columns = columnsOf(Date.now())
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaPila) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_PILA, columns, pedidas),
  )
  const total = await countList(db, list)
  return {
    nombre: 'pilas',
    titulo: 'Pilas',
    formato: query.formato,
    columnas,
    filas: walkList(db, list),
    total: () => total,
    zona,
    sobre: [
      ...(query.clase ? [['Cambiar', NOMBRE_CLASE_PILA[query.clase]] as [string, string]] : []),
      ...(query.modelo ? [['Modelo', query.modelo] as [string, string]] : []),
    ],
  }
}
