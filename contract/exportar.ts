import { z } from 'zod'
import { texto } from './comunes'
import { endpoint } from './endpoint'
import { RUTAS } from './rutas'
import { FORMATOS } from './valores/exportar'

export const Formato = z.enum(FORMATOS, { error: 'El formato debe ser xlsx o pdf.' })
export type Formato = z.infer<typeof Formato>

const MAX_COLUMNAS = 60

/** Wire names of the columns of a file in their order, with commas between; absent or blank: all that the table has. */
export const columnasOpcional = {
  columnas: texto(4000)
    .transform((s) => [...new Set(s.split(',').map((c) => c.trim()))].filter((c) => c !== ''))
    .refine((c) => c.length <= MAX_COLUMNAS, { error: `Como mucho ${MAX_COLUMNAS} columnas.` })
    .transform((c) => (c.length ? c : undefined))
    .optional(),
}

/** Name that the caller gives to an export or an import in order to ask how far it is. */
export const seguimientoOpcional = {
  exportacion: z.uuid({ error: 'El identificador de la exportación no es válido.' }).optional(),
}

export const getExportacion = endpoint({
  ...RUTAS.getExportacion,
  summary:
    'How far an export or import of the caller is; nothing done of a total not known before it starts and some time after it ended.',
  params: z.object({ id: z.uuid({ error: 'El identificador de la exportación no es válido.' }) }),
  response: z.object({
    /** Rows done. */
    hechas: z.number().int(),
    /** Rows that there will be; null while that is not known. */
    total: z.number().int().nullable(),
  }),
})
