import type { FastifyInstance } from 'fastify'
import * as c from '#contract/ciclos'
import { empresaUnica } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { readCiclos, setCiclos } from './service'

export function installCiclos(app: FastifyInstance, db: Db): void {
  bind(app, c.listCiclos, 'empresa', async ({ principal, params }) =>
    readCiclos(db, empresaUnica(principal, params.id)),
  )
  bind(app, c.setCiclos, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = empresaUnica(principal, params.id)
    return write((tx) => setCiclos(tx, empresa, body.version, body.data))
  })
}
