import { z } from 'zod'
import { Dispositivo } from '../../parque/dispositivos/dispositivos'

/** `GET /api/live`: server-sent events, at most one `cambios` a second for each client. */
export const RUTA_LIVE = '/api/live'

/**
 * Event `cambios`: devices with a change that matters to people, each once. A new reading alone is not sent: clients poll the last record
 * and signal strength every minute.
 */
export const Cambios = z.object({
  /** More devices changed than fit into the event: the client should reload what it shows. */
  recargar: z.boolean(),
  dispositivos: z.array(Dispositivo).max(500),
})
export type Cambios = z.infer<typeof Cambios>

/** Event `aviso`, without data: people of the caller's company have a new notice. */

/** Event `avisos`: readers of the company that are silent now. */
export const Avisos = z.object({
  lectoresSinSenal: z
    .array(z.object({ mac: z.string(), apodo: z.string().nullable(), desde: z.string().nullable() }))
    .max(1000),
})
export type Avisos = z.infer<typeof Avisos>
