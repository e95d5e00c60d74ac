import type { FastifyReply } from 'fastify'
import { pdfStream } from './pdf'
import type { Tabla } from './tabla'
import { xlsxStream } from './xlsx'

const TIPO = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Send a table as a file; a reader who goes away ends the writing. */
export function sendArchivo<T>(
  reply: FastifyReply,
  tabla: Tabla<T> & { formato: keyof typeof TIPO },
): FastifyReply {
  const flujo = tabla.formato === 'xlsx' ? xlsxStream(tabla) : pdfStream(tabla)
  reply.raw.on('close', () => flujo.destroy())
  return reply
    .header('content-disposition', `attachment; filename="${tabla.nombre}.${tabla.formato}"`)
    .header('cache-control', 'no-store')
    .type(TIPO[tabla.formato])
    .send(flujo)
}
