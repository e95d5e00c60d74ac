import type { CanalEntrega } from '#contract/avisos/avisos/values'

/** A notice in the form that channels send. */
export type Message = {
  /** Null: a test message. */
  id: number | null
  tipo: string
  grave: boolean
  asunto: string
  linea: string
  /** Label of the button that leads to `enlace`, a path of the application. */
  boton: string
  enlace: string
  tiempo: Date
  datos: object
}

/** A view that is mailed as a file. */
export type Informe = {
  envioVista: number
  /** Names of the view and of its screen. */
  nombre: string
  pantalla: string
  /** Path of the application to the view. */
  enlace: string
  /** The file; or a text for people why there is none. */
  adjunto: { nombre: string; tipo: string; cuerpo: Buffer } | { motivo: string }
}

/** A statement of a partner that is mailed. */
export type InformeExtracto = {
  extracto: true
  asunto: string
  lineas: string[]
  /** Why the mail is sent, and how to unsubscribe. */
  pie: string
  /** Path of the application to it; null: no user of the partner can open it. */
  enlace: string | null
  /** Null: the file is too large, as `lineas` say. */
  adjunto: { nombre: string; tipo: string; cuerpo: Buffer } | null
}

/** One message to a destination: a notice, the notices of a digest, or a file. */
export type Envio = {
  /** The same in each retry. */
  id: string
  mensajes: [Message, ...Message[]]
  resumen: boolean
  informe?: Informe | InformeExtracto
}

/**
 * Result of sending: accepted; failed for now, with a reason and the least seconds to wait; refused for good; or the destination no longer
 * exists. Reasons are Spanish texts for people.
 */
export type Result =
  | { ok: true }
  | { retry: string; esperaS?: number }
  | { refused: string }
  | { gone: string }

/** `usuario` null: the receiver has no account here. */
export type Correo = { usuario: number | null; nombre: string; correo: string }
/** `empresa`: the company whose messages go there, and whose allowed hosts apply. */
export type Suscripcion = { id: number; empresa: number; direccion: string; p256dh: string; auth: string }
export type Webhook = { id: number; empresa: number; url: string; secretos: string[] }

export type Destinos = { correo: Correo; push: Suscripcion; webhook: Webhook }

export type Canales = { [C in CanalEntrega]: (a: Destinos[C], e: Envio) => Promise<Result> }

/** A Spanish text for a network error, which follows `El receptor`. */
export function fallaEnPalabras(e: unknown): string {
  const { code, message } = e as NodeJS.ErrnoException
  const words: Record<string, string> = {
    ECONNREFUSED: 'no acepta la conexión',
    ECONNRESET: 'corta la conexión',
    EPIPE: 'corta la conexión',
    ENOTFOUND: 'tiene un nombre que no existe en la red',
    EAI_AGAIN: 'tiene un nombre que ahora no se encuentra',
    ETIMEDOUT: 'no responde a tiempo',
    EHOSTUNREACH: 'no se alcanza desde aquí',
    ENETUNREACH: 'no se alcanza desde aquí',
    CERT_HAS_EXPIRED: 'tiene un certificado caducado',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tiene un certificado que no es de confianza',
    ERR_TLS_CERT_ALTNAME_INVALID: 'tiene un certificado de otro nombre',
  }
  const inside = /\b(E[A-Z_]{4,})\b/.exec(message)?.[1]
  return (
    words[code ?? ''] ??
    words[inside ?? ''] ??
    (code?.startsWith('HPE_')
      ? 'responde con algo que no es HTTP'
      : /^no responde/.test(message)
        ? message
        : `falla: ${message}`)
  )
}
