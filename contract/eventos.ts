import { z } from 'zod'
import { empresaOpcional, entero, filtro, Instante, opcional } from './comunes'
import { Estado } from './dispositivos'
import { endpoint } from './endpoint'

export const Evento = z.looseObject({
  id: z.string(),
  ApodoDispositivo: z.string().nullable(),
  Dispositivo: z.string(),
  ApodoLector: z.string().nullable(),
  Bateria: z.number().nullable(),
  Time: Instante,
  Estado,
  Etiqueta: z.string().nullable(),
  temperatura: z.number().nullable(),
  /** JSON text; its keys are columns of the row. */
  Valor: z.string(),
})
export type Evento = z.infer<typeof Evento>

/** A plant day, or a longer prefix of `YYYY-MM-DD HH:MM:SS` down to the second. */
export const PREFIJO_TIEMPO =
  /^\d{4}-\d{2}-\d{2}(?:[ T](?:\d|\d{2}(?::(?:\d|\d{2}(?::(?:\d|\d{2})?)?)?)?)?)?$/

export const FiltrosEvento = z.object({
  search: filtro(200),
  apodoLector: filtro(200),
  timestamp: filtro(25).refine((s) => s === undefined || PREFIJO_TIEMPO.test(s), {
    error: 'La fecha debe tener el formato AAAA-MM-DD HH:MM:SS, o ser el comienzo de una.',
  }),
  estado: opcional(Estado),
  ...empresaOpcional,
})

export const getTableData = endpoint({
  method: 'GET',
  path: '/api/get_table_data',
  summary: 'A page of events, newest first, with the exact total.',
  query: FiltrosEvento.extend({
    page: entero('page', 1_000_000_000, 1),
    per_page: entero('per_page', 1000, 20),
  }),
  response: z.object({ data: z.array(Evento), total: z.number().int(), total_pages: z.number().int() }),
})
