import type { z } from 'zod'
import type { exportLogistica, FilaLt } from '#contract/parque/logistica/logistica'
import { empresaVisible } from '../../platform/auth/auth'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import { sortPor } from '../../platform/export/sort'
import { listConjuntos } from '../dispositivos/service'
import { columnasTablero, inciertasOf, totalesOf, valorOf } from './export'
import { listTablero } from './service'

type Query = z.output<NonNullable<typeof exportLogistica.query>>

const simple = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Exports the LT board. */
export async function ficheroLogistica(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<FilaLt>> {
  const columnas = await addEmpresa(db, query.columnas, (f: FilaLt) => f.empresa, columnasTablero)
  const buscado = simple(query.search ?? '')
  const empresa = empresaVisible(principal, query.empresa)
  const all = await listTablero(db, await listConjuntos(db, empresa), empresa)
  const halladas = all.filter(
    (f) =>
      simple(`${f.codigo} ${f.descripcion}`).includes(buscado) && (!query.falta || f.encontrados < f.total),
  )
  const filas = sortPor(halladas, valorOf(query.orden), query.sentido)
  return {
    nombre: 'Tablero_Montaje_Final',
    titulo: 'Tabla MF',
    formato: 'xlsx',
    columnas,
    filas,
    pie: () => totalesOf(filas, columnas),
    total: () => filas.length,
    sobre: inciertasOf(filas),
    zona,
  }
}
