import type { FastifyInstance } from 'fastify'
import { exportEventos, exportEventosExcel, getTableData } from '#contract/oir/eventos/eventos'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { archivoDeEventos, eventosFile } from './export-file'
import { getPage, resolveDays, resolveFilter } from './service'

/** Later pages have old events, and take longest. */
const PAGINAS_CERCANAS = 10

export function installEventos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getTableData, 'sesion', async ({ principal, query }) => {
    // New events are on the first pages, which are read from the primary.
    const suya = query.page > PAGINAS_CERCANAS ? app.replica : db
    const filter = await resolveFilter(suya, query, empresaVisible(principal, query.empresa), zona)
    return getPage(suya, filter, query.page, query.per_page, zona)
  })

  bind(app, exportEventos, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await eventosFile(request, zona))
  })

  bind(app, exportEventosExcel, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    const filter = await resolveFilter(app.replica, query, empresaVisible(principal, query.empresa), zona)
    const dias = resolveDays(query.start_date, query.end_date, zona)
    const archivo = await archivoDeEventos(request, {
      nombre: 'eventos_completo',
      formato: 'xlsx',
      columnas: query.columnas,
      filtro: { ...filter, dias },
      zona,
    })
    return sendArchivo(reply, request, archivo)
  })
}
