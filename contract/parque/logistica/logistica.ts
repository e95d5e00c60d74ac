import { z } from 'zod'
import { Archivo, empresaOpcional, filtro, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, seguimientoOpcional } from '../../exportar'
import { Informe, MAX_CAMBIOS_INFORME } from '../../importar'
import { COLUMNAS_LT, UBICACIONES_LT } from './values'

export const MAX_LT = 10_000
export const MAX_CSV_BYTES = 1024 * 1024

/** Family of its containers: the part of their nicknames before the hyphen. */
export const CodigoLt = texto(32, 'Falta el código')
  .min(1, { error: 'Falta el código' })
  .refine((s) => !s.includes('-'), { error: 'El código va sin guion: es lo que precede al guion del apodo.' })
export const DescripcionLt = texto(200, 'Falta la descripción')
export const TotalLt = z
  .number({ error: 'El total debe ser un número entero.' })
  .int({ error: 'El total debe ser un número entero.' })
  .min(0, { error: 'El total no puede ser negativo.' })
  .max(1_000_000, { error: 'El total debe ser 1000000 o menos.' })

export const FilaLt = z.object({
  empresa: z.number().int(),
  codigo: z.string(),
  descripcion: z.string(),
  /** Target number of containers. */
  total: z.number().int(),
  /** Containers at each of the eight locations, in the order of UBICACIONES_LT. */
  cuentas: z.array(z.number().int()).length(UBICACIONES_LT.length),
  /** Containers at any other location. */
  otras: z.number().int(),
  /** Containers of `cuentas` that may be elsewhere; the last number is for `otras`. */
  dudosas: z.array(z.number().int()).length(UBICACIONES_LT.length + 1),
  /** In the same order: containers that no reader hears there any more. */
  sin_senal: z.array(z.number().int()).length(UBICACIONES_LT.length + 1),
  /** Containers at a known location. */
  encontrados: z.number().int(),
})
export type FilaLt = z.infer<typeof FilaLt>

export const getLogistica = endpoint('GET /api/logistica', 'logistica:leer', {
  summary: 'The LT catalogue with how many containers of each code are where.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(FilaLt).max(100_000) }),
})

export type ColumnaLt = (typeof COLUMNAS_LT)[number]

export const exportLogistica = endpoint('GET /api/export_logistica', 'logistica:leer', {
  summary: 'The board as Tablero_Montaje_Final.xlsx, with its groups and its totals.',
  query: z.object({
    /** Substring of the code or the description. */
    search: filtro(200),
    /** Only codes of which fewer containers are found than there should be. */
    falta: opcional(z.literal('si')),
    orden: z.enum(COLUMNAS_LT).default('codigo'),
    sentido: z.enum(['asc', 'desc']).default('asc'),
    ...empresaOpcional,
    ...columnasOpcional,
    ...seguimientoOpcional,
  }),
  response: Archivo,
})

const params = z.object({ codigo: CodigoLt })

export const updateLt = endpoint('PUT /api/logistica/lt/{codigo}', 'logistica:escribir', {
  summary: 'Change description and total of an LT code.',
  params,
  body: z.object({ ...empresaOpcional, descripcion: DescripcionLt, total: TotalLt }),
  response: z.object({ ok: z.literal(true) }),
})

export const deleteLt = endpoint('DELETE /api/logistica/lt/{codigo}', 'logistica:escribir', {
  summary: 'Take an LT code out of the catalogue; its containers stay.',
  params,
  query: z.object(empresaOpcional),
  response: z.object({ ok: z.literal(true) }),
})

const Lt = z.object({ descripcion: z.string(), total: z.number().int() })

export const InformeLt = Informe.extend({
  cambios: z
    .array(
      Lt.extend({
        linea: z.number().int(),
        codigo: z.string(),
        /** The present values of the catalogue; null: the code is new. */
        antes: Lt.nullable(),
      }),
    )
    .max(MAX_CAMBIOS_INFORME),
})
export type InformeLt = z.infer<typeof InformeLt>

export const importLogistica = endpoint('POST /api/logistica/importar', 'logistica:escribir', {
  formFile: 'archivo',
  summary:
    'Import a CSV (field `archivo`, multipart/form-data) with the columns codigo, descripcion, total: its good lines, all of them or none. With `ensayo=true` nothing is written.',
  query: z.object({ ensayo: z.enum(['true', 'false']).default('false'), ...empresaOpcional }),
  response: InformeLt,
})
