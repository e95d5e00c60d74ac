import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config'

const originOf = (url: string | undefined) => (url && URL.canParse(url) ? [new URL(url).origin] : [])

/** Content security policy: nothing external but the map tiles, the dashboard and the chatbot of the settings. */
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
      // The page fetches the address of a frame before it shows the frame, to notice a server that is down.
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
