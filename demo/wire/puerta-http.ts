import { RUTA_LECTURAS } from '#contract/oir/lecturas/lecturas'
import type { Open } from './puerta'
import { ask } from './request'

const MAX_EN_CURSO = 4

/** POST with HTTP Basic authentication, as gateways without MQTT do. */
export const openHttp =
  (base: string): Open =>
  (lector, pair, refused) => {
    const url = new URL(RUTA_LECTURAS.replace('{formato}', lector.voz), base)
    const authorization = `Basic ${Buffer.from(`${pair.usuario}:${pair.clave}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    let enCurso = 0

    async function post(body: string): Promise<void> {
      const { status } = await ask(url, 'POST', headers, body)
      if (status === 401) refused()
    }

    return {
      send({ texto }): void {
        if (enCurso >= MAX_EN_CURSO) return
        enCurso++
        post(texto)
          // No answer: the next message may arrive.
          .catch(() => {})
          .finally(() => {
            enCurso--
          })
      },
      close: () => {},
    }
  }
