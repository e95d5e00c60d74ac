import { z } from 'zod'
import { empresaOpcional, Instante, texto } from '../comunes'
import { endpoint } from '../endpoint'
import { RUTAS } from '../rutas'
import { CAUSAS, MAX_TRANSICIONES } from '../valores/dispositivos/transiciones'

const Parte = z.number().min(0).max(1)

/** What a reader heard of the adverts that a place was judged by. */
const Oyente = z.object({
  /** Nickname of the reader, its mac where it has none; null: it is there no more. */
  lector: z.string().nullable(),
  /** Mean signal strength, dBm; null: not told. */
  media: z.number().nullable(),
  /** Adverts it heard, of those it could have told of. */
  oyo: z.number().int(),
  de: z.number().int(),
  /** Mean signal strength and share heard that the first and the second place let expect. */
  esperado: z.array(z.object({ media: z.number(), oye: Parte })).max(2),
})

/** Why another place was reported for a container than before. */
export const Transicion = z.object({
  momento: Instante,
  causa: z.enum(CAUSAS),
  /** Version of what was learned of the plant that it was weighed by; 0: nothing. */
  version: z.number().int(),
  /** The evidence: from when to when, and how many adverts. */
  desde: Instante,
  hasta: Instante,
  anuncios: z.number().int(),
  /** The most likely places, the one told first. */
  lugares: z.array(z.object({ nombre: z.string(), p: Parte })).max(3),
  /** Those that heard it, the loudest first. */
  lectores: z.array(Oyente).max(6),
  /** Readers that told nothing of anything then. */
  mudos: z.array(z.string()).max(100),
})
export type Transicion = z.infer<typeof Transicion>

export const listTransiciones = endpoint({
  ...RUTAS.listTransiciones,
  summary:
    'Why a container is told to be where it is: its last changes of place, newest first, of up to 90 days.',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(Transicion).max(MAX_TRANSICIONES) }),
})
