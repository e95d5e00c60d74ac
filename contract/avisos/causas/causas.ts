import { z } from 'zod'
import { empresaOpcional, entero, filtro, Instante, MacSerie, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CLASES_CAUSA, LARGO_NOTA_CAUSA } from './values'

/** What a cause was found by; which fields it has depends on its kind. */
export const EvidenciaCausa = z.object({
  oidos: z.number().optional(),
  callados: z.number().optional(),
  habitual: z.number().optional(),
  azar: z.number().optional(),
  desfase_s: z.number().optional(),
  detalle: z.string().optional(),
  lectores: z.number().optional(),
  minutos: z.number().optional(),
})

export const Causa = z.object({
  id: z.number().int(),
  clase: z.enum(CLASES_CAUSA),
  empresa: z.number().int(),
  /** Null: a cause of the whole plant. */
  lector: z
    .object({ mac: z.string(), Apodo: z.string().nullable(), Ubicacion: z.string().nullable() })
    .nullable(),
  desde: Instante,
  /** Null: it goes on. */
  hasta: Instante.nullable(),
  /** Time from which no sign of it is left; the cause ends once this has lasted long enough. */
  bien: Instante.nullable(),
  /** The cause of which this one is a part. */
  padre: z.number().int().nullable(),
  evidencia: EvidenciaCausa,
  /** Containers of which nothing is known because of it; 0 once it has ended. */
  afectados: z.number().int(),
  /** Person who works on it, and since when. */
  persona: z.object({ id: z.number().int(), nombre: z.string(), desde: Instante }).nullable(),
  nota: z.string().nullable(),
})
export type Causa = z.infer<typeof Causa>

export const listCausas = endpoint('GET /api/causas', 'averias:leer', {
  summary: 'What broke: open ones first, the newest first. Parts of another cause are within that one.',
  query: z.object({
    estado: opcional(z.enum(['abiertas', 'acabadas'])),
    clase: opcional(z.enum(CLASES_CAUSA)),
    lector: opcional(MacSerie),
    /** Substring of the reader's nickname or location. */
    search: filtro(200),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
    ...empresaOpcional,
  }),
  response: z.object({ data: z.array(Causa), total: z.number().int() }),
})

const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
})

export const getCausa = endpoint('GET /api/causas/{id}', 'averias:leer', {
  summary:
    'A cause with the containers that wait behind it, its parts, and what there was of the same reader before.',
  params,
  response: Causa.extend({
    /** The first 500 containers, by nickname. */
    contenedores: z.array(
      z.object({
        mac: z.string(),
        Apodo: z.string().nullable(),
        Lugar: z.string().nullable(),
        UltimoRegistro: Instante,
      }),
    ),
    partes: z.array(Causa),
    anteriores: z.array(Causa),
  }),
})

export const takeCausa = endpoint('PUT /api/causas/{id}/persona', 'averias:escribir', {
  summary: 'Say that the caller looks into a cause, or no longer does, with a note.',
  params,
  body: z.object({ mia: z.boolean(), nota: texto(LARGO_NOTA_CAUSA).nullish() }),
  response: Causa,
})
