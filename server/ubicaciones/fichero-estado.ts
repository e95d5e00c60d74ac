import type { z } from 'zod'
import type { exportEstado, FilaEstado } from '#contract/ubicaciones'
import { COLUMNAS_ESTADO } from '#contract/valores/ubicaciones'
import { empresaVisible } from '../acceso/acceso'
import { listConjuntos } from '../dispositivos/service'
import { pickColumnas } from '../exportar/columnas'
import type { Archivo, Peticion } from '../exportar/send'
import { sortPor } from '../exportar/sort'
import type { Columna } from '../exportar/tabla'
import { countEstado } from './estado'

type Query = z.output<NonNullable<typeof exportEstado.query>>
type Nombre = (typeof COLUMNAS_ESTADO)[number]
const COLUMNA: Record<Nombre, Columna<FilaEstado>> = {
  ubicacion: { titulo: 'Ubicación', valor: (f) => f.ubicacion, ancho: 24 },
  lector: { titulo: 'Lector', valor: (f) => f.lector ?? 'Sin lector', ancho: 20 },
  n: { titulo: 'Dispositivos', valor: (f) => f.n, ancho: 14, numerica: true },
}

const sum = (filas: FilaEstado[], campo: 'dudosos' | 'sin_senal') =>
  filas.reduce((n, f) => n + f[campo], 0).toLocaleString('es')

/** The file of how many devices stand where. */
export async function ficheroEstado(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<FilaEstado>> {
  const columnas = pickColumnas(COLUMNAS_ESTADO, COLUMNA, query.columnas)
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
