import type { FastifyInstance } from 'fastify'
import * as c from '#contract/flujo/ciclos/ciclos'
import { bind } from '../../platform/api/bind'
import { uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { readCiclos, setCiclos } from './service'

export function installCiclos(app: FastifyInstance, db: Db): void {
  bind(app, c.listCiclos, 'empresa', async ({ principal, params }) =>
    readCiclos(db, uniqueEmpresa(principal, params.id)),
  )
  bind(app, c.setCiclos, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = uniqueEmpresa(principal, params.id)
    return write((tx) => setCiclos(tx, empresa, body.version, body.data))
  })
}
