import { z } from 'zod'
import { endpoint } from './endpoint'

/** What the web needs to know of the installation before and after login. */
export const getInstalacion = endpoint({
  method: 'GET',
  path: '/api/ajustes',
  summary: 'Public settings of this installation.',
  response: z.object({
    tileStyleUrl: z.string().nullable(),
    dashboardUrl: z.string().nullable(),
    chatbotUrl: z.string().nullable(),
    zonaHoraria: z.string(),
    demo: z.boolean(),
  }),
})
