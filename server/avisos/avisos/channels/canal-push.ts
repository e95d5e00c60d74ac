import { DestinoProhibido, post, type Salida } from '../delivery/salida'
import type { Envio, Result, Suscripcion } from './canal'
import { fallaEnPalabras } from './canal'

export type Vapid = { publica: string; privada: string }

export async function createVapid(): Promise<Vapid> {
  const { default: webpush } = await import('web-push')
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  return { publica: publicKey, privada: privateKey }
}

/** How long a push service keeps a message for a device that is offline, s. */
const VALE_S = 24 * 3600

/** Web push: encrypted for the device, signed with the keys of the installation. */
export function createPush(
  salidaOf: (empresa: number) => Salida,
  contacto: string,
  { publica, privada }: Vapid,
) {
  return async (s: Suscripcion, { id, mensajes: [m] }: Envio): Promise<Result> => {
    const cuerpo = JSON.stringify({ titulo: m.asunto, texto: m.linea, enlace: m.enlace, id, grave: m.grave })
    try {
      const { default: webpush } = await import('web-push')
      const { endpoint, headers, body } = webpush.generateRequestDetails(
        { endpoint: s.direccion, keys: { p256dh: s.p256dh, auth: s.auth } },
        cuerpo,
        {
          TTL: VALE_S,
          urgency: m.grave ? 'high' : 'normal',
          vapidDetails: { subject: contacto, publicKey: publica, privateKey: privada },
        },
      )
      const cabeceras = Object.fromEntries(
        Object.entries(headers).map(([k, v]) => [k.toLowerCase(), String(v)]),
      )
      const { estado, esperaS } = await post(endpoint, cabeceras, body ?? '', salidaOf(s.empresa))
      if (estado >= 200 && estado < 300) return { ok: true }
      if (estado === 404 || estado === 410) return { gone: 'El dispositivo ya no admite avisos.' }
      if (estado === 413)
        return { refused: 'El servicio de avisos del navegador no admite un mensaje tan largo.' }
      return { retry: `El servicio de avisos del navegador responde ${estado}.`, esperaS }
    } catch (e) {
      if (e instanceof DestinoProhibido) return { refused: e.message }
      return { retry: `El servicio de avisos del navegador ${fallaEnPalabras(e)}.` }
    }
  }
}
