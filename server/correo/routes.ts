import type { FastifyInstance } from 'fastify'
import { confirmCorreo, getCorreo, requestClave, setCorreo } from '#contract/correo'
import type { Frenos } from '../acceso/freno'
import { checkClaveActual } from '../acceso/service'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import * as repo from './repo'
import {
  type Cartas,
  confirmCorreo as confirmCorreoDe,
  putCorreo,
  requestClave as requestClaveDe,
} from './service'

/** Addresses of people, and what is mailed to them beside notices. */
export function installCorreo(app: FastifyInstance, db: Db, frenos: Frenos, cartas: Cartas): void {
  bind(app, getCorreo, 'perfil', ({ principal }) => repo.getCorreo(db, principal.usuarioId))

  bind(
    app,
    setCorreo,
    'perfil',
    async ({ principal, body, request, write }) => {
      await checkClaveActual(db, frenos, principal, body.password, request.ip, 'password')
      const confirmacion = await write((tx) =>
        putCorreo(tx, cartas, { id: principal.usuarioId, nombre: principal.nombre }, body.correo),
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
    async ({ body, request }) => ({ correo: await confirmCorreoDe(db, body.token, request.ip) }),
    30,
  )

  bind(app, requestClave, 'publico', async ({ body, request }) => {
    await requestClaveDe(db, frenos, cartas, body.usuario, request.ip)
    return { ok: true as const }
  })
}
