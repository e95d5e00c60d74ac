import { z } from 'zod'
import { Instante } from '../../comunes'
import { SITUACIONES } from '../ubicaciones/lugar-values'

/** A container at a place, from when to when. */
export const Estancia = z.object({
  Ubicacion: z.string().nullable(),
  /** The place in words. For the present stay it is the container's own Lugar, which says where it may be instead. */
  Lugar: z.string().nullable(),
  /** How the place of the present stay is known, as for the container; null: a past stay. */
  Situacion: z.enum(SITUACIONES).nullable(),
  /** Certainty of the place of the present stay, 0 to 1; null: not known, or a past stay. */
  Certeza: z.number().nullable(),
  /** The reader of the place that heard it last. */
  ApodoLector: z.string().nullable(),
  /** All readers of the place that heard it best at some time of the stay, the last one first. */
  lectores: z.array(z.string()).max(100),
  desde: Instante,
  /** Null: the stay goes on. */
  hasta: Instante.nullable(),
  /** No reader heard it for long after `hasta`: the time at which it left is unknown. */
  silencio: z.boolean(),
  /** Stage of its loop to which the place belonged then, if any. */
  Etapa: z.string().nullable(),
  /** Open minutes of the stay by the plant's calendar, until now for the present stay; null: there is no calendar. */
  minutos_abiertos: z.number().int().nullable(),
  Lat: z.number().nullable(),
  Lon: z.number().nullable(),
})
export type Estancia = z.infer<typeof Estancia>
