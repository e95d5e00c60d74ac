import { z } from 'zod'
import { empresaOpcional, entero, Instante, opcional } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CUALES_VISTOS, MAX_CUARENTENA, MAX_VISTOS } from './values'

export const RUTA_LECTURAS = '/api/lecturas/{formato}'

/** Answer to a gateway. All counted readings are committed. */
export const Recibo = z.object({
  aceptadas: z.number().int(),
  duplicadas: z.number().int(),
  sin_registrar: z.number().int(),
  rechazadas: z.number().int(),
})
export type Recibo = z.infer<typeof Recibo>

export const listVistos = endpoint('GET /api/vistos_sin_registrar', 'inventario:leer', {
  summary: 'Tags that readers hear and nobody registered, newest first.',
  query: z.object({
    limite: entero('limite', MAX_VISTOS, 100),
    /** `etiquetas`: those that look like tags of the company; `paso`: the others. Absent: all. */
    cuales: opcional(z.enum(CUALES_VISTOS)),
    ...empresaOpcional,
  }),
  response: z.array(
    z.object({
      mac: z.string(),
      veces: z.number().int(),
      primera: Instante,
      ultima: Instante,
      ApodoLector: z.string().nullable(),
      rssi: z.number().nullable(),
      aleatoria: z.boolean(),
      /** A person took it off a container as broken. */
      rota: z.boolean(),
      /** It looks like a tag of the company, not like a telephone that passes by. */
      parece_etiqueta: z.boolean(),
    }),
  ),
})

export const listCuarentena = endpoint('GET /api/cuarentena', 'lectores:leer', {
  summary: 'Messages that could not be read, newest first.',
  query: z.object({ limite: entero('limite', MAX_CUARENTENA, 100), ...empresaOpcional }),
  response: z.array(
    z.object({
      id: z.string(),
      recibida: Instante,
      formato: z.string(),
      via: z.string(),
      lector: z.string().nullable(),
      motivo: z.string(),
      detalle: z.string(),
      veces: z.number().int(),
      muestra: z.string(),
    }),
  ),
})

export const replayCuarentena = endpoint('POST /api/cuarentena/{id}/reprocesar', 'lectores:escribir', {
  summary: 'Read a quarantined message again; it leaves the quarantine when it can be read now.',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  response: Recibo,
})
