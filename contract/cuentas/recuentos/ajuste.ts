import { z } from 'zod'
import { empresaOpcional, NumeroEmpresa } from '../../comunes'
import { endpoint } from '../../endpoint'

export const AjusteRecuentos = z.object({
  /** The count is signed by another person than those who opened and closed it. */
  firma: z.boolean({ error: 'Debe ser verdadero o falso.' }),
})

export const getAjusteRecuentos = endpoint('GET /api/recuentos/ajuste', 'recuentos:leer', {
  summary: 'How a company wants its counts.',
  query: z.object(empresaOpcional),
  response: AjusteRecuentos,
})

export const setAjusteRecuentos = endpoint('PUT /api/recuentos/ajuste', 'recuentos:escribir', {
  summary: 'Set how a company wants its counts, from the next one that is closed on.',
  body: AjusteRecuentos.extend({ empresa: NumeroEmpresa.optional() }),
  response: AjusteRecuentos,
})
