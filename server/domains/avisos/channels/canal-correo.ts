import type { Correo as Cartero } from '../../../platform/mail/mail'
import { htmlOf, type Parrafo, textOf } from '../../../platform/mail/template'
import { formatInstant } from '../../../platform/time/time'
import { tokenDeBaja } from '../baja'
import type { Correo, Envio, Message, Result } from './canal'
import { fallaEnPalabras } from './canal'

const MAX_EN_RESUMEN = 100

/** What nodemailer says, for people. `responseCode` is that of the server. */
function explain(e: unknown): Result {
  const { code, responseCode, response, command } = e as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
  }
  const dice = response ? ` (${response.replace(/\s+/g, ' ').slice(0, 200)})` : ''
  if (code === 'EAUTH') return { retry: `El servidor de correo no acepta el usuario o la contraseña${dice}.` }
  if (responseCode && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return {
      refused: `El servidor de correo no admite ${command === 'RCPT TO' ? 'la dirección' : 'el mensaje'}${dice}.`,
    }
  if (responseCode) return { retry: `El servidor de correo responde ${responseCode}${dice}.` }
  return { retry: `El servidor de correo ${fallaEnPalabras(e)}.` }
}

/** Mail: one notice, or a digest of them, with a way out that needs no session. */
export function createCanalCorreo(cartero: Cartero | null, base: string, zona: string, clave: Buffer) {
  const parrafoOf = (m: Message): Parrafo => ({
    texto: m.linea,
    grave: m.grave,
    nota: formatInstant(m.tiempo, zona),
    boton: { texto: m.boton, url: base + m.enlace },
  })
  return async (a: Correo, e: Envio): Promise<Result> => {
    if (!cartero) return { refused: 'Esta instalación no tiene un servidor de correo.' }
    const [first] = e.mensajes
    const n = e.mensajes.length
    const resto = n - MAX_EN_RESUMEN
    const parrafos: Parrafo[] = [
      ...(e.resumen ? [{ texto: n === 1 ? '1 aviso' : `${n} avisos`, fuerte: true }] : []),
      ...e.mensajes.slice(0, MAX_EN_RESUMEN).map(parrafoOf),
      ...(resto > 0
        ? [{ texto: `Y ${resto} más.`, boton: { texto: 'Ver todos los avisos', url: `${base}/avisos` } }]
        : []),
    ]
    const { informe } = e
    const token = tokenDeBaja(clave, informe ?? { usuario: a.usuario })
    const salida = `${base}/baja?t=${token}`
    const pie: Parrafo[] = informe
      ? [
          {
            texto: `Retorna le envía la vista «${informe.nombre}» porque así lo pidió en ${informe.pantalla}.`,
            boton: { texto: 'Dejar de recibirla', url: salida },
          },
        ]
      : [
          {
            texto: 'Retorna le envía este correo porque así está en su perfil.',
            boton: { texto: 'Elegir qué avisos recibe', url: `${base}/perfil` },
          },
          { texto: '', boton: { texto: 'Dejar de recibir avisos por correo', url: salida } },
        ]
    try {
      await cartero.send({
        para: a,
        asunto: e.resumen ? `Resumen: ${n === 1 ? first.asunto : `${n} avisos`}` : first.asunto,
        texto: textOf(parrafos, pie),
        html: htmlOf(parrafos, pie),
        id: e.id,
        adjuntos: informe && 'cuerpo' in informe.adjunto ? [informe.adjunto] : [],
        cabeceras: {
          'List-Unsubscribe': `<${base}/api/avisos/baja?t=${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      })
      return { ok: true }
    } catch (error) {
      return explain(error)
    }
  }
}
