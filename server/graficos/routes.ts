import type { FastifyInstance } from 'fastify'
import { exportGrafico, getGrafico, listOpcionesGrafico, type TablaGrafico } from '#contract/graficos'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import type { Columna } from '../exportar/tabla'
import { bind } from '../http/bind'
import { resolveFiltro } from './filtro'
import { listOpciones } from './repo'
import { TABLAS } from './tablas'

type Fila = TablaGrafico['filas'][number]

const columnasDe = (t: TablaGrafico): Columna<Fila>[] =>
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
    listOpciones(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, getGrafico, 'sesion', async ({ principal, params, query }) =>
    TABLAS[params.grafico](db, resolveFiltro(query, empresaVisible(principal, query.empresa), zona)),
  )

  bind(app, exportGrafico, 'sesion', async ({ principal, query, reply }) => {
    const filtro = resolveFiltro(query, empresaVisible(principal, query.empresa), zona)
    const tabla = await TABLAS[query.grafico](db, filtro)
    return sendArchivo(
      reply,
      { db, principal, query },
      {
        nombre: query.grafico,
        titulo: tabla.titulo,
        formato: query.formato,
        columnas: columnasDe(tabla),
        filas: tabla.filas,
        ...(tabla.nota && { sobre: [['Nota', tabla.nota] as [string, string]] }),
        total: () => tabla.filas.length,
        zona,
      },
    )
  })
}
