import { z } from 'zod'
import { DireccionCorreo, empresaOpcional, Id, Instante, NumeroEmpresa, porId, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato } from '../../exportar'
import { Clave, Nombre, Username } from '../../personas/usuarios/usuarios'
import { CLASES_TERCERO, MAX_LUGARES_TERCERO, MAX_TERCEROS } from './values'

/** Monthly statement by mail: that of the past month, on the first of each month. */
export const ExtractoMensual = z.object({
  activo: z.boolean(),
  correo: z.string(),
  formato: Formato,
  /** Next due time; null: switched off. */
  siguiente: Instante.nullable(),
  /** The last statement that was sent: its month, and when. */
  ultimo: z.object({ mes: z.string(), enviado: Instante }).nullable(),
  /** Why the last statement was not sent; null: it was sent, or none was due. */
  error: z.string().nullable(),
})
export type ExtractoMensual = z.infer<typeof ExtractoMensual>

export const Tercero = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  nombre: z.string(),
  clase: z.enum(CLASES_TERCERO),
  /** Places of the partner: containers there are in its account. */
  lugares: z.array(z.object({ id: z.number().int(), nombre: z.string() })),
  /** The company's own places that lead to the partner: a container that leaves one and is not heard any more goes into its account. */
  salidas: z.array(z.object({ id: z.number().int(), nombre: z.string() })),
  /** People of the partner, who see its balance and its statement. */
  personas: z.array(z.object({ id: z.number().int(), nombre: z.string(), username: z.string() })),
  /** Null: never configured. */
  mensual: ExtractoMensual.nullable(),
})
export type Tercero = z.infer<typeof Tercero>

export const listTerceros = endpoint('GET /api/custodia/terceros', 'custodia:leer', {
  summary: 'Customers, suppliers and carriers that have containers of a company, by name.',
  query: z.object({ ...empresaOpcional }),
  response: z.object({ data: z.array(Tercero).max(10_000) }),
})

export const DatosTercero = z.object({
  nombre: texto(120, 'Falta el nombre.')
    .min(1, { error: 'Falta el nombre.' })
    .transform((s) => s.normalize('NFC')),
  clase: z.enum(CLASES_TERCERO, { error: 'Debe ser cliente, proveedor o transportista.' }),
  lugares: z
    .array(Id, { error: 'Faltan los lugares.' })
    .max(MAX_LUGARES_TERCERO, { error: `Como mucho ${MAX_LUGARES_TERCERO} lugares.` }),
  /** Absent: not changed. */
  salidas: z
    .array(Id, { error: 'Faltan las salidas.' })
    .max(MAX_LUGARES_TERCERO, { error: `Como mucho ${MAX_LUGARES_TERCERO} lugares.` })
    .optional(),
  /** Absent: not changed. */
  mensual: z
    .object({
      activo: z.boolean({ error: 'Debe ser verdadero o falso.' }),
      correo: DireccionCorreo,
      formato: Formato,
    })
    .refine((m) => m.correo !== null || !m.activo, {
      error: 'Falta la dirección de correo.',
      path: ['correo'],
    })
    .optional(),
})

export const createTercero = endpoint('POST /api/custodia/terceros', 'custodia:escribir', {
  summary: `Add a partner with its places; a company has ${MAX_TERCEROS} at most. Its places are in no other's account, and each own place leads to one partner at most.`,
  body: DatosTercero.extend({ empresa: NumeroEmpresa.optional() }),
  response: Tercero,
})

export const updateTercero = endpoint('PUT /api/custodia/terceros/{id}', 'custodia:escribir', {
  summary:
    'Change the name of a partner, what it is, its places, or the own places that lead to it. Entries that follow from what was seen in its places are corrected by others; departures count from now on.',
  ...porId,
  body: DatosTercero,
  response: Tercero,
})

export const createPersonaTercero = endpoint('POST /api/custodia/terceros/{id}/personas', null, {
  summary:
    'An account for somebody of a partner: it sees the balance and the statement of that partner and nothing else.',
  ...porId,
  body: z.object({ username: Username, nombre: Nombre, password: Clave }),
  response: Tercero,
})
