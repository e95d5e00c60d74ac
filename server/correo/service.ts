import { nuevoToken } from '../acceso/cookie'
import type { Frenos } from '../acceso/freno'
import { usernameClave } from '../acceso/nombre'
import { hashToken, issueClave } from '../acceso/service'
import { asAutor } from '../db/autor'
import type { Db } from '../db/cliente'
import { conflicto, ErrorHttp, entradaNoValida } from '../http/errores'
import type { Correo } from './correo'
import { htmlDe, type Parrafo, textoDe } from './plantilla'
import * as repo from './repo'

export type Cartas = {
  /** Null: this installation sends no mail. */
  correo: Correo | null
  /** Address of the application, without a slash at its end: that of the settings, never what a caller says. */
  base: string
  onFail: (e: unknown) => void
}

const VALE_CORREO_MS = 48 * 3_600_000
const VALE_CLAVE_MS = 3_600_000

const carta = (para: { nombre: string; correo: string }, asunto: string, parrafos: Parrafo[]) => ({
  para,
  asunto,
  texto: textoDe(parrafos),
  html: htmlDe(parrafos),
})

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/** What is left to do once the transaction stands that gave somebody an address. */
export type Confirmacion = {
  /** Mail the link. Throws 502 where it cannot be sent, and takes the address back: one to which nothing can be sent is not kept. */
  send(write: Write): Promise<void>
}

const NADA: Confirmacion = { send: async () => {} }

/**
 * An address for somebody, which counts once the link in the mail is followed; null takes the one there is away.
 * A mail server may take many seconds: it is spoken to by `send`, after the transaction, which holds locks.
 */
export async function putCorreo(
  tx: Db,
  cartas: Cartas,
  quien: { id: number; nombre: string },
  correo: string | null,
): Promise<Confirmacion> {
  const previo = await repo.getPendiente(tx, quien.id)
  if (correo === null) {
    await repo.removeCorreo(tx, quien.id)
    return NADA
  }
  if (correo.toLowerCase() === previo.correo?.toLowerCase()) {
    await repo.removePendiente(tx, quien.id)
    return NADA
  }
  const cartero = cartas.correo
  if (!cartero) throw conflicto('Esta instalación no tiene un servidor de correo.', 'sin_correo')
  const token = nuevoToken()
  const hash = hashToken(token)
  await repo.savePendiente(tx, quien.id, correo, hash, new Date(Date.now() + VALE_CORREO_MS))
  const parrafos = [
    { texto: `Hola, ${quien.nombre}:` },
    {
      texto: 'Confirme que esta dirección es suya, para recibir en ella los avisos de Retorna.',
      boton: { texto: 'Confirmar la dirección', url: `${cartas.base}/correo?token=${token}` },
    },
    { texto: 'El enlace vale 48 horas. Si no lo ha pedido usted, no haga nada.' },
  ]
  const confirmacion = carta({ nombre: quien.nombre, correo }, 'Confirme su dirección de correo', parrafos)
  return {
    async send(write) {
      try {
        await cartero.send(confirmacion)
      } catch (e) {
        cartas.onFail(e)
        await write((despues) => repo.restorePendiente(despues, quien.id, hash, previo))
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

/** The address whose link this is counts. Throws 400. */
export async function confirmCorreo(db: Db, token: string, ip: string): Promise<string> {
  const hash = hashToken(token)
  const quien = await repo.findPendiente(db, hash)
  const hecho =
    quien &&
    (await asAutor(db, { id: quien.id, username: quien.username, direccion: ip }, (tx) =>
      repo.confirmPendiente(tx, hash),
    ))
  if (!hecho) throw entradaNoValida('El enlace no es válido, ya se ha usado o ha caducado.', 'token')
  return hecho.correo
}

/**
 * Mail a link for a new password to whoever has this name or confirmed address. What is found, and how long sending
 * takes, shows in no answer: it goes on by itself.
 */
export async function requestClave(
  db: Db,
  frenos: Frenos,
  cartas: Cartas,
  usuario: string,
  ip: string,
): Promise<void> {
  const { correo, base, onFail } = cartas
  if (!correo) throw conflicto('Esta instalación no tiene un servidor de correo.', 'sin_correo')
  await frenos.olvido.intento(usernameClave(usuario), ip)
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
      await correo.send(carta(u, 'Contraseña nueva para Retorna', parrafos))
    }
  }
  void send().catch(onFail)
}
