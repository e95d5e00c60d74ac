import type { FastifyInstance } from 'fastify'
import { getExportacion } from '#contract/exportar'
import { bind } from '../api/bind'
import type { Db } from '../db/client'
import { findProgress } from './repo'

export function installExportar(app: FastifyInstance, db: Db): void {
  bind(app, getExportacion, 'sesion', async ({ principal, params }) => {
    // This call may arrive before the call that generates the file.
    return (await findProgress(db, params.id, principal.usuarioId)) ?? { hechas: 0, total: null }
  })
}
