import type { Correo as Cartero } from '../../../platform/mail/mail'
import { htmlOf, type Parrafo, textOf } from '../../../platform/mail/template'
import { formatInstant } from '../../../platform/time/time'
import { tokenDeBaja } from '../baja'
import type { Correo, Envio, InformeExtracto, Message, Result } from './canal'
import { fallaEnPalabras } from './canal'

const MAX_EN_RESUMEN = 100
const SIN_CARTERO: Result = { refused: 'Esta instalación no tiene un servidor de correo.' }

/** A Spanish text for an error of nodemailer. `responseCode` is the mail server's. */
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

/** Sends mails: one notice, or a digest, with a link to unsubscribe that needs no session. */
export function createCanalCorreo(cartero: Cartero | null, base: string, zona: string, clave: Buffer) {
  const parrafoOf = (m: Message): Parrafo => ({
    texto: m.linea,
    grave: m.grave,
    nota: formatInstant(m.tiempo, zona),
    boton: { texto: m.boton, url: base + m.enlace },
  })
  /** Sends to a person of a partner, who may have no account. */
  async function sendExtracto(a: Correo, id: string, x: InformeExtracto): Promise<Result> {
    if (!cartero) return SIN_CARTERO
    const parrafos: Parrafo[] = x.lineas.map((texto) => ({ texto }))
    if (x.enlace !== null)
      parrafos.push({ texto: '', boton: { texto: 'Abrir el extracto', url: base + x.enlace } })
    const pie: Parrafo[] = [{ texto: x.pie }]
    try {
      await cartero.send({
        para: a,
        asunto: x.asunto,
        texto: textOf(parrafos, pie),
        html: htmlOf(parrafos, pie),
        id,
        adjuntos: x.adjunto ? [x.adjunto] : [],
      })
      return { ok: true }
    } catch (error) {
      return explain(error)
    }
  }

  return async (a: Correo, e: Envio): Promise<Result> => {
    if (!cartero) return SIN_CARTERO
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
    if (informe && 'extracto' in informe) return sendExtracto(a, e.id, informe)
    if (a.usuario === null) return { refused: 'A esa dirección solo va el extracto de un tercero.' }
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
