import { z } from 'zod'
import { Dia, porEmpresa, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { MAX_FESTIVOS, MAX_PLANTAS, MAX_TURNOS, reviewTurnos } from './values'

const hora = z.string({ error: 'Falta la hora.' }).max(5)
const turnos = z
  .array(z.object({ desde: hora, hasta: hora }))
  .max(MAX_TURNOS, { error: `Como mucho ${MAX_TURNOS} turnos al día.` })
  .superRefine((t, ctx) => {
    const message = reviewTurnos(t)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

export const Calendario = z.object({
  /** Plant whose locations it applies to; empty: all plants without a calendar of their own. */
  planta: texto(60, 'Falta la planta.'),
  /** Shifts of each weekday, Monday first, by the plant's clock. */
  semana: z.array(turnos).length(7, { error: 'La semana tiene siete días.' }),
  /** Days on which no shift begins. */
  festivos: z
    .array(z.object({ dia: Dia, nombre: texto(80, 'Falta el nombre.') }))
    .max(MAX_FESTIVOS, { error: `Como mucho ${MAX_FESTIVOS} festivos.` })
    .refine((f) => new Set(f.map((x) => x.dia)).size === f.length, { error: 'Hay un día repetido.' }),
})
export type Calendario = z.infer<typeof Calendario>

export const Calendarios = z.object({
  /** Plants of the company's locations. */
  plantas: z.array(z.string()).max(10_000),
  data: z.array(Calendario).max(MAX_PLANTAS),
})

export const listCalendarios = endpoint('GET /api/empresas/{id}/calendarios', 'ajustes:leer', {
  summary: 'When the plants of a company work. Without a calendar no open hours are told.',
  ...porEmpresa,
  response: Calendarios,
})

export const setCalendario = endpoint('PUT /api/empresas/{id}/calendarios', 'ajustes:escribir', {
  summary: 'Set when a plant works, or all plants without a calendar of their own.',
  ...porEmpresa,
  body: Calendario,
  response: Calendarios,
})

export const removeCalendario = endpoint('DELETE /api/empresas/{id}/calendarios', 'ajustes:escribir', {
  summary: 'Remove the calendar of a plant.',
  ...porEmpresa,
  query: z.object({ planta: texto(60).default('') }),
  response: Calendarios,
})
