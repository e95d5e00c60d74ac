import { z } from 'zod'
import { empresaOpcional } from './comunes'
import { endpoint } from './endpoint'

export const getResumenIncidencias = endpoint({
  method: 'GET',
  path: '/api/get_resumen_incidencias',
  summary: 'Open incidents of the last three days.',
  query: z.object(empresaOpcional),
  response: z.object({ totalIncidencias: z.number().int(), contenedoresUnicos: z.number().int() }),
})
