import { z } from 'zod'
import { empresaOpcional, Instante, texto } from '../comunes'
import { endpoint } from '../endpoint'
import { RUTAS } from '../rutas'
import { CLASES_CAUSA } from '../valores/eventos/causas'

/** What somebody did with a container: said where it is, gave it another tag, or changed it otherwise. */
export const HECHOS_PERSONA = ['lugar', 'etiqueta', 'alta', 'cambio'] as const

export const getPorQue = endpoint({
  ...RUTAS.getPorQue,
  summary:
    'What led a container to where it is and where it usually goes next: its last movement, the leg before, the fault that it waits behind, and who had it in hand last.',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
  response: z.object({
    /** When its tag last told that it moves. */
    movimiento: Instante.nullable(),
    /** From where it came, when it left there and when it was here; null: nothing is known of before. */
    tramo: z.object({ de: z.string().nullable(), salio: Instante, llego: Instante }).nullable(),
    /** The stage that containers of its family most often go to from here, of this many in eight weeks; null: too few to say. */
    siguiente: z
      .object({
        etapa: z.string(),
        /** Chance, by Laplace's rule of succession. */
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
