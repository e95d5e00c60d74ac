import { RUTA_LECTURAS } from '#contract/lecturas'
import type { Abrir } from './puerta'

const ESPERA_MS = 15_000
const MAX_EN_CURSO = 4

/** POST with HTTP Basic, as gateways without MQTT do. */
export const openHttp =
  (base: string): Abrir =>
  (lector, par, refused) => {
    const url = new URL(RUTA_LECTURAS.replace('{formato}', lector.voz), base)
    const authorization = `Basic ${Buffer.from(`${par.usuario}:${par.clave}`).toString('base64')}`
    const fin = new AbortController()
    let enCurso = 0

    async function post(body: string): Promise<void> {
      const res = await fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([fin.signal, AbortSignal.timeout(ESPERA_MS)]),
      })
      await res.arrayBuffer()
      if (res.status === 401) refused()
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
      close: () => fin.abort(),
    }
  }
