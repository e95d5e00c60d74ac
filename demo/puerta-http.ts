import { RUTA_LECTURAS } from '#contract/lecturas'
import { ask } from './peticion'
import type { Open } from './puerta'

const MAX_EN_CURSO = 4

/** POST with HTTP Basic, as gateways without MQTT do. */
export const openHttp =
  (base: string): Open =>
  (lector, par, refused) => {
    const url = new URL(RUTA_LECTURAS.replace('{formato}', lector.voz), base)
    const authorization = `Basic ${Buffer.from(`${par.usuario}:${par.clave}`).toString('base64')}`
    const cabeceras = { authorization, 'content-type': 'application/json' }
    let enCurso = 0

    async function post(cuerpo: string): Promise<void> {
      const { status } = await ask(url, 'POST', cabeceras, cuerpo)
      if (status === 401) refused()
    }

    return {
      send({ texto }): void {
        if (enCurso >= MAX_EN_CURSO) return
        enCurso++
        post(texto)
          // Nobody there now: the next one may arrive.
          .catch(() => {})
          .finally(() => {
            enCurso--
          })
      },
      close: () => {},
    }
  }
