import type { FastifyInstance } from 'fastify'
import {
  exportIncidencias,
  getIncidencia,
  getResumenIncidencias,
  listIncidencias,
  setImpacto,
} from '#contract/incidencias'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { columnasIncidencia } from './export'
import { countIncidencias, countIncidenciasAbiertas, findIncidencia, walkIncidencias } from './repo'
import { listConTotal, resolveFiltro, reviewIncidencia } from './service'

export function installIncidencias(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getResumenIncidencias, 'sesion', async ({ principal, query }) =>
    countIncidenciasAbiertas(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, listIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const filtro = resolveFiltro(query, empresaVisible(principal, query.empresa), zona)
    const { filas, total } = await listConTotal(db, filtro, zona)
    reply.header('x-total-count', total)
    return filas
  })

  bind(app, getIncidencia, 'sesion', async ({ principal, params }) => {
    const incidencia = await findIncidencia(db, params.id, empresaVisible(principal, undefined), zona)
    if (!incidencia) throw noEncontrado('Incidencia no encontrada.')
    return incidencia
  })

  bind(app, setImpacto, 'sesion', async ({ principal, body, write }) => {
    const data = await write((tx) => reviewIncidencia(tx, body, principal, zona))
    const message = data.revisado ? 'Incidencia cerrada' : 'Incidencia abierta'
    return { ok: true as const, message, data }
  })

  bind(app, exportIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const filtro = resolveFiltro(query, empresaVisible(principal, query.empresa), zona)
    const columnas = columnasIncidencia(query.columnas, query.aceleraciones === 'true')
    const total = await countIncidencias(db, filtro)
    return sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'incidencias',
        titulo: 'Incidencias',
        formato: query.formato,
        columnas,
        filas: walkIncidencias(db, filtro, query, zona),
        total: () => total,
        zona,
      },
    )
  })
}
