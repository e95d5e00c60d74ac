import { z } from 'zod'
import { empresaOpcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Informe, MAX_CAMBIOS_INFORME } from '../../importar'
import { LARGO_DOCUMENTO, LARGO_NOTA_CUSTODIA, MAX_CANTIDAD } from './values'

export const MAX_FILAS_ALBARANES = 2000
export const MAX_ALBARANES_BYTES = 1024 * 1024
/** Maximum number of containers that all lines of a file name together. */
export const MAX_NOMBRADOS_ALBARANES = 5000

/** Cells of one line of a file of delivery notes. */
export const CeldasAlbaran = {
  tercero: texto(120).min(1, { error: 'Falta el tercero.' }),
  documento: texto(LARGO_DOCUMENTO).min(1, { error: 'Falta el documento.' }),
  familia: texto(64).transform((s) => s.normalize('NFC')),
  cantidad: z
    .number({ error: 'La cantidad debe ser un número entero.' })
    .max(MAX_CANTIDAD, { error: 'La cantidad es demasiado grande.' }),
  nota: texto(LARGO_NOTA_CUSTODIA),
}

export const InformeAlbaranes = Informe.extend({
  /** A line that was entered, by which all of them are undone together; null: none was. */
  movimiento: z.number().int().nullable(),
  /** Lines that are entered, or with `ensayo` would be. */
  cambios: z
    .array(
      z.object({
        linea: z.number().int(),
        tercero: z.string(),
        documento: z.string(),
        /** Plant day. */
        dia: z.string(),
        clase: z.enum(['enviado', 'devuelto']),
        cantidad: z.number().int(),
        /** Blank: no family, or named containers of several families. */
        familia: z.string(),
        nombrados: z.boolean(),
      }),
    )
    .max(MAX_CAMBIOS_INFORME),
})
export type InformeAlbaranes = z.infer<typeof InformeAlbaranes>

export const importAlbaranes = endpoint('POST /api/custodia/albaranes/importar', 'custodia:escribir', {
  formFile: 'archivo',
  summary:
    'Enter the lines of delivery notes from a CSV or Excel (field `archivo`, multipart/form-data) with the columns tercero, movimiento, fecha, documento, familia, cantidad, contenedores, nota: all of them or none. A line that is in the book already is not entered again. With `ensayo=true` nothing is written; lines with errors are a 409 unless `con_errores=omitir` leaves them out.',
  query: z.object({
    ensayo: z.enum(['true', 'false']).default('false'),
    con_errores: z.enum(['impedir', 'omitir']).default('impedir'),
    ...empresaOpcional,
  }),
  response: InformeAlbaranes,
})
