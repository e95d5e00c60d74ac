import { z } from 'zod'
import { Dispositivo } from './dispositivos/dispositivos'

/** `GET /api/live`: server-sent events, at most one `cambios` a second for each client. */
export const RUTA_LIVE = '/api/live'

/**
 * Event `cambios`: devices of which something changed that people look for, each once. Being heard again is none: when,
 * and how strongly, is what a client asks for every minute.
 */
export const Cambios = z.object({
  /** True when more devices changed than fit: the client should ask again for what it shows. */
  recargar: z.boolean(),
  dispositivos: z.array(Dispositivo).max(500),
})
export type Cambios = z.infer<typeof Cambios>

/** Event `aviso`, without data: people of the caller's company have been told something. */

/** Event `avisos`: readers of the company that are silent now. */
export const Avisos = z.object({
  lectoresSinSenal: z
    .array(z.object({ mac: z.string(), apodo: z.string().nullable(), desde: z.string().nullable() }))
    .max(1000),
})
export type Avisos = z.infer<typeof Avisos>
