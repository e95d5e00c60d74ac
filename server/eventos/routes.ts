import type { FastifyInstance } from 'fastify'
import { exportEventos, exportEventosExcel, getTableData } from '#contract/eventos'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { archivoDeEventos, ficheroEventos } from './fichero'
import { getPagina, resolveDias, resolveFiltro } from './service'

/** Later ones are of long ago, and take longest. */
const PAGINAS_CERCANAS = 10

export function installEventos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getTableData, 'sesion', async ({ principal, query }) => {
    // What is new stands on the first pages.
    const suya = query.page > PAGINAS_CERCANAS ? app.replica : db
    const filtro = await resolveFiltro(suya, query, empresaVisible(principal, query.empresa), zona)
    return getPagina(suya, filtro, query.page, query.per_page, zona)
  })

  bind(app, exportEventos, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroEventos(peticion, zona))
  })

  bind(app, exportEventosExcel, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    const filtro = await resolveFiltro(app.replica, query, empresaVisible(principal, query.empresa), zona)
    const dias = resolveDias(query.start_date, query.end_date, zona)
    const archivo = await archivoDeEventos(peticion, {
      nombre: 'eventos_completo',
      formato: 'xlsx',
      columnas: query.columnas,
      filtro: { ...filtro, dias },
      zona,
    })
    return sendArchivo(reply, peticion, archivo)
  })
}
