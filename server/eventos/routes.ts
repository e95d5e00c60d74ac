import type { FastifyInstance } from 'fastify'
import { exportEventos, exportEventosExcel, getTableData } from '#contract/eventos'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { archivoDeEventos, ficheroEventos } from './fichero'
import { getPagina, resolveDias, resolveFiltro } from './service'

export function installEventos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getTableData, 'sesion', async ({ principal, query }) => {
    const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
    return getPagina(db, filtro, query.page, query.per_page, zona)
  })

  bind(app, exportEventos, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db, principal, query }
    return sendArchivo(reply, peticion, await ficheroEventos(peticion, zona))
  })

  bind(app, exportEventosExcel, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db, principal, query }
    const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
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
