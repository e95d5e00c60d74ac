import type { FastifyInstance } from 'fastify'
import {
  exportGrafico,
  getGrafico,
  listOpcionesGrafico,
  type TablaGrafico,
} from '#contract/resumen/graficos/graficos'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { resolveFilter } from './filter'
import { listOptions } from './repo'
import { TABLAS } from './tablas'

type Row = TablaGrafico['filas'][number]

const columnsOf = (t: TablaGrafico): Column<Row>[] =>
  t.columnas.map(({ titulo, tipo }, i) =>
    tipo === 'instante'
      ? { titulo, ancho: 20, instante: true, valor: (f) => (f[i] ? new Date(f[i]) : null) }
      : {
          titulo,
          ancho: Math.max(12, titulo.length + 2),
          valor: (f) => f[i] ?? null,
          ...(tipo === 'numero' && { numerica: true }),
        },
  )

export function installGraficos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listOpcionesGrafico, 'sesion', async ({ principal, query }) =>
    listOptions(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, getGrafico, 'sesion', async ({ principal, params, query }) =>
    TABLAS[params.grafico](db, resolveFilter(query, empresaVisible(principal, query.empresa), zona)),
  )

  bind(app, exportGrafico, 'sesion', async ({ principal, query, reply }) => {
    const filter = resolveFilter(query, empresaVisible(principal, query.empresa), zona)
    const tabla = await TABLAS[query.grafico](db, filter)
    return sendArchivo(
      reply,
      { db, principal, query },
      {
        nombre: query.grafico,
        titulo: tabla.titulo,
        formato: query.formato,
        columnas: columnsOf(tabla),
        filas: tabla.filas,
        ...(tabla.nota && { sobre: [['Nota', tabla.nota] as [string, string]] }),
        total: () => tabla.filas.length,
        zona,
      },
    )
  })
}
