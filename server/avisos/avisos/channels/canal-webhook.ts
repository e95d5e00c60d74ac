import { createHmac } from 'node:crypto'
import { DestinoProhibido, post, type Salida } from '../delivery/salida'
import type { Envio, Result, Webhook } from './canal'
import { fallaEnPalabras } from './canal'

/** Prefix of a secret as in Standard Webhooks; the rest is base64. */
export const PREFIJO_SECRETO = 'whsec_'

const sign = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIJO_SECRETO.length), 'base64'))
    .update(text)
    .digest('base64')}`

/** A message to a webhook: `id` stays the same in each retry. */
export type Signed = { id: string; type: string; body: string }
export type PostSigned = (w: Webhook, message: Signed) => Promise<Result>

/** Standard Webhooks: signed with every secret that is valid now. Any answer but 2xx is retried; 410 ends the subscription. */
export const createPostSigned =
  (salidaOf: (empresa: number) => Salida, now: () => Date): PostSigned =>
  async (w, { id, type, body }) => {
    const second = Math.floor(now().getTime() / 1000)
    try {
      const { estado, esperaS } = await post(
        w.url,
        {
          'content-type': type,
          'user-agent': 'Retorna',
          'webhook-id': id,
          'webhook-timestamp': String(second),
          'webhook-signature': w.secretos.map((s) => sign(s, `${id}.${second}.${body}`)).join(' '),
        },
        body,
        salidaOf(w.empresa),
      )
      if (estado >= 200 && estado < 300) return { ok: true }
      if (estado === 410) return { gone: 'El receptor responde que ya no existe (410).' }
      if (estado >= 300 && estado < 400)
        return { retry: `El receptor responde con un desvío a otra dirección (${estado}), que no se sigue.` }
      return { retry: `El receptor responde ${estado}.`, esperaS }
    } catch (e) {
      if (e instanceof DestinoProhibido) return { refused: e.message }
      return { retry: `El receptor ${fallaEnPalabras(e)}.` }
    }
  }

/** Sends notices as JSON. */
export const createWebhooks =
  (postSigned: PostSigned, base: string) =>
  (w: Webhook, { id, mensajes: [m] }: Envio): Promise<Result> => {
    const body = JSON.stringify({
      type: `aviso.${m.tipo}`,
      timestamp: m.tiempo.toISOString(),
      data: {
        id: m.id,
        gravedad: m.grave ? 'grave' : 'normal',
        asunto: m.asunto,
        texto: m.linea,
        enlace: base + m.enlace,
        datos: m.datos,
      },
    })
    return postSigned(w, { id, type: 'application/json', body })
  }
