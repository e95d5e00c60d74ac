import type { FastifyInstance } from 'fastify'
import {
  createVista,
  listVistas,
  removeEnvioVista,
  removeVista,
  setEnvioVista,
  updateVista,
} from '#contract/resumen/vistas/vistas'
import { bind } from '../../platform/api/bind'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import * as repo from './repo'
import { removeEnvio } from './repo-envio'
import * as service from './service'

/** Routes for stored filters, and their mails. */
export function installVistas(app: FastifyInstance, db: Db, zona: string, hayServidor: boolean): void {
  const present = async (tx: Db, p: Principal, id: number) =>
    service.presentVista(await service.getVista(tx, p, id), p, zona)

  bind(app, listVistas, 'sesion', async ({ principal, query }) => ({
    data: (await repo.listVistas(db, principal, query.pantalla)).map((f) =>
      service.presentVista(f, principal, zona),
    ),
    ...(await service.readCorreo(db, principal, hayServidor)),
  }))

  bind(app, createVista, 'sesion', ({ principal, body, write }) =>
    write(async (tx) => present(tx, principal, await service.createVista(tx, principal, body))),
  )

  bind(app, updateVista, 'sesion', ({ principal, params, body, write }) =>
    write(async (tx) => {
      await service.updateVista(tx, principal, params.id, body)
      return present(tx, principal, params.id)
    }),
  )

  bind(app, removeVista, 'sesion', async ({ principal, params, write }) => {
    await write((tx) => service.removeVista(tx, principal, params.id))
    return { ok: true as const }
  })

  bind(app, setEnvioVista, 'sesion', ({ principal, params, body, write }) =>
    write(async (tx) => {
      await service.putEnvio(tx, principal, params.id, body, { hayServidor, zona, ahora: new Date() })
      return present(tx, principal, params.id)
    }),
  )

  bind(app, removeEnvioVista, 'sesion', async ({ principal, params, write }) => {
    await write(async (tx) => {
      const { id } = await service.getVista(tx, principal, params.id)
      await removeEnvio(tx, id, principal.usuarioId)
    })
    return { ok: true as const }
  })
}
