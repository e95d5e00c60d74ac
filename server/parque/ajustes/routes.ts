import type { FastifyInstance } from 'fastify'
import * as c from '#contract/parque/ajustes/ajustes'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { listPlazos } from './repo'
import { getAjustes, listClasesDeEtiquetas, setAjustes } from './service'
import { tryAjustes } from './service-ensayo'

/** Routes for the settings of the installation, which anybody may read, and for each company's rules. */
export function installAjustes(app: FastifyInstance, db: Db, config: Config): void {
  bind(app, c.getInstalacion, 'publico', async () => ({
    tileStyleUrl: config.TILE_STYLE_URL === 'ninguno' ? null : config.TILE_STYLE_URL,
    dashboardUrl: config.DASHBOARD_URL ?? null,
    chatbotUrl: config.CHATBOT_URL ?? null,
    zonaHoraria: config.TZ_PLANTA,
    demo: config.DEMO,
    correo: config.SMTP_URL !== undefined,
    sso: config.OIDC_ISSUER ? config.OIDC_NOMBRE : null,
  }))

  bind(app, c.getAjustes, 'empresa', async ({ principal, params }) =>
    getAjustes(db, uniqueEmpresa(principal, params.id)),
  )

  bind(app, c.setAjustes, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = uniqueEmpresa(principal, params.id)
    return write((tx) => setAjustes(tx, empresa, body))
  })

  bind(app, c.listEtiquetas, 'empresa', async ({ principal, params }) =>
    listClasesDeEtiquetas(db, uniqueEmpresa(principal, params.id)),
  )

  bind(
    app,
    c.tryAjustes,
    'empresa',
    async ({ principal, params, body }) =>
      tryAjustes(db, uniqueEmpresa(principal, params.id), body, config.TZ_PLANTA),
    30,
  )

  bind(app, c.listPlazos, 'sesion', ({ principal }) => listPlazos(db, empresaVisible(principal, undefined)))
}
