import { z } from 'zod'
import { Archivo, Dia, empresaOpcional, entero, filtro, Instante, opcional } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { Estado } from '../../parque/dispositivos/dispositivos'
import { PREFIJO_TIEMPO } from './values'

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
  empresa: z.number().int(),
})
export type Evento = z.infer<typeof Evento>

export const FiltrosEvento = z.object({
  search: filtro(200),
  apodoLector: filtro(200),
  timestamp: filtro(25).refine((s) => s === undefined || PREFIJO_TIEMPO.test(s), {
    error: 'La fecha debe tener el formato AAAA-MM-DD HH:MM:SS, o ser el comienzo de una.',
  }),
  estado: opcional(Estado),
  ...empresaOpcional,
})

export const getTableData = endpoint('GET /api/get_table_data', 'eventos:leer', {
  summary: 'A page of events, newest first, with the exact total.',
  query: FiltrosEvento.extend({
    page: entero('page', 1_000_000_000, 1),
    per_page: entero('per_page', 1000, 20),
  }),
  response: z.object({ data: z.array(Evento), total: z.number().int(), total_pages: z.number().int() }),
})

export const exportEventos = endpoint('GET /api/export_eventos', 'eventos:leer', {
  summary: 'The events of the filter as eventos.xlsx or eventos.pdf, with the columns asked for.',
  query: FiltrosEvento.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

const diaOpcional = opcional(Dia)

export const exportEventosExcel = endpoint('GET /api/export_eventos_excel', 'eventos:leer', {
  summary: 'All events of the filter between two plant days, both included, as eventos_completo.xlsx.',
  query: FiltrosEvento.extend({
    start_date: diaOpcional,
    end_date: diaOpcional,
    ...columnasOpcional,
    ...seguimientoOpcional,
  }).refine((q) => !q.start_date || !q.end_date || q.start_date <= q.end_date, {
    error: 'La fecha de fin es anterior a la de inicio.',
    path: ['end_date'],
  }),
  response: Archivo,
})
