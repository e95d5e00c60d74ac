import { z } from 'zod'
import { Instante, NumeroEmpresa, porId, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato } from '../../exportar'
import { CUANDOS, MAX_BUSQUEDA, MAX_NOMBRE_VISTA, MAX_VISTAS, PANTALLAS_VISTA } from './values'

const Pantalla = z.enum(PANTALLAS_VISTA, { error: 'Esa pantalla no tiene vistas.' })
const Cuando = z.enum(CUANDOS, { error: 'Debe ser dia, lunes o mes.' })
const Hora = z
  .string({ error: 'Falta la hora.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'La hora debe tener el formato HH:MM.' })

/** Names and values of a URL or a call, in the format of a screen. */
const parametros = (falta: string) =>
  z
    .record(z.string().max(64), z.union([texto(MAX_BUSQUEDA), z.number(), z.boolean()]), { error: falta })
    .refine((b) => JSON.stringify(b).length <= MAX_BUSQUEDA, { error: 'Hay demasiados filtros.' })

const Nombre = texto(MAX_NOMBRE_VISTA, 'Falta el nombre.').min(1, { error: 'Falta el nombre.' })
const Compartida = z.boolean({ error: 'Debe ser verdadero o falso.' })

const EnvioVista = z.object({
  formato: Formato,
  cuando: Cuando,
  /** Plant time. */
  hora: Hora,
  /** Company whose rows are mailed, for an administrator of all companies; null: all companies, or for other people their own. */
  empresa: z.number().int().nullable(),
  siguiente: Instante,
  /** When it was last sent; null: not yet. */
  ultimo: Instante.nullable(),
  /** Why the last one was not delivered. */
  error: z.string().nullable(),
})
export type EnvioVista = z.infer<typeof EnvioVista>

export const Vista = z.object({
  id: z.number().int(),
  pantalla: Pantalla,
  nombre: z.string(),
  /** Search params of the screen's address. */
  busqueda: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  compartida: z.boolean(),
  /** The caller owns it. */
  mia: z.boolean(),
  /** The caller may remove it. */
  eliminable: z.boolean(),
  /** Name of its owner. */
  de: z.string(),
  /** How it is mailed to the caller; null: not mailed. */
  envio: EnvioVista.nullable(),
})
export type Vista = z.infer<typeof Vista>

export const listVistas = endpoint('GET /api/vistas', null, {
  summary:
    'Views of a screen that the caller keeps, and those shared in the company; whether mail reaches the caller.',
  query: z.object({ pantalla: Pantalla }),
  response: z.object({
    data: z.array(Vista),
    /** `sin_servidor`: the installation sends no mail; `sin_direccion`: the caller has no confirmed address. */
    correo: z.enum(['listo', 'sin_servidor', 'sin_direccion']),
    direccion: z.string().nullable(),
  }),
})
export type ListaVistas = z.infer<(typeof listVistas)['response']>

const contenido = {
  busqueda: parametros('Falta la búsqueda.'),
  /** Query of the screen's export: filters, order and columns of the file. */
  consulta: parametros('Falta la consulta.'),
}

export const createVista = endpoint('POST /api/vistas', null, {
  summary: `Keep the filters of a screen under a name, at most ${MAX_VISTAS}; only who may change things shares.`,
  body: z.object({ pantalla: Pantalla, nombre: Nombre, compartida: Compartida, ...contenido }),
  response: Vista,
})

export const updateVista = endpoint('PUT /api/vistas/{id}', null, {
  summary: 'Rename an own view, share it or no more, and put other filters in it.',
  ...porId,
  body: z.object({ nombre: Nombre, compartida: Compartida, contenido: z.object(contenido).optional() }),
  response: Vista,
})

export const removeVista = endpoint('DELETE /api/vistas/{id}', null, {
  summary: 'Take away an own view; a shared one its administrators may take away too.',
  ...porId,
  response: SinContenido,
})

export const setEnvioVista = endpoint('PUT /api/vistas/{id}/envio', null, {
  summary:
    'Mail a view to the caller as a file each day, each Monday or the first of each month. 409 without mail.',
  ...porId,
  body: z.object({ formato: Formato, cuando: Cuando, hora: Hora, empresa: NumeroEmpresa.nullish() }),
  response: Vista,
})

export const removeEnvioVista = endpoint('DELETE /api/vistas/{id}/envio', null, {
  summary: 'Mail a view to the caller no more.',
  ...porId,
  response: SinContenido,
})
