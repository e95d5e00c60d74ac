import type { FastifyInstance } from 'fastify'
import { getExportacion } from '#contract/exportar'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { findAvance } from './repo'

export function installExportar(app: FastifyInstance, db: Db): void {
  bind(app, getExportacion, 'sesion', async ({ principal, params }) => {
    // This call may arrive before the call that makes the file.
    return (await findAvance(db, params.id, principal.usuarioId)) ?? { hechas: 0, total: null }
  })
}
