import { z } from 'zod'
import { filtro, Redireccion } from '../../comunes'
import { endpoint } from '../../endpoint'

export const enterSso = endpoint('GET /api/sso/entrar', null, {
  summary: "Leads the browser to the identity provider's login.",
  query: z.object({
    /** Path of ours to return to. */
    volver: filtro(2000),
  }),
  response: Redireccion,
})

export const returnSso = endpoint('GET /api/sso/vuelta', null, {
  summary:
    'Where the identity provider sends the browser back to; leads to where the login was for, or to why it was refused.',
  response: Redireccion,
})
