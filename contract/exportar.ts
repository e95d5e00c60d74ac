import { z } from 'zod'
import { texto } from './comunes'
import { endpoint } from './endpoint'
import { FORMATOS } from './values/exportar'

export const Formato = z.enum(FORMATOS, { error: 'El formato debe ser xlsx o pdf.' })
export type Formato = z.infer<typeof Formato>

const MAX_COLUMNAS = 60

/** Wire names of the columns of a file in order, separated by commas; absent or blank: all columns of the table. */
export const columnasOpcional = {
  columnas: texto(4000)
    .transform((s) => [...new Set(s.split(',').map((c) => c.trim()))].filter((c) => c !== ''))
    .refine((c) => c.length <= MAX_COLUMNAS, { error: `Como mucho ${MAX_COLUMNAS} columnas.` })
    .transform((c) => (c.length ? c : undefined))
    .optional(),
}

/** Name that the caller chooses for an export or an import, to poll its progress. */
export const seguimientoOpcional = {
  exportacion: z.uuid({ error: 'El identificador de la exportación no es válido.' }).optional(),
}

export const getExportacion = endpoint('GET /api/exportaciones/{id}', null, {
  summary:
    'How far an export or import of the caller is; nothing done of a total not known before it starts and some time after it ended.',
  params: z.object({ id: z.uuid({ error: 'El identificador de la exportación no es válido.' }) }),
  response: z.object({
    /** Rows that are done. */
    hechas: z.number().int(),
    /** Expected number of rows; null while unknown. */
    total: z.number().int().nullable(),
  }),
})
