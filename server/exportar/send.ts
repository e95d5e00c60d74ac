import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Formato } from '#contract/exportar'
import { watchLector } from '../http/parada'
import { createPlazas } from '../http/plazas'
import { type Seguimiento, seguidas } from './avance'
import { pdfStream } from './pdf'
import type { Filas, Tabla } from './tabla'
import { xlsxStream } from './xlsx'
import { xlsxAgrupado } from './xlsx-agrupado'

const TIPO = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Files that one process makes at once: each holds a connection to the database and a share of the processor. */
const A_LA_VEZ = 4
/** Of these, the ones of one person: who forgets a download keeps nobody else from theirs. */
const POR_PERSONA = 2
const takePlaza = createPlazas(10)

type Pedido<T> = {
  /** File name without extension. */
  nombre: string
  formato: Formato
  filas: Filas<T>
  /** Rows that there will be, once that is known. */
  total: () => number | null
}

/**
 * Send a file as it is made. A reader who goes away or takes nothing any more ends the making; its place is free once the
 * rows have given back their connection. Throws 429 where as many files as may be are being made already.
 */
export function sendFlujo<T>(
  reply: FastifyReply,
  quien: Seguimiento,
  { nombre, formato, filas, total }: Pedido<T>,
  make: (filas: AsyncIterable<readonly T[]>) => Readable,
): FastifyReply {
  const { raw } = reply
  // Who has left already does not leave a second time.
  if (raw.destroyed) return reply.hijack()
  const leavePlaza = takePlaza([
    {
      clave: `persona ${quien.usuario}`,
      max: POR_PERSONA,
      mensaje: `Ya tiene ${POR_PERSONA} exportaciones en marcha. Espere a que termine alguna, o cancélela.`,
    },
    {
      clave: 'proceso',
      max: A_LA_VEZ,
      mensaje: 'Hay demasiadas exportaciones en marcha. Espere a que termine alguna.',
    },
  ])
  let leyendo = false
  let cerrada = false
  async function* contadas(): AsyncGenerator<readonly T[]> {
    leyendo = true
    try {
      yield* seguidas(filas, quien, total)
    } finally {
      leyendo = false
      if (cerrada) leavePlaza()
    }
  }
  let flujo: Readable
  try {
    flujo = make(contadas())
  } catch (e) {
    leavePlaza()
    throw e
  }
  raw.once('close', () => {
    cerrada = true
    flujo.destroy()
    if (!leyendo) leavePlaza()
  })
  watchLector(raw, reply.server.paradaMaxMs)
  return reply
    .header('content-disposition', `attachment; filename="${nombre}.${formato}"`)
    .header('cache-control', 'no-store')
    .type(TIPO[formato])
    .send(flujo)
}

/** Send a table as a file; see `sendFlujo`. */
export function sendArchivo<T>(
  reply: FastifyReply,
  quien: Seguimiento,
  archivo: Tabla<T> & Pedido<T>,
): FastifyReply {
  return sendFlujo(reply, quien, archivo, (filas) => {
    const tabla = { ...archivo, filas }
    if (archivo.formato === 'pdf') return pdfStream(tabla)
    return archivo.columnas.some((c) => c.grupo) ? xlsxAgrupado(tabla) : xlsxStream(tabla)
  })
}
