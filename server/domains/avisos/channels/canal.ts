import type { CanalEntrega } from '#contract/valores/avisos/avisos'

/** A notice as a channel says it. */
export type Message = {
  /** Null: a trial. */
  id: number | null
  tipo: string
  grave: boolean
  asunto: string
  linea: string
  /** What the button to `enlace`, a path of the application, says. */
  boton: string
  enlace: string
  tiempo: Date
  datos: object
}

/** A view that is mailed as a file. */
export type Informe = {
  envioVista: number
  /** Of the view, and of its screen. */
  nombre: string
  pantalla: string
  /** Path of the application to it. */
  enlace: string
  /** The file; or why there is none, for people. */
  adjunto: { nombre: string; tipo: string; cuerpo: Buffer } | { motivo: string }
}

/** What goes to one destination at once: one notice, those of a digest, or a view. */
export type Envio = {
  /** The same at every try. */
  id: string
  mensajes: [Message, ...Message[]]
  resumen: boolean
  informe?: Informe
}

/**
 * What became of it: taken; not now, for this reason and for that many seconds at least; not this one, ever; or the
 * destination is no more. Reasons are Spanish, for people.
 */
export type Result =
  | { ok: true }
  | { retry: string; esperaS?: number }
  | { refused: string }
  | { gone: string }

export type Correo = { usuario: number; nombre: string; correo: string }
/** `empresa`: whose messages go there, and to whose hosts. */
export type Suscripcion = { id: number; empresa: number; direccion: string; p256dh: string; auth: string }
export type Webhook = { id: number; empresa: number; url: string; secretos: string[] }

export type Destinos = { correo: Correo; push: Suscripcion; webhook: Webhook }

export type Canales = { [C in CanalEntrega]: (a: Destinos[C], e: Envio) => Promise<Result> }

/** What the network says of somebody, for people: what follows `El receptor`. */
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
