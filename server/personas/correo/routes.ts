import type { FastifyInstance } from 'fastify'
import { confirmCorreo, getCorreo, requestClave, setCorreo } from '#contract/personas/correo/correo'
import { bind } from '../../platform/api/bind'
import type { Db } from '../../platform/db/client'
import type { RateLimits } from '../acceso/rate-limit'
import { checkClaveActual } from '../acceso/service'
import * as repo from './repo'
import {
  confirmCorreo as confirmCorreoOf,
  type MailMessages,
  putCorreo,
  requestClave as requestClaveOf,
} from './service'

/** Routes for users' addresses, and the mails other than notices. */
export function installCorreo(
  app: FastifyInstance,
  db: Db,
  rateLimits: RateLimits,
  mailMessages: MailMessages,
): void {
  bind(app, getCorreo, 'perfil', ({ principal }) => repo.getCorreo(db, principal.usuarioId))

  bind(
    app,
    setCorreo,
    'perfil',
    async ({ principal, body, request, write }) => {
      await checkClaveActual(db, rateLimits, {
        principal,
        clave: body.password,
        ip: request.ip,
        field: 'password',
      })
      const confirmacion = await write((tx) =>
        putCorreo(tx, mailMessages, { id: principal.usuarioId, nombre: principal.nombre }, body.correo),
      )
      await confirmacion.send(write)
      return repo.getCorreo(db, principal.usuarioId)
    },
    20,
  )

  bind(
    app,
    confirmCorreo,
    'publico',
    async ({ body, request }) => ({ correo: await confirmCorreoOf(db, body.token, request.ip) }),
    30,
  )

  bind(app, requestClave, 'publico', async ({ body, request }) => {
    await requestClaveOf(db, rateLimits, mailMessages, body.usuario, request.ip)
    return { ok: true as const }
  })
}
