import type { FastifyInstance } from 'fastify'
import {
  changeSecreto,
  createSuscripcion,
  createWebhook,
  listSuscripciones,
  listWebhooks,
  MAX_SUSCRIPCIONES,
  removeSuscripcion,
  removeWebhook,
  tryCanal,
  tryWebhook,
  updateWebhook,
} from '#contract/avisos/avisos/avisos'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { InternalHost } from '../../platform/config/internal-hosts'
import { entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { type NotificationSender, sendPrueba } from './delivery/envio'
import { findCorreo } from './delivery/repo-entrega'
import * as repo from './repo-destino'
import {
  changeSecretOf,
  checkUrl,
  createWebhookOf,
  findWebhookOf,
  presentWebhook,
  removeWebhookOf,
  updateWebhookOf,
} from './service'

const PRUEBAS_POR_MINUTO = 10

type Partes = {
  notificationSender: NotificationSender
  internos: readonly InternalHost[]
  /** Public key with which devices subscribe. */
  vapid: string
}

/** Routes for destinations outside the application: users' devices, and webhooks of a company. */
export function installDestinos(
  app: FastifyInstance,
  { notificationSender, internos: internalHosts, vapid }: Partes,
): void {
  const { db, zona, ahora } = notificationSender
  const presentSuscripcion = (s: repo.FilaSuscripcion) => ({ ...s, creada: isoPlanta(s.creada, zona) })

  bind(app, listSuscripciones, 'custodia', async ({ principal }) => ({
    clave: vapid,
    data: (await repo.listSuscripciones(db, principal.usuarioId)).map(presentSuscripcion),
  }))

  bind(app, createSuscripcion, 'custodia', async ({ principal, body, write }) => {
    checkUrl(body.direccion, internalHosts, principal.empresa, 'direccion')
    return presentSuscripcion(
      await write((tx) => repo.saveSuscripcion(tx, principal.usuarioId, body, MAX_SUSCRIPCIONES)),
    )
  })

  bind(app, removeSuscripcion, 'custodia', async ({ principal, params, write }) => {
    if (!(await write((tx) => repo.removeSuscripcionOf(tx, principal.usuarioId, params.id))))
      throw noEncontrado('Ese dispositivo ya no recibe avisos.')
    return { ok: true as const }
  })

  bind(
    app,
    tryCanal,
    'custodia',
    async ({ principal, body }) => {
      const { usuarioId: usuario, empresa, nombre } = principal
      if (body.canal === 'correo') {
        if (!(await findCorreo(db, usuario))?.correo)
          throw entradaNoValida('Confirme antes su dirección de correo.', 'canal')
        return {
          error: await sendPrueba(notificationSender, {
            empresa,
            usuario,
            nombre,
            destino: `correo:${usuario}`,
          }),
        }
      }
      const s = (await repo.listSuscripciones(db, usuario)).find(({ id }) => id === body.suscripcion)
      if (!s) throw noEncontrado('Ese dispositivo ya no recibe avisos.')
      const destino = `push:${s.id}`
      return {
        error: await sendPrueba(notificationSender, {
          empresa,
          usuario,
          nombre: `${nombre} · ${s.aparato}`,
          destino,
        }),
      }
    },
    PRUEBAS_POR_MINUTO,
  )

  bind(app, listWebhooks, 'empresa', async ({ principal, query }) => ({
    data: (await repo.listWebhooks(db, empresaVisible(principal, query.empresa))).map((w) =>
      presentWebhook(w, zona),
    ),
  }))

  bind(app, createWebhook, 'empresa', async ({ principal, params, body, write }) => {
    const { webhook, secreto } = await write((tx) =>
      createWebhookOf(tx, principal, params.id, body, internalHosts),
    )
    return { webhook: presentWebhook(webhook, zona), secreto }
  })

  bind(app, updateWebhook, 'empresa', async ({ principal, params, body, write }) => {
    const webhook = await write((tx) =>
      updateWebhookOf(tx, principal, params.id, body, { internos: internalHosts, ahora: ahora() }),
    )
    return presentWebhook(webhook, zona)
  })

  bind(app, removeWebhook, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeWebhookOf(tx, principal, params.id, ahora()))
    return { ok: true as const }
  })

  bind(app, changeSecreto, 'empresa', async ({ principal, params, write }) => {
    const { webhook, secreto } = await write((tx) => changeSecretOf(tx, principal, params.id, ahora()))
    return { webhook: presentWebhook(webhook, zona), secreto }
  })

  bind(
    app,
    tryWebhook,
    'empresa',
    async ({ principal, params, write }) => {
      const w = await write((tx) => findWebhookOf(tx, principal, params.id))
      return {
        error: await sendPrueba(notificationSender, {
          empresa: w.empresa,
          usuario: null,
          nombre: w.nombre,
          destino: `webhook:${w.id}`,
        }),
      }
    },
    PRUEBAS_POR_MINUTO,
  )
}
