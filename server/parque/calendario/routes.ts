import type { FastifyInstance } from 'fastify'
import * as c from '#contract/parque/calendario/calendario'
import { bind } from '../../platform/api/bind'
import { uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { readCalendarios, removeCalendario, setCalendario } from './service'

export function installCalendario(app: FastifyInstance, db: Db): void {
  bind(app, c.listCalendarios, 'empresa', async ({ principal, params }) =>
    readCalendarios(db, uniqueEmpresa(principal, params.id)),
  )
  bind(app, c.setCalendario, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = uniqueEmpresa(principal, params.id)
    return write((tx) => setCalendario(tx, empresa, body))
  })
  bind(app, c.removeCalendario, 'empresa', async ({ principal, params, query, write }) => {
    const empresa = uniqueEmpresa(principal, params.id)
    return write((tx) => removeCalendario(tx, empresa, query.planta))
  })
}
