import { z } from 'zod'
import { Instante } from './comunes'

/** A container at a place, from when to when. */
export const Estancia = z.object({
  Ubicacion: z.string().nullable(),
  ApodoLector: z.string().nullable(),
  desde: Instante,
  /** Null while it goes on. */
  hasta: Instante.nullable(),
  Lat: z.number().nullable(),
  Lon: z.number().nullable(),
})
export type Estancia = z.infer<typeof Estancia>
