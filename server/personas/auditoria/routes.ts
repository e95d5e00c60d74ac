import type { FastifyInstance } from 'fastify'
import { exportAuditoria, listAuditoria } from '#contract/personas/auditoria/auditoria'
import { bind } from '../../platform/api/bind'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { ficheroAuditoria, resolveFilter } from './export-file'
import { listAnotaciones } from './repo'

export function installAuditoria(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listAuditoria, 'empresa', async ({ principal, query }) =>
    listAnotaciones(
      db,
      resolveFilter(query, principal, zona),
      (query.page - 1) * query.per_page,
      query.per_page,
      zona,
    ),
  )

  bind(app, exportAuditoria, 'empresa', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await ficheroAuditoria(request, zona))
  })
}
