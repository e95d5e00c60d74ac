import { z } from 'zod'
import { Instante } from '../comunes'
import { SITUACIONES } from '../valores/dispositivos/lugar'

/** A container at a place, from when to when. */
export const Estancia = z.object({
  Ubicacion: z.string().nullable(),
  /** The same in words: of the stay that goes on as the container's own Lugar, which says where it may be instead. */
  Lugar: z.string().nullable(),
  /** How the place is known of the stay that goes on, as of the container; null: past. */
  Situacion: z.enum(SITUACIONES).nullable(),
  /** How sure it is then, 0 to 1; null: not known, or past. */
  Certeza: z.number().nullable(),
  /** The reader of the place that heard it last. */
  ApodoLector: z.string().nullable(),
  /** All readers of the place that heard it best during the stay, the last one first. */
  lectores: z.array(z.string()).max(100),
  desde: Instante,
  /** Null while it goes on. */
  hasta: Instante.nullable(),
  /** Nobody heard it after `hasta` for long: when it left is not known. */
  silencio: z.boolean(),
  /** Stage of its loop that the place belongs to, where one was reported. */
  Etapa: z.string().nullable(),
  /** Open minutes of it by the plant's calendar, up to now where it goes on; null: there is no calendar. */
  minutos_abiertos: z.number().int().nullable(),
  Lat: z.number().nullable(),
  Lon: z.number().nullable(),
})
export type Estancia = z.infer<typeof Estancia>
