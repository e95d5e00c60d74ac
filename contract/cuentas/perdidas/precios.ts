import { z } from 'zod'
import { empresaOpcional } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Informe, MAX_CAMBIOS_INFORME } from '../../importar'

export const MAX_PRECIOS_ARCHIVO = 10_000
export const MAX_PRECIOS_BYTES = 1024 * 1024

export const InformePrecios = Informe.extend({
  cambios: z
    .array(
      z.object({
        linea: z.number().int(),
        /** Blank: all families without a price of their own. */
        familia: z.string(),
        desde: z.iso.date(),
        centimos: z.number().int(),
        /** The price that is set for that day; null: none. */
        antes: z.number().int().nullable(),
      }),
    )
    .max(MAX_CAMBIOS_INFORME),
})
export type InformePrecios = z.infer<typeof InformePrecios>

export const importPrecios = endpoint('POST /api/perdidas/precios/importar', 'perdidas:escribir', {
  formFile: 'archivo',
  summary:
    'Import a CSV or Excel (field `archivo`, multipart/form-data) with the columns familia, desde, precio: its good lines, all of them or none. With `ensayo=true` nothing is written.',
  query: z.object({ ensayo: z.enum(['true', 'false']).default('false'), ...empresaOpcional }),
  response: InformePrecios,
})
