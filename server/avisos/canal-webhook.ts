import { createHmac } from 'node:crypto'
import type { Envio, Resultado, Webhook } from './canal'
import { fallaEnPalabras } from './canal'
import { DestinoProhibido, post, type Salida } from './salida'

/** How a secret begins, in the manner of Standard Webhooks; the rest is base64. */
export const PREFIJO_SECRETO = 'whsec_'

const sign = (secreto: string, texto: string) =>
  `v1,${createHmac('sha256', Buffer.from(secreto.slice(PREFIJO_SECRETO.length), 'base64'))
    .update(texto)
    .digest('base64')}`

/** Standard Webhooks: signed with every secret that counts now; what is answered but 2xx is tried again, 410 ends it. */
export function createWebhooks(salidaDe: (empresa: number) => Salida, base: string, ahora: () => Date) {
  return async (w: Webhook, { id, mensajes: [m] }: Envio): Promise<Resultado> => {
    const cuerpo = JSON.stringify({
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
    const segundo = Math.floor(ahora().getTime() / 1000)
    try {
      const { estado, esperaS } = await post(
        w.url,
        {
          'content-type': 'application/json',
          'user-agent': 'Retorna',
          'webhook-id': id,
          'webhook-timestamp': String(segundo),
          'webhook-signature': w.secretos.map((s) => sign(s, `${id}.${segundo}.${cuerpo}`)).join(' '),
        },
        cuerpo,
        salidaDe(w.empresa),
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
}
