import type { Config } from '../config/config'

export type MailMessage = {
  para: { nombre: string; correo: string }
  asunto: string
  texto: string
  html: string
  /** The same at every retry: a receiver that has the mail already shows it once. */
  id?: string
  cabeceras?: Record<string, string>
  adjuntos?: { nombre: string; tipo: string; cuerpo: Buffer }[]
}

/** A mail server that does not answer for this long counts as down. */
const ESPERA_MS = 10_000

/** Sends mail through the server of the settings; null where none is set. Errors are those of nodemailer. */
export function createCorreo({ SMTP_URL, SMTP_DE }: Pick<Config, 'SMTP_URL' | 'SMTP_DE'>) {
  if (!SMTP_URL || !SMTP_DE) return null
  const open = async () => {
    const { default: nodemailer } = await import('nodemailer')
    return nodemailer.createTransport({
      url: SMTP_URL,
      connectionTimeout: ESPERA_MS,
      greetingTimeout: ESPERA_MS,
      socketTimeout: ESPERA_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transporte: ReturnType<typeof open> | undefined
  const dominio = SMTP_DE.address.split('@')[1]
  return {
    async send(c: MailMessage): Promise<void> {
      transporte ??= open()
      await (await transporte).sendMail({
        from: SMTP_DE,
        to: { name: c.para.nombre, address: c.para.correo },
        subject: c.asunto,
        text: c.texto,
        html: c.html,
        messageId: c.id && `<${c.id}@${dominio}>`,
        attachments: c.adjuntos?.map((a) => ({
          filename: a.nombre,
          contentType: a.tipo,
          content: a.cuerpo,
        })),
        headers: { 'Auto-Submitted': 'auto-generated', ...c.cabeceras },
      })
    },
  }
}

export type Correo = NonNullable<ReturnType<typeof createCorreo>>
