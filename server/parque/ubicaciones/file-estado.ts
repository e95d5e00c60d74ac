import type { z } from 'zod'
import type { exportEstado, FilaEstado } from '#contract/parque/ubicaciones/ubicaciones'
import { COLUMNAS_ESTADO } from '#contract/parque/ubicaciones/values'
import { empresaVisible } from '../../platform/auth/auth'
import { pickColumns } from '../../platform/export/columns'
import type { Archivo, Peticion } from '../../platform/export/send'
import { sortPor } from '../../platform/export/sort'
import type { Column } from '../../platform/export/tabla'
import { listConjuntos } from '../dispositivos/service'
import { countEstado } from './estado'

type Query = z.output<NonNullable<typeof exportEstado.query>>
type Nombre = (typeof COLUMNAS_ESTADO)[number]
const COLUMN: Record<Nombre, Column<FilaEstado>> = {
  ubicacion: { titulo: 'Ubicación', valor: (f) => f.ubicacion, ancho: 24 },
  lector: { titulo: 'Lector', valor: (f) => f.lector ?? 'Sin lector', ancho: 20 },
  n: { titulo: 'Dispositivos', valor: (f) => f.n, ancho: 14, numerica: true },
}

const sum = (filas: FilaEstado[], field: 'dudosos' | 'sin_senal') =>
  filas.reduce((n, f) => n + f[field], 0).toLocaleString('es')

/** Exports how many devices are at each place. */
export async function estadoFile(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<FilaEstado>> {
  const columnas = pickColumns(COLUMNAS_ESTADO, COLUMN, query.columnas)
  const data = countEstado(await listConjuntos(db, empresaVisible(principal, query.empresa)), query)
  const filas = sortPor(data, (f) => f[query.orden], query.sentido)
  return {
    nombre: 'estado',
    titulo: 'Estados',
    formato: 'xlsx',
    columnas,
    filas,
    total: () => filas.length,
    sobre: [
      ['Dudosos', `${sum(filas, 'dudosos')}: pueden estar en otra ubicación`],
      ['Sin señal', `${sum(filas, 'sin_senal')}: ya nadie los oye ahí`],
    ],
    zona,
  }
}
