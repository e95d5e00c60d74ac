import { z } from 'zod'
import { Archivo, Instante, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { UsuarioSesion } from '../acceso/sesion'
import { Clave, Nombre } from './usuarios'

export const updateUser = endpoint('POST /api/update_user', null, {
  summary: 'Change name and photo of the caller.',
  body: z.object({
    nombre: Nombre,
    /** Address of an uploaded photo of the caller; null or blank removes the photo, absent keeps it. */
    foto_perfil: texto(200, 'La foto no es válida.').nullish(),
  }),
  response: z.object({ message: z.string(), user: UsuarioSesion }),
})

export const changePassword = endpoint('POST /api/change_password', null, {
  summary:
    'Set a new password. Takes the token of login as bearer, beside the cookie; ends the other sessions and renews this one and its token.',
  body: z.object({ current_password: Clave, new_password: Clave }),
  response: z.object({ ok: z.literal(true), message: z.string(), token: z.string() }),
})

export const uploadProfileImage = endpoint('POST /api/upload_profile_image', null, {
  formFile: 'file',
  summary:
    'Upload a JPEG (multipart, field `file`), at most 1 MiB and 800x800; update_user then takes its address.',
  response: z.object({ url: z.string() }),
})

export const getProfileImage = endpoint('GET /api/profile_image', null, {
  summary: 'Address of the photo of the caller.',
  response: z.object({ url: z.string().nullable() }),
})

export const getFoto = endpoint('GET /api/fotos/{nombre}', null, {
  summary: 'A photo, for whoever may see its user.',
  params: z.object({
    nombre: z.string().regex(/^[0-9a-f]{32}\.jpg$/, { error: 'Ese nombre de foto no es válido.' }),
  }),
  response: Archivo,
})

export const SesionAbierta = z.object({
  id: z.string(),
  creada: Instante,
  usada: Instante,
  direccion: z.string().nullable(),
  agente: z.string().nullable(),
  /** The session of this call. */
  actual: z.boolean(),
})
export type SesionAbierta = z.infer<typeof SesionAbierta>

export const listSesiones = endpoint('GET /api/sesiones', null, {
  summary: 'Open sessions of the caller, the last used first, at most 200.',
  response: z.array(SesionAbierta),
})

export const removeSesion = endpoint('DELETE /api/sesiones/{id}', null, {
  summary: 'End a session of the caller.',
  params: z.object({ id: z.uuid({ error: 'El identificador no es válido.' }) }),
  response: SinContenido,
})

const Codigo = texto(40, 'Falta el código de verificación.')

export const getSegundoFactor = endpoint('GET /api/segundo_factor', null, {
  summary: 'Second factor of the caller.',
  response: z.object({
    activo: z.boolean(),
    /** Recovery codes that are left. */
    codigos: z.number().int(),
    /** The installation requires a second factor, and the caller has none. */
    pendiente: z.boolean(),
  }),
})

export const prepareSegundoFactor = endpoint('POST /api/segundo_factor/preparar', null, {
  summary: 'A new secret for the app of the caller; it counts once a code of it has been shown.',
  body: z.object({ password: Clave }),
  response: z.object({ secreto: z.string(), uri: z.string() }),
})

export const activateSegundoFactor = endpoint('POST /api/segundo_factor/activar', null, {
  summary: 'Turn the second factor on with a code of the app; the ten recovery codes are shown once.',
  body: z.object({ codigo: Codigo }),
  response: z.object({ codigos: z.array(z.string()) }),
})

export const removeSegundoFactor = endpoint('POST /api/segundo_factor/quitar', null, {
  summary: 'Turn the second factor off.',
  body: z.object({ password: Clave, codigo: Codigo }),
  response: SinContenido,
})
