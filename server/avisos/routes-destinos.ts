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
} from '#contract/avisos'
import { empresaVisible } from '../acceso/acceso'
import { bind } from '../http/bind'
import { entradaNoValida, noEncontrado } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { type Mensajeria, sendPrueba } from './envio'
import type { Interno } from './internos'
import * as repo from './repo-destino'
import { findCorreo } from './repo-entrega'
import {
  changeSecretoDe,
  checkUrl,
  createWebhookDe,
  findWebhookDe,
  presentWebhook,
  removeWebhookDe,
  updateWebhookDe,
} from './service'

const PRUEBAS_POR_MINUTO = 10

type Partes = {
  mensajeria: Mensajeria
  internos: readonly Interno[]
  /** Key that devices subscribe with. */
  vapid: string
}

/** Where notices go outside of the application: devices of people, and other systems of a company. */
export function installDestinos(app: FastifyInstance, { mensajeria, internos, vapid }: Partes): void {
  const { db, zona, ahora } = mensajeria
  const presentSuscripcion = (s: repo.FilaSuscripcion) => ({ ...s, creada: isoPlanta(s.creada, zona) })

  bind(app, listSuscripciones, 'sesion', async ({ principal }) => ({
    clave: vapid,
    data: (await repo.listSuscripciones(db, principal.usuarioId)).map(presentSuscripcion),
  }))

  bind(app, createSuscripcion, 'sesion', async ({ principal, body, write }) => {
    checkUrl(body.direccion, internos, principal.empresa, 'direccion')
    return presentSuscripcion(
      await write((tx) => repo.saveSuscripcion(tx, principal.usuarioId, body, MAX_SUSCRIPCIONES)),
    )
  })

  bind(app, removeSuscripcion, 'sesion', async ({ principal, params, write }) => {
    if (!(await write((tx) => repo.removeSuscripcionDe(tx, principal.usuarioId, params.id))))
      throw noEncontrado('Ese dispositivo ya no recibe avisos.')
    return { ok: true as const }
  })

  bind(
    app,
    tryCanal,
    'sesion',
    async ({ principal, body }) => {
      const { usuarioId: usuario, empresa, nombre } = principal
      if (body.canal === 'correo') {
        if (!(await findCorreo(db, usuario))?.correo)
          throw entradaNoValida('Confirme antes su dirección de correo.', 'canal')
        return {
          error: await sendPrueba(mensajeria, { empresa, usuario, nombre, destino: `correo:${usuario}` }),
        }
      }
      const s = (await repo.listSuscripciones(db, usuario)).find(({ id }) => id === body.suscripcion)
      if (!s) throw noEncontrado('Ese dispositivo ya no recibe avisos.')
      const destino = `push:${s.id}`
      return {
        error: await sendPrueba(mensajeria, {
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
      createWebhookDe(tx, principal, params.id, body, internos),
    )
    return { webhook: presentWebhook(webhook, zona), secreto }
  })

  bind(app, updateWebhook, 'empresa', async ({ principal, params, body, write }) => {
    const webhook = await write((tx) =>
      updateWebhookDe(tx, principal, params.id, body, { internos, ahora: ahora() }),
    )
    return presentWebhook(webhook, zona)
  })

  bind(app, removeWebhook, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeWebhookDe(tx, principal, params.id, ahora()))
    return { ok: true as const }
  })

  bind(app, changeSecreto, 'empresa', async ({ principal, params, write }) => {
    const { webhook, secreto } = await write((tx) => changeSecretoDe(tx, principal, params.id, ahora()))
    return { webhook: presentWebhook(webhook, zona), secreto }
  })

  bind(
    app,
    tryWebhook,
    'empresa',
    async ({ principal, params, write }) => {
      const w = await write((tx) => findWebhookDe(tx, principal, params.id))
      return {
        error: await sendPrueba(mensajeria, {
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
