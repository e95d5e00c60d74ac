import type { FastifyInstance } from 'fastify'
import { getAjustes, getInstalacion, listPlazos, setAjustes } from '#contract/ajustes'
import { empresaVisible } from '../acceso/acceso'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { listPlazos as listPlazosDe } from './repo'
import { getAjustes as getAjustesDe, setAjustes as setAjustesDe } from './service'

/** Settings of the installation, which anybody may read, and the numbers of each company's rules. */
export function installAjustes(app: FastifyInstance, db: Db, config: Config): void {
  bind(app, getInstalacion, 'publico', async () => ({
    tileStyleUrl: config.TILE_STYLE_URL === 'ninguno' ? null : config.TILE_STYLE_URL,
    dashboardUrl: config.DASHBOARD_URL ?? null,
    chatbotUrl: config.CHATBOT_URL ?? null,
    zonaHoraria: config.TZ_PLANTA,
    demo: config.DEMO,
  }))

  bind(app, getAjustes, 'admin', ({ params }) => getAjustesDe(db, params.id))

  bind(app, setAjustes, 'admin', ({ params, body, write }) =>
    write((tx) => setAjustesDe(tx, params.id, body)),
  )

  bind(app, listPlazos, 'sesion', ({ principal }) => listPlazosDe(db, empresaVisible(principal, undefined)))
}
