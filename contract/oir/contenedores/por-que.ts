import { z } from 'zod'
import { CLASES_CAUSA } from '../../avisos/causas/values'
import { empresaOpcional, Instante, texto } from '../../comunes'
import { endpoint } from '../../endpoint'

/** What a person did with a container: confirmed its place, changed its tag, registered it, or changed it otherwise. */
export const HECHOS_PERSONA = ['lugar', 'etiqueta', 'alta', 'cambio'] as const

export const getPorQue = endpoint('GET /api/contenedores/{apodo}/por_que', 'inventario:leer', {
  summary:
    'What led a container to where it is and where it usually goes next: its last movement, the leg before, the fault that it waits behind, and who had it in hand last.',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
  response: z.object({
    /** When its tag last reported movement. */
    movimiento: Instante.nullable(),
    /** Previous place, time of leaving it and time of arrival here; null: unknown. */
    tramo: z.object({ de: z.string().nullable(), salio: Instante, llego: Instante }).nullable(),
    /** The stage that most containers of its family go to from here, and the number of departures in eight weeks; null: too few. */
    siguiente: z
      .object({
        etapa: z.string(),
        /** Probability by Laplace's rule of succession. */
        p: z.number().min(0).max(1),
        n: z.number().int(),
      })
      .nullable(),
    causa: z
      .object({
        id: z.number().int(),
        clase: z.enum(CLASES_CAUSA),
        lector: z.string().nullable(),
        desde: Instante,
      })
      .nullable(),
    persona: z
      .object({
        nombre: z.string(),
        momento: Instante,
        hizo: z.enum(HECHOS_PERSONA),
        detalle: z.string().nullable(),
      })
      .nullable(),
  }),
})
export type PorQue = z.infer<(typeof getPorQue)['response']>
