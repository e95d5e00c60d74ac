import type { FastifyInstance } from 'fastify'
import { getResumenIncidencias } from '#contract/incidencias'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { empresaVisible } from '../usuarios/acceso'
import { countIncidenciasAbiertas } from './repo'

export function installIncidencias(app: FastifyInstance, db: Db): void {
  bind(app, getResumenIncidencias, 'sesion', async ({ sesion, query }) =>
    countIncidenciasAbiertas(db, empresaVisible(sesion, query.empresa)),
  )
}
