import { z } from 'zod'
import { Archivo, Dia, empresaOpcional, entero, filtro, Instante, opcional } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato, seguimientoOpcional } from '../../exportar'
import { ACCIONES } from './values'

export const AccionAuditoria = z.enum(ACCIONES, { error: 'La acción debe ser crear, cambiar o eliminar.' })

export const Anotacion = z.object({
  id: z.number().int(),
  momento: Instante,
  username: z.string(),
  direccion: z.string().nullable(),
  empresa: z.number().int().nullable(),
  accion: AccionAuditoria,
  /** Kind of thing: a table of the database. */
  entidad: z.string(),
  entidad_id: z.string(),
  /** Name of the thing for people. */
  nombre: z.string().nullable(),
  /** Changed fields only; all fields if it was created or removed. */
  antes: z.record(z.string(), z.unknown()).nullable(),
  despues: z.record(z.string(), z.unknown()).nullable(),
})
export type Anotacion = z.infer<typeof Anotacion>

export const FiltrosAuditoria = z.object({
  /** Substring of the author, the thing's name or its id. */
  search: filtro(200),
  entidad: filtro(60),
  accion: opcional(AccionAuditoria),
  /** Plant days, both included. */
  desde: opcional(Dia),
  hasta: opcional(Dia),
  ...empresaOpcional,
})

export const listAuditoria = endpoint('GET /api/auditoria', 'auditoria:leer', {
  summary: 'Who did what to what, newest first.',
  query: FiltrosAuditoria.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 1000, 50),
  }),
  response: z.object({
    data: z.array(Anotacion),
    total: z.number().int(),
    /** Kinds of things that have log entries. */
    entidades: z.array(z.string()),
  }),
})

export const exportAuditoria = endpoint('GET /api/export_auditoria', 'auditoria:leer', {
  summary: 'The notes of the filter as auditoria.xlsx or auditoria.pdf.',
  query: FiltrosAuditoria.extend({ formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})
