import type { FastifyInstance } from 'fastify'
import { getExportacion } from '#contract/exportar'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { findAvance } from './repo'

export function installExportar(app: FastifyInstance, db: Db): void {
  bind(app, getExportacion, 'sesion', async ({ sesion, params }) => {
    const avance = await findAvance(db, params.id, sesion.usuarioId)
    if (!avance) throw noEncontrado('No hay ninguna exportación con ese identificador.')
    return avance
  })
}
