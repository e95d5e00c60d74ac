import type { FastifyInstance } from 'fastify'
import * as c from '#contract/calendario'
import { empresaUnica } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { readCalendarios, removeCalendario, setCalendario } from './service'

export function installCalendario(app: FastifyInstance, db: Db): void {
  bind(app, c.listCalendarios, 'empresa', async ({ principal, params }) =>
    readCalendarios(db, empresaUnica(principal, params.id)),
  )
  bind(app, c.setCalendario, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = empresaUnica(principal, params.id)
    return write((tx) => setCalendario(tx, empresa, body))
  })
  bind(app, c.removeCalendario, 'empresa', async ({ principal, params, query, write }) => {
    const empresa = empresaUnica(principal, params.id)
    return write((tx) => removeCalendario(tx, empresa, query.planta))
  })
}
