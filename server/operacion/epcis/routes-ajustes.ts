import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  createSuscripcionEpcis,
  exportEpcis,
  getAjustesEpcis,
  listSuscripcionesEpcis,
  removeSuscripcionEpcis,
  setAjustesEpcis,
  tryAjustesEpcis,
  updateSuscripcionEpcis,
} from '#contract/operacion/epcis/ajustes'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { sendFlujo } from '../../platform/export/send'
import { entradaNoValida } from '../../platform/http/errores'
import { limiteDePlanta } from '../../platform/time/time'
import { writeDocument } from './documento'
import { queryPeriodo } from './repo'
import { listSuscripciones } from './repo-suscripciones'
import {
  createSuscripcionOf,
  getAjustesOf,
  presentSuscripcion,
  removeSuscripcionOf,
  setAjustesOf,
  tryAjustesOf,
  updateSuscripcionOf,
} from './service-ajustes'

/** Routes for what a company publishes in EPCIS 2.0, its subscriptions, and the export of all of it. @param base base of our own URIs */
export function installAjustesEpcis(
  app: FastifyInstance,
  { db, replica, zona, base }: { db: Db; replica: Db; zona: string; base: string },
): void {
  const lugar = { base, zona }

  bind(app, getAjustesEpcis, 'empresa', ({ principal, params }) =>
    getAjustesOf(db, principal, params.id, lugar),
  )

  bind(app, setAjustesEpcis, 'empresa', async ({ principal, params, body, write }) => {
    await write((tx) => setAjustesOf(tx, principal, params.id, body, lugar))
    return { ok: true as const }
  })

  bind(app, tryAjustesEpcis, 'empresa', ({ principal, params, body }) =>
    tryAjustesOf(db, principal, params.id, body, base),
  )

  bind(app, exportEpcis, 'sesion', async ({ principal, query, reply }) => {
    const empresa = uniqueEmpresa(principal, query.empresa)
    const desde = limiteDePlanta(query.desde, 'desde', zona)
    const hasta = limiteDePlanta(query.hasta, 'hasta', zona)
    if (!desde || !hasta) throw entradaNoValida('Esa fecha no existe.', desde ? 'hasta' : 'desde')
    if (desde >= hasta) throw entradaNoValida('El final es anterior al principio.', 'hasta')
    const filas = walkQuery(
      replica,
      async () => queryPeriodo(empresa, desde, hasta),
      (f) => f,
    )
    const who = { db, usuario: principal.usuarioId, exportacion: query.exportacion }
    const file = { nombre: 'epcis', formato: 'jsonld' as const, filas, total: () => null }
    return sendFlujo(reply, who, file, (rows) =>
      Readable.from(writeDocument(rows, zona), { objectMode: false }),
    )
  })

  bind(app, listSuscripcionesEpcis, 'empresa', async ({ principal, query }) => ({
    data: (await listSuscripciones(db, empresaVisible(principal, query.empresa))).map((s) =>
      presentSuscripcion(s, zona),
    ),
  }))

  bind(app, createSuscripcionEpcis, 'empresa', async ({ principal, params, body, write }) =>
    presentSuscripcion(await write((tx) => createSuscripcionOf(tx, principal, params.id, body)), zona),
  )

  bind(app, updateSuscripcionEpcis, 'empresa', async ({ principal, params, body, write }) =>
    presentSuscripcion(await write((tx) => updateSuscripcionOf(tx, principal, params.id, body)), zona),
  )

  bind(app, removeSuscripcionEpcis, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeSuscripcionOf(tx, principal, params.id))
    return { ok: true as const }
  })
}
