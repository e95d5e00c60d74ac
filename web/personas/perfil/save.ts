import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { setTokenDeCambio, tokenDeCambio } from '../../lib/session/sesion'
import { uploadFoto } from './foto'

/** The photo of the form: unchanged, a new one, or none. */
export type Foto = { tipo: 'igual' } | { tipo: 'nueva'; blob: Blob; url: string } | { tipo: 'ninguna' }

export type Claves = { actual: string; nueva: string; repetida: string }

export const conClave = (c: Claves) => Boolean(c.actual || c.nueva || c.repetida)

/** Error message for the user: the text of the specification, plus the server's message. */
export class FalloPerfil extends Error {
  readonly detalle: string | undefined
  readonly campo: string | undefined
  constructor(texto: string, causa: unknown) {
    super(texto, { cause: causa })
    const llamada = causa instanceof ErrorLlamada ? causa : undefined
    this.detalle = llamada?.message
    this.campo = llamada?.campo
  }
}

const como = (texto: string) => (causa: unknown) => {
  throw new FalloPerfil(texto, causa)
}

/** Name and photo, as stored on the server. */
export async function saveDatos(nombre: string, foto: Foto, onAvance: (parte: number) => void) {
  const url =
    foto.tipo === 'nueva'
      ? await uploadFoto(foto.blob, onAvance).catch(como('Error al subir la imagen'))
      : undefined
  const { user } = await call(api.updateUser, {
    body: { nombre, foto_perfil: foto.tipo === 'ninguna' ? null : url },
    sinPalabras: 'Error al actualizar el usuario',
  }).catch(como('Hubo un problema al actualizar los datos.'))
  return user
}

export async function saveClave({ actual, nueva }: Claves): Promise<void> {
  const { token } = await call(api.changePassword, {
    body: { current_password: actual, new_password: nueva },
    headers: { authorization: `Bearer ${tokenDeCambio() ?? ''}` },
    sinPalabras: 'Error al cambiar la contraseña',
  }).catch(como('Error al cambiar la contraseña.'))
  setTokenDeCambio(token)
}
