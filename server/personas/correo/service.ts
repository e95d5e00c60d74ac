import { newToken } from '../../platform/auth/cookie'
import { asActor } from '../../platform/db/actor'
import type { Db } from '../../platform/db/client'
import { conflicto, ErrorHttp, entradaNoValida } from '../../platform/http/errores'
import type { Correo } from '../../platform/mail/mail'
import { htmlOf, type Parrafo, textOf } from '../../platform/mail/template'
import { usernameClave } from '../acceso/nombre'
import type { RateLimits } from '../acceso/rate-limit'
import { hashToken, issueClave } from '../acceso/service'
import * as repo from './repo'

export type MailMessages = {
  /** Null: this installation sends no mail. */
  correo: Correo | null
  /** Base URL of the application without a slash at its end: from the settings, never from a request. */
  base: string
  onFail: (e: unknown) => void
}

const VALE_CORREO_MS = 48 * 3_600_000
const VALE_CLAVE_MS = 3_600_000

const mailMessage = (para: { nombre: string; correo: string }, asunto: string, parrafos: Parrafo[]) => ({
  para,
  asunto,
  texto: textOf(parrafos),
  html: htmlOf(parrafos),
})

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/** What remains to be done after the transaction that saved an address. */
export type Confirmacion = {
  /** Mails the link. If sending fails it throws 502 and removes the address again: an address without a sent link is not kept. */
  send(write: Write): Promise<void>
}

const NADA: Confirmacion = { send: async () => {} }

/**
 * Saves a user's new address, which becomes active when the link in the mail is followed; null removes the present address. The mail server
 * may take many seconds: `send` talks to it after the transaction, which holds locks.
 */
export async function putCorreo(
  tx: Db,
  mailMessages: MailMessages,
  who: { id: number; nombre: string },
  correo: string | null,
): Promise<Confirmacion> {
  const previous = await repo.getPendiente(tx, who.id)
  if (correo === null) {
    await repo.removeCorreo(tx, who.id)
    return NADA
  }
  if (correo.toLowerCase() === previous.correo?.toLowerCase()) {
    await repo.removePendiente(tx, who.id)
    return NADA
  }
  const cartero = mailMessages.correo
  if (!cartero) throw conflicto('Esta instalación no tiene un servidor de correo.', 'sin_correo')
  const token = newToken()
  const hash = hashToken(token)
  await repo.savePendiente(tx, who.id, correo, hash, new Date(Date.now() + VALE_CORREO_MS))
  const parrafos = [
    { texto: `Hola, ${who.nombre}:` },
    {
      texto: 'Confirme que esta dirección es suya, para recibir en ella los avisos de Retorna.',
      boton: { texto: 'Confirmar la dirección', url: `${mailMessages.base}/correo?token=${token}` },
    },
    { texto: 'El enlace vale 48 horas. Si no lo ha pedido usted, no haga nada.' },
  ]
  const confirmacion = mailMessage(
    { nombre: who.nombre, correo },
    'Confirme su dirección de correo',
    parrafos,
  )
  return {
    async send(write) {
      try {
        await cartero.send(confirmacion)
      } catch (e) {
        mailMessages.onFail(e)
        await write((despues) => repo.restorePendiente(despues, who.id, hash, previous))
        throw new ErrorHttp(
          502,
          'correo_no_enviado',
          'No se ha podido enviar el correo de confirmación. Revise la dirección o inténtelo más tarde.',
          'correo',
        )
      }
    },
  }
}

/** Confirms the address of this link. Throws 400. */
export async function confirmCorreo(db: Db, token: string, ip: string): Promise<string> {
  const hash = hashToken(token)
  const who = await repo.findPendiente(db, hash)
  const hecho =
    who &&
    (await asActor(db, { id: who.id, username: who.username, direccion: ip }, (tx) =>
      repo.confirmPendiente(tx, hash),
    ))
  if (!hecho) throw entradaNoValida('El enlace no es válido, ya se ha usado o ha caducado.', 'token')
  return hecho.correo
}

/**
 * Mails a password link to the users with this name or confirmed address. The lookup and the mail run in the background: the answer, and
 * the time it takes, do not show whether there is such a user.
 */
export async function requestClave(
  db: Db,
  rateLimits: RateLimits,
  mailMessages: MailMessages,
  usuario: string,
  ip: string,
): Promise<void> {
  const { correo, base, onFail } = mailMessages
  if (!correo) throw conflicto('Esta instalación no tiene un servidor de correo.', 'sin_correo')
  await rateLimits.olvido.intento(usernameClave(usuario), ip)
  const send = async () => {
    for (const u of await repo.listPorNombreOCorreo(db, usernameClave(usuario), usuario)) {
      const codigo = await issueClave(db, u.id, new Date(Date.now() + VALE_CLAVE_MS))
      const destino = new URLSearchParams({ restablecer: '1', usuario: u.username, codigo })
      const parrafos = [
        { texto: `Hola, ${u.nombre}:` },
        {
          texto: `Alguien ha pedido una contraseña nueva para su cuenta de Retorna, ${u.username}.`,
          boton: { texto: 'Elegir una contraseña nueva', url: `${base}/login?${destino}` },
        },
        {
          texto:
            'El enlace vale una vez, durante una hora. Si no lo ha pedido usted, no haga nada: su contraseña sigue siendo la misma.',
        },
      ]
      await correo.send(mailMessage(u, 'Contraseña nueva para Retorna', parrafos))
    }
  }
  void send().catch(onFail)
}
