import type { FastifyInstance } from 'fastify'
import { getAjustes, getInstalacion, listPlazos, setAjustes, tryAjustes } from '#contract/ajustes'
import { empresaUnica, empresaVisible } from '../acceso/acceso'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { listPlazos as listPlazosDe } from './repo'
import { getAjustes as getAjustesDe, setAjustes as setAjustesDe } from './service'
import { tryAjustes as tryAjustesDe } from './service-ensayo'

/** Settings of the installation, which anybody may read, and the numbers of each company's rules. */
export function installAjustes(app: FastifyInstance, db: Db, config: Config): void {
  bind(app, getInstalacion, 'publico', async () => ({
    tileStyleUrl: config.TILE_STYLE_URL === 'ninguno' ? null : config.TILE_STYLE_URL,
    dashboardUrl: config.DASHBOARD_URL ?? null,
    chatbotUrl: config.CHATBOT_URL ?? null,
    zonaHoraria: config.TZ_PLANTA,
    demo: config.DEMO,
    correo: config.SMTP_URL !== undefined,
  }))

  bind(app, getAjustes, 'empresa', async ({ principal, params }) =>
    getAjustesDe(db, empresaUnica(principal, params.id)),
  )

  bind(app, setAjustes, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = empresaUnica(principal, params.id)
    return write((tx) => setAjustesDe(tx, empresa, body))
  })

  bind(
    app,
    tryAjustes,
    'empresa',
    async ({ principal, params, body }) =>
      tryAjustesDe(db, empresaUnica(principal, params.id), body, config.TZ_PLANTA),
    30,
  )

  bind(app, listPlazos, 'sesion', ({ principal }) => listPlazosDe(db, empresaVisible(principal, undefined)))
}
