import type { FastifyInstance } from 'fastify'
import { createConfirmacion, removeConfirmacion } from '#contract/oir/lecturas/calibracion'
import { bind } from '../../../platform/api/bind'
import { empresaVisible } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import type { Plantas } from '../pipeline/memory/plants'
import { insertConfirmacion } from './repo-confirmacion'
import { retractCorreccion, reviewCorreccion, waitAtendida } from './service-confirmacion'

const POR_MINUTO = 60

/** Routes of confirmations: what people say about the place of a container. */
export function installConfirmaciones(app: FastifyInstance, db: Db, plantas: Plantas): void {
  bind(
    app,
    createConfirmacion,
    'cambio',
    async ({ principal, body, write }) => {
      const { mac_serie: mac, ubicacion, seguro = false } = body
      const empresa = empresaVisible(principal, body.empresa)
      const nueva = await reviewCorreccion(db, plantas, empresa, { mac, ubicacion, seguro }, principal)
      const id = await write((tx) => insertConfirmacion(tx, nueva))
      await waitAtendida(db, id)
      return { id }
    },
    POR_MINUTO,
  )

  bind(app, removeConfirmacion, 'cambio', async ({ principal, params, write }) => {
    await write((tx) => retractCorreccion(tx, params.id, principal))
    await waitAtendida(db, params.id)
    return { ok: true as const }
  })
}
