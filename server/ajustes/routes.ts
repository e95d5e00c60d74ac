import type { FastifyInstance } from 'fastify'
import { getInstalacion } from '#contract/ajustes'
import type { Config } from '../config'
import { bind } from '../http/bind'

/** Settings of the whole installation that anybody may read. */
export function installAjustes(app: FastifyInstance, config: Config): void {
  bind(app, getInstalacion, 'publico', async () => ({
    tileStyleUrl: config.TILE_STYLE_URL === 'ninguno' ? null : config.TILE_STYLE_URL,
    dashboardUrl: config.DASHBOARD_URL ?? null,
    chatbotUrl: config.CHATBOT_URL ?? null,
    zonaHoraria: config.TZ_PLANTA,
    demo: config.DEMO,
  }))
}
