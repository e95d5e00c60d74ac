import type { FastifyInstance } from 'fastify'
import {
  createClaveApi,
  listClavesApi,
  removeClaveApi,
  updateClaveApi,
} from '#contract/personas/claves-api/claves-api'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { listClaves } from './repo'
import { createClaveOf, presentClave, removeClaveOf, updateClaveOf } from './service'

/** Routes for the API keys of a company, for its administrators. */
export function installClavesApi(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listClavesApi, 'empresa', async ({ principal, query }) => ({
    data: (await listClaves(db, empresaVisible(principal, query.empresa))).map((k) => presentClave(k, zona)),
  }))

  bind(app, createClaveApi, 'empresa', async ({ principal, params, body, write }) => {
    const { clave, key } = await write((tx) => createClaveOf(tx, principal, params.id, body))
    return { clave: presentClave(clave, zona), secreto: key }
  })

  bind(app, updateClaveApi, 'empresa', async ({ principal, params, body, write }) =>
    presentClave(await write((tx) => updateClaveOf(tx, principal, params.id, body)), zona),
  )

  bind(app, removeClaveApi, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeClaveOf(tx, principal, params.id))
    return { ok: true as const }
  })
}
