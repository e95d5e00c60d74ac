import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config'

const originOf = (url: string | undefined) => (url && URL.canParse(url) ? [new URL(url).origin] : [])

/** Content security policy: nothing from outside but the tiles, dashboard and chatbot that the settings name. */
export function cspOf(config: Config): FastifyHelmetOptions['contentSecurityPolicy'] {
  const teselas = config.TILE_STYLE_URL === 'ninguno' ? [] : originOf(config.TILE_STYLE_URL)
  const marcos = [...originOf(config.DASHBOARD_URL), ...originOf(config.CHATBOT_URL)]
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...teselas],
      fontSrc: ["'self'", 'data:'],
      // Frames are asked for before they are shown, to tell a server that is not there.
      connectSrc: ["'self'", ...teselas, ...marcos],
      workerSrc: ["'self'", 'blob:'],
      // Manuals are shown in a frame.
      frameSrc: ["'self'", ...marcos],
      mediaSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  }
}
