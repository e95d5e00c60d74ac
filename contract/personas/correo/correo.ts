import { z } from 'zod'
import { DireccionCorreo, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Clave } from '../usuarios/usuarios'

export const EstadoCorreo = z.object({
  /** Confirmed mail address. */
  correo: z.string().nullable(),
  /** Mail address that is not confirmed yet. */
  pendiente: z.string().nullable(),
})

export const getCorreo = endpoint('GET /api/correo', null, {
  summary: 'Where the caller gets mail.',
  response: EstadoCorreo,
})

export const setCorreo = endpoint('PUT /api/correo', null, {
  summary:
    'Get mail at another address, once its link is followed; null: none. Who has the address can set a new password.',
  body: z.object({ correo: DireccionCorreo, password: Clave }),
  response: EstadoCorreo,
})

export const confirmCorreo = endpoint('POST /api/correo/confirmar', null, {
  summary: 'Confirm an address with the link that was sent to it.',
  body: z.object({ token: texto(100, 'Falta el enlace.') }),
  response: z.object({ correo: z.string() }),
})

export const requestClave = endpoint('POST /api/olvido', null, {
  summary: 'Mail a link for a new password. The answer does not tell whether there is such an account.',
  body: z.object({ usuario: texto(254, 'Falta el usuario.').min(1, { error: 'Falta el usuario.' }) }),
  response: SinContenido,
})
