import { z } from 'zod'
import { Archivo, empresaOpcional, filtro, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, seguimientoOpcional } from '../../exportar'
import { Informe } from '../../importar'
import { COLUMNAS_ESTADO, GRUPOS } from './values'

export type Grupo = (typeof GRUPOS)[number]

export const MAX_UBICACIONES = 200
export const MAX_IMAGEN_PX = 6000

const Lector = z.object({ mac: z.string(), apodo: z.string().nullable() })

export const Ubicacion = z.object({
  id: z.number().int(),
  nombre: z.string(),
  planta: z.string(),
  /** One of GRUPOS, or another value of an older database. */
  grupo: z.string(),
  /** Node on the plan, 0..1 of its width and height; null: not on the plan. */
  nodo_x: z.number().nullable(),
  nodo_y: z.number().nullable(),
  lectores: z.array(Lector),
})
export type Ubicacion = z.infer<typeof Ubicacion>

export const Plano = z.object({
  /** Company of the plan. */
  empresa: z.number().int(),
  nombre_empresa: z.string(),
  /** Changes whenever anything below changes. An update must name the version that it is based on. */
  version: z.string(),
  data: z.array(Ubicacion),
  /** Picture that an admin uploaded instead of the drawn plan. */
  imagen: z.object({ url: z.string(), ancho: z.number().int(), alto: z.number().int() }).nullable(),
})
export type Plano = z.infer<typeof Plano>

const id = {
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
}
const version = { version: texto(64, 'Falta version').min(1, { error: 'Falta version' }) }
const coordenada = z
  .number({ error: 'La posición no es válida.' })
  .min(0, { error: 'La posición no es válida.' })
  .max(1, { error: 'La posición no es válida.' })
const nodo = { nodo_x: coordenada.nullable(), nodo_y: coordenada.nullable() }
const conDosEjes = <N extends { nodo_x?: number | null; nodo_y?: number | null }>({ nodo_x, nodo_y }: N) =>
  (nodo_x === undefined) === (nodo_y === undefined) && (nodo_x === null) === (nodo_y === null)
const EJES = { error: 'Las dos coordenadas van juntas.', path: ['nodo_y'] }

export const datosUbicacion = {
  nombre: texto(60, 'Falta el nombre').min(1, { error: 'Falta el nombre' }),
  planta: texto(60).default(''),
  grupo: z.enum(GRUPOS, { error: 'El grupo no es válido.' }),
}

export const listUbicaciones = endpoint('GET /api/ubicaciones', 'ubicaciones:leer', {
  summary:
    "Locations of one company with their nodes and readers; an admin who names none gets their own company's.",
  query: z.object(empresaOpcional),
  response: Plano,
})

export const createUbicacion = endpoint('POST /api/ubicaciones', 'ubicaciones:escribir', {
  summary: 'Add a location. 409 when the plan is not the version named any more, or the name is taken.',
  body: z.object({ ...empresaOpcional, ...version, ...datosUbicacion, ...nodo }).refine(conDosEjes, EJES),
  response: Plano,
})

export const createPorDefecto = endpoint('POST /api/ubicaciones/por_defecto', 'ubicaciones:escribir', {
  summary: 'Add those of the eleven default locations that the company has not.',
  body: z.object({ ...empresaOpcional, ...version }),
  response: Plano,
})

export const MAX_UBICACIONES_BYTES = 256 * 1024

export const InformeUbicaciones = Informe.extend({
  cambios: z
    .array(
      z.object({
        linea: z.number().int(),
        nombre: z.string(),
        planta: z.string(),
        grupo: z.string(),
        nodo_x: z.number().nullable(),
        nodo_y: z.number().nullable(),
        /** Whether there is none of that name yet. */
        nueva: z.boolean(),
      }),
    )
    .max(MAX_UBICACIONES),
})
export type InformeUbicaciones = z.infer<typeof InformeUbicaciones>

export const importUbicaciones = endpoint('POST /api/ubicaciones/importar', 'ubicaciones:escribir', {
  formFile: 'archivo',
  summary:
    'Import a CSV or Excel (field `archivo`, multipart/form-data) with the columns nombre and, if wanted, planta, grupo, x, y (percent of the plan): its good lines, all of them or none. A location of that name is changed. With `ensayo=true` nothing is written.',
  query: z.object({ ensayo: z.enum(['true', 'false']).default('false'), ...empresaOpcional }),
  response: InformeUbicaciones,
})

