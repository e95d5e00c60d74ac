import { z } from 'zod'
import { empresaOpcional, Instante, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CAUSAS, MAX_TRANSICIONES } from './transiciones-values'

const Parte = z.number().min(0).max(1)

/** A reader's evidence for a place decision. */
const Oyente = z.object({
  /** Nickname of the reader, or its MAC; null: it no longer exists. */
  lector: z.string().nullable(),
  /** Mean signal strength in dBm; null: not reported. */
  media: z.number().nullable(),
  /** Adverts that it heard. */
  oyo: z.number().int(),
  /** Adverts that it could have heard. */
  de: z.number().int(),
  /** Expected mean signal strength and share of adverts at the likeliest place and at the second one. */
  esperado: z.array(z.object({ media: z.number(), oye: Parte })).max(2),
})

/** Why the reported place of a container changed. */
export const Transicion = z.object({
  momento: Instante,
  causa: z.enum(CAUSAS),
  /** Version of the learned plant model; 0: none. */
  version: z.number().int(),
  /** The evidence: period, and number of adverts. */
  desde: Instante,
  hasta: Instante,
  anuncios: z.number().int(),
  /** The likeliest places, the reported one first. */
  lugares: z.array(z.object({ nombre: z.string(), p: Parte })).max(3),
  /** Readers that heard it, the strongest signal first. */
  lectores: z.array(Oyente).max(6),
  /** Readers that reported nothing at all in that period. */
  mudos: z.array(z.string()).max(100),
})
export type Transicion = z.infer<typeof Transicion>

export const listTransiciones = endpoint('GET /api/contenedores/{apodo}/transiciones', 'inventario:leer', {
  summary:
    'Why a container is told to be where it is: its last changes of place, newest first, of up to 90 days.',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(Transicion).max(MAX_TRANSICIONES) }),
})
