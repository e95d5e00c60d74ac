import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Formato } from '#contract/exportar'
import { demasiadas } from '../http/errores'
import { type Seguimiento, seguidas } from './avance'
import { pdfStream } from './pdf'
import type { Tabla } from './tabla'
import { xlsxStream } from './xlsx'
import { xlsxAgrupado } from './xlsx-agrupado'

const TIPO = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

type Archivo<T> = Tabla<T> & {
  formato: Formato
  /** Rows that there will be, once that is known. */
  total: () => number | null
}

/** Files that one process makes at once: each holds a connection to the database and a share of the processor. */
const A_LA_VEZ = 4
const SEGUNDOS = 10
let enMarcha = 0

function makeFlujo<T>(archivo: Archivo<T>): Readable {
  if (archivo.formato === 'pdf') return pdfStream(archivo)
  return archivo.columnas.some((c) => c.grupo) ? xlsxAgrupado(archivo) : xlsxStream(archivo)
}

/**
 * Send a file as it is made; a reader who goes away ends the making. Throws 429 where as many files as may be are being
 * made already.
 * @param nombre with its ending
 */
export function sendFlujo(
  reply: FastifyReply,
  nombre: string,
  formato: Formato,
  make: () => Readable,
): FastifyReply {
  if (enMarcha >= A_LA_VEZ)
    throw demasiadas(SEGUNDOS, 'Hay demasiadas exportaciones en marcha. Espere a que termine alguna.')
  enMarcha++
  const flujo = make()
  reply.raw.once('close', () => {
    enMarcha--
    flujo.destroy()
  })
  return reply
    .header('content-disposition', `attachment; filename="${nombre}"`)
    .header('cache-control', 'no-store')
    .type(TIPO[formato])
    .send(flujo)
}

/** Send a table as a file; see `sendFlujo`. */
export function sendArchivo<T>(reply: FastifyReply, quien: Seguimiento, archivo: Archivo<T>): FastifyReply {
  const { nombre, formato, filas, total } = archivo
  return sendFlujo(reply, `${nombre}.${formato}`, formato, () =>
    makeFlujo({ ...archivo, filas: seguidas(filas, quien, total) }),
  )
}
