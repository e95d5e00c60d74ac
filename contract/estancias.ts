import { z } from 'zod'
import { Instante } from './comunes'

/** A container at a place, from when to when. */
export const Estancia = z.object({
  Ubicacion: z.string().nullable(),
  /** The reader of the place that heard it last. */
  ApodoLector: z.string().nullable(),
  /** All readers of the place that heard it best during the stay, the last one first. */
  lectores: z.array(z.string()).max(100),
  desde: Instante,
  /** Null while it goes on. */
  hasta: Instante.nullable(),
  /** Nobody heard it after `hasta` for long: when it left is not known. */
  silencio: z.boolean(),
  /** Stage of its loop that the place belongs to, where one was told. */
  Etapa: z.string().nullable(),
  /** Open minutes of it by the plant's calendar, up to now where it goes on; null: there is no calendar. */
  minutos_abiertos: z.number().int().nullable(),
  Lat: z.number().nullable(),
  Lon: z.number().nullable(),
})
export type Estancia = z.infer<typeof Estancia>
