import type { FastifyInstance } from 'fastify'
import { exportAuditoria, listAuditoria } from '#contract/auditoria'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { ficheroAuditoria, resolveFiltro } from './fichero'
import { listAnotaciones } from './repo'

export function installAuditoria(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listAuditoria, 'empresa', async ({ principal, query }) =>
    listAnotaciones(
      db,
      resolveFiltro(query, principal, zona),
      (query.page - 1) * query.per_page,
      query.per_page,
      zona,
    ),
  )

  bind(app, exportAuditoria, 'empresa', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroAuditoria(peticion, zona))
  })
}
