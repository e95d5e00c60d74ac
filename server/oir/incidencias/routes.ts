import type { FastifyInstance } from 'fastify'
import {
  assignIncidencias,
  closeIncidencias,
  countAbiertas,
  exportIncidencias,
  getIncidencia,
  getRanking,
  getResumenIncidencias,
  listIncidencias,
  listOpcionesIncidencia,
  setImpacto,
} from '#contract/oir/incidencias/incidencias'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { noEncontrado } from '../../platform/http/errores'
import { sendArray } from '../../platform/http/send-list'
import { incidenciasFile } from './export-file'
import { countOpenIncidencias } from './repo'
import { countOpen as countOpenOf, listOptions } from './repo-ranking'
import {
  assignLote,
  closeLote,
  findIncidencia,
  rank,
  resolveFilter,
  reviewIncidencia,
  walkConTotal,
} from './service'

export function installIncidencias(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getResumenIncidencias, 'sesion', async ({ principal, query }) =>
    countOpenIncidencias(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, listIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const filter = resolveFilter(query, empresaVisible(principal, query.empresa), principal, zona)
    const { filas, total } = await walkConTotal(db, filter, zona)
    reply.header('x-total-count', total)
    return sendArray(reply, filas)
  })

  bind(app, getIncidencia, 'sesion', async ({ principal, params }) => {
    const incidencia = await findIncidencia(db, params.id, empresaVisible(principal, undefined), zona)
    if (!incidencia) throw noEncontrado('Incidencia no encontrada.')
    return incidencia
  })

  bind(app, setImpacto, 'cambio', async ({ principal, body, write }) => {
    const data = await write((tx) => reviewIncidencia(tx, body, principal, zona))
    const message = data.revisado ? 'Incidencia cerrada' : 'Incidencia abierta'
    return { ok: true as const, message, data }
  })

  bind(app, countAbiertas, 'sesion', async ({ principal, query }) =>
    countOpenOf(db, empresaVisible(principal, query.empresa), principal.usuarioId),
  )

  bind(app, listOpcionesIncidencia, 'sesion', async ({ principal, query }) =>
    listOptions(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, getRanking, 'sesion', async ({ principal, query }) =>
    rank(db, query, empresaVisible(principal, query.empresa), zona),
  )

  bind(app, closeIncidencias, 'cambio', async ({ principal, body, write }) =>
    write((tx) => closeLote(tx, body, principal, zona)),
  )

  bind(app, assignIncidencias, 'cambio', async ({ principal, body, write }) =>
    write((tx) => assignLote(tx, body, principal, zona)),
  )

  bind(app, exportIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await incidenciasFile(request, zona))
  })
}
