import type { z } from 'zod'
import type { exportLogistica, FilaLt } from '#contract/logistica'
import { empresaVisible } from '../acceso/acceso'
import { listConjuntos } from '../dispositivos/service'
import { addEmpresa } from '../exportar/empresa'
import type { Archivo, Peticion } from '../exportar/send'
import { sortPor } from '../exportar/sort'
import { columnasTablero, inciertasDe, totalesDe, valorDe } from './export'
import { listTablero } from './service'

type Query = z.output<NonNullable<typeof exportLogistica.query>>

const simple = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The file of the LT board. */
export async function ficheroLogistica(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<FilaLt>> {
  const columnas = await addEmpresa(db, query.columnas, (f: FilaLt) => f.empresa, columnasTablero)
  const buscado = simple(query.search ?? '')
  const empresa = empresaVisible(principal, query.empresa)
  const todas = await listTablero(db, await listConjuntos(db, empresa), empresa)
  const halladas = todas.filter(
    (f) =>
      simple(`${f.codigo} ${f.descripcion}`).includes(buscado) && (!query.falta || f.encontrados < f.total),
  )
  const filas = sortPor(halladas, valorDe(query.orden), query.sentido)
  return {
    nombre: 'Tablero_Montaje_Final',
    titulo: 'Tabla MF',
    formato: 'xlsx',
    columnas,
    filas,
    pie: () => totalesDe(filas, columnas),
    total: () => filas.length,
    sobre: inciertasDe(filas),
    zona,
  }
}