export const deleteUbicacion = endpoint('DELETE /api/ubicaciones/{id}', 'ubicaciones:escribir', {
  summary: 'Remove a location; its readers and containers have none then.',
  params: z.object(id),
  query: z.object(version),
  response: Plano,
})

const MAX_LECTORES = 1000

/** Update of a location; absent fields are not changed. */
const CambioUbicacion = z
  .object({
    id: z
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
    nombre: datosUbicacion.nombre.optional(),
    planta: texto(60).optional(),
    grupo: datosUbicacion.grupo.optional(),
    nodo_x: nodo.nodo_x.optional(),
    nodo_y: nodo.nodo_y.optional(),
    /** Readers assigned to it: exactly these. */
    macs: z
      .array(texto(64))
      .max(MAX_LECTORES, { error: `Como mucho ${MAX_LECTORES} lectores.` })
      .optional(),
  })
  .refine(conDosEjes, EJES)
export type CambioUbicacion = z.infer<typeof CambioUbicacion>

export const updateUbicaciones = endpoint('PUT /api/ubicaciones', 'ubicaciones:escribir', {
  summary: 'Rename locations, move their nodes, say which readers stand there: all of it, or nothing.',
  body: z.object({
    ...empresaOpcional,
    ...version,
    cambios: z
      .array(CambioUbicacion)
      .min(1, { error: 'Falta qué cambiar.' })
      .max(MAX_UBICACIONES, { error: `Como mucho ${MAX_UBICACIONES} ubicaciones.` }),
  }),
  response: Plano,
})

export const getPlanoImagen = endpoint('GET /api/plano_imagen', 'ubicaciones:leer', {
  summary: "The picture of a company's plan.",
  query: z.object({ ...empresaOpcional, v: filtro(64) }),
  response: Archivo,
})

export const savePlanoImagen = endpoint('POST /api/plano_imagen', 'ubicaciones:escribir', {
  formFile: 'archivo',
  summary: 'Put a PNG, JPEG or WebP (field `archivo`, multipart/form-data) in place of the drawn plan.',
  query: z.object({ ...empresaOpcional, ...version }),
  response: Plano,
})

export const deletePlanoImagen = endpoint('DELETE /api/plano_imagen', 'ubicaciones:escribir', {
  summary: 'Go back to the drawn plan.',
  query: z.object({ ...empresaOpcional, ...version }),
  response: Plano,
})

export const FilaEstado = z.object({
  /** Location name, or `Sin ubicación`. */
  ubicacion: z.string(),
  /** Nickname of the reader, or its MAC; null: none. */
  lector: z.string().nullable(),
  n: z.number().int(),
  /** Of these, containers that may be somewhere else. */
  dudosos: z.number().int(),
  /** Of these, containers that no reader hears any more: they were last there. */
  sin_senal: z.number().int(),
})
export type FilaEstado = z.infer<typeof FilaEstado>

const filtrosEstado = {
  familia: filtro(64),
  /** Name of the location, or `Sin ubicación`. */
  ubicacion: filtro(200),
  ...empresaOpcional,
}

export const getEstado = endpoint('GET /api/estado_ubicaciones', 'ubicaciones:leer', {
  summary: 'How many devices that are no readers each reader of each location hears, and their totals.',
  query: z.object(filtrosEstado),
  response: z.object({
    data: z.array(FilaEstado).max(100_000),
    dispositivos: z.number().int(),
    /** Number of locations among the rows; `Sin ubicación` does not count. */
    ubicaciones: z.number().int(),
  }),
})
export type Estado = z.infer<typeof getEstado.response>

export const exportEstado = endpoint('GET /api/export_estado', 'ubicaciones:leer', {
  summary: 'The same as estado.xlsx.',
  query: z.object({
    ...filtrosEstado,
    orden: z.enum(COLUMNAS_ESTADO).default('ubicacion'),
    sentido: z.enum(['asc', 'desc']).default('asc'),
    ...columnasOpcional,
    ...seguimientoOpcional,
  }),
  response: Archivo,
})
