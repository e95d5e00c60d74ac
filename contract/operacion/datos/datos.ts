import { z } from 'zod'
import { Archivo, empresaOpcional, entero, instantePedido, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CONJUNTOS, FORMATOS_DATOS, MAX_FILAS_DATOS } from './values'

export const getDatos = endpoint('GET /api/datos/{conjunto}', 'datos:leer', {
  summary:
    'A set of data as a file; the headers Cursor-Siguiente and Link (rel="next") say how to ask for what follows or has changed since.',
  params: z.object({ conjunto: z.enum(CONJUNTOS, { error: 'Ese conjunto de datos no existe.' }) }),
  query: z.object({
    ...empresaOpcional,
    formato: z
      .enum(FORMATOS_DATOS, { error: 'El formato debe ser ndjson, csv o parquet.' })
      .default('ndjson'),
    /** Only for the first call: rows from this moment on. */
    desde: opcional(instantePedido('desde debe ser un instante ISO 8601 con zona.')),
    cursor: opcional(texto(12_000)),
    limite: entero('limite', MAX_FILAS_DATOS, MAX_FILAS_DATOS),
  }),
  response: Archivo,
})
