import { z } from 'zod'
import { DireccionCorreo, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { RUTAS } from '../../rutas'
import { Clave } from '../usuarios/usuarios'

export const EstadoCorreo = z.object({
  /** Confirmed mail address. */
  correo: z.string().nullable(),
  /** Mail address that is not confirmed yet. */
  pendiente: z.string().nullable(),
})

export const getCorreo = endpoint({
  ...RUTAS.getCorreo,
  summary: 'Where the caller gets mail.',
  response: EstadoCorreo,
})

export const setCorreo = endpoint({
  ...RUTAS.setCorreo,
  summary:
    'Get mail at another address, once its link is followed; null: none. Who has the address can set a new password.',
  body: z.object({ correo: DireccionCorreo, password: Clave }),
  response: EstadoCorreo,
})

export const confirmCorreo = endpoint({
  ...RUTAS.confirmCorreo,
  summary: 'Confirm an address with the link that was sent to it.',
  body: z.object({ token: texto(100, 'Falta el enlace.') }),
  response: z.object({ correo: z.string() }),
})

export const requestClave = endpoint({
  ...RUTAS.requestClave,
  summary: 'Mail a link for a new password. The answer does not tell whether there is such an account.',
  body: z.object({ usuario: texto(254, 'Falta el usuario.').min(1, { error: 'Falta el usuario.' }) }),
  response: SinContenido,
})
