import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Formato } from '#contract/exportar'
import type { FormatoDatos } from '#contract/operacion/datos/values'
import { empresaVisible } from '../auth/auth'
import type { Principal } from '../auth/principal'
import type { Db } from '../db/client'
import { demasiadas } from '../http/errores'
import { watchLector } from '../http/parada'
import { createSlots } from '../http/slots'
import { type Seguimiento, seguidas } from './progress'
import { takeSlot } from './repo-slot'
import { readSobre, type Sobre } from './sobre'
import { chunksOf, type Rows, type Tabla } from './tabla'

const TIPO = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  jsonld: 'application/ld+json; charset=utf-8',
}

/** Files that one process generates at once: each holds a database connection and a share of the processor. */
const A_LA_VEZ = 4
/** Files of one person at once, over all processes: a forgotten download does not block other people. */
const POR_PERSONA = 2
/** Retry-After, in seconds. */
const ESPERA_S = 10
const takeSlotHere = createSlots(ESPERA_S)

/** Take a slot of this process and one of the person. Throws 429 where none is free. */
async function takeSlots({ db, usuario }: Seguimiento): Promise<() => void> {
  const leaveAqui = takeSlotHere([
    {
      clave: 'proceso',
      max: A_LA_VEZ,
      mensaje: 'Hay demasiadas exportaciones en marcha. Espere a que termine alguna.',
    },
  ])
  try {
    const leaveSuya = await takeSlot(db, `exportaciones ${usuario}`, POR_PERSONA)
    if (!leaveSuya)
      throw demasiadas(
        ESPERA_S,
        `Ya tiene ${POR_PERSONA} exportaciones en marcha. Espere a que termine alguna, o cancélela.`,
      )
    return () => {
      leaveAqui()
      leaveSuya()
    }
  } catch (e) {
    leaveAqui()
    throw e
  }
}

type Pedido<T> = {
  /** File name without extension. */
  nombre: string
  formato: Formato | FormatoDatos | 'jsonld'
  filas: Rows<T>
  /** Expected number of rows, once known. */
  total: () => number | null
}

/**
 * Send a file while it is generated. If the client disconnects or stalls, generation ends; the slot is free once the rows have released
 * their connection. Throws 429 where no slot is free.
 */
export async function sendFlujo<T>(
  reply: FastifyReply,
  who: Seguimiento,
  { nombre, formato, filas, total }: Pedido<T>,
  make: (filas: AsyncIterable<readonly T[]>) => Readable,
): Promise<FastifyReply> {
  const { raw } = reply
  const leaveSlots = await takeSlots(who)
  // The client has disconnected already: no `close` event will come.
  if (raw.destroyed) {
    leaveSlots()
    return reply.hijack()
  }
  let leyendo = false
  let closed = false
  async function* contadas(): AsyncGenerator<readonly T[]> {
    leyendo = true
    try {
      yield* seguidas(filas, who, total)
    } finally {
      leyendo = false
      if (closed) leaveSlots()
    }
  }
  let flujo: Readable
  try {
    flujo = make(contadas())
  } catch (e) {
    leaveSlots()
    throw e
  }
  raw.once('close', () => {
    closed = true
    flujo.destroy()
    if (!leyendo) leaveSlots()
  })
  watchLector(raw, reply.server.paradaMaxMs)
  return reply
    .header('content-disposition', `attachment; filename="${nombre}.${formato}"`)
    .header('cache-control', 'no-store')
    .type(TIPO[formato])
    .send(flujo)
}

/** Who requested a file, and with which parameters. */
export type Peticion<Q = { exportacion?: string; empresa?: number; [filter: string]: unknown }> = {
  db: Db
  principal: Principal
  query: Q
}

/** The table of a screen as a file, before it is generated. */
export type Archivo<T> = Omit<Tabla<T>, 'sobre'> &
  Pedido<T> & {
    /** A function answers once the first rows have come. */
    sobre?: Sobre | (() => Sobre)
  }

/** The renderer of a format. Its code is large and is loaded when the first such file is requested. */
async function trazoOf<T>({ formato, columnas }: Archivo<T>): Promise<(tabla: Tabla<T>) => Readable> {
  if (formato === 'pdf') return (await import('./pdf')).pdfStream
  if (columnas.some((c) => c.grupo)) return (await import('./xlsx-agrupado')).xlsxAgrupado
  return (await import('./xlsx')).xlsxStream
}

/** Draws once the first rows have come. Nothing is read before the stream is; whoever closes it ends the reading. */
async function* drawLate<T>(
  rows: ReturnType<typeof chunksOf<T>>,
  draw: (all: AsyncIterable<readonly T[]>) => Readable,
) {
  async function* each() {
    yield* rows
  }
  const parts = each()
  try {
    const first = await parts.next()
    async function* all() {
      if (first.done) return
      yield first.value
      yield* parts
    }
    yield* draw(all())
  } finally {
    await parts.return(undefined)
  }
}

type Filtrada = Pick<Peticion, 'db' | 'query'>

/**
 * Prepare the renderer of a file that states company, time and filters.
 * @param empresa null: all
 */
async function prepareTrazo<T>({ db, query }: Filtrada, empresa: number | null, archivo: Archivo<T>) {
  const comun = await readSobre(db, empresa, query, archivo.zona)
  const trazo = await trazoOf(archivo)
  const { sobre = [] } = archivo
  const draw = (filas: Rows<T>, suyo: Sobre) => trazo({ ...archivo, filas, sobre: [...comun, ...suyo] })
  return (filas: Rows<T>): Readable =>
    typeof sobre === 'function'
      ? Readable.from(
          drawLate(chunksOf(filas), (all) => draw(all, sobre())),
          { objectMode: false },
        )
      : draw(filas, sobre)
}

/** Send a table as a file that states company, time and filters; see `sendFlujo`. */
export async function sendArchivo<T>(
  reply: FastifyReply,
  request: Peticion,
  archivo: Archivo<T>,
): Promise<FastifyReply> {
  const { principal, query } = request
  const draw = await prepareTrazo(request, empresaVisible(principal, query.empresa), archivo)
  const who = { db: reply.server.primaria, usuario: principal.usuarioId, exportacion: query.exportacion }
  return sendFlujo(reply, who, archivo, draw)
}

/** The same file as a stream; closing it ends the generation. */
export const drawArchivo = <T>(request: Peticion, archivo: Archivo<T>) =>
  drawDeEmpresa(request, empresaVisible(request.principal, request.query.empresa), archivo)

/** A file that is not requested by a call, with the data that one company may see; null: all. */
export async function drawDeEmpresa<T>(request: Filtrada, empresa: number | null, archivo: Archivo<T>) {
  const draw = await prepareTrazo(request, empresa, archivo)
  const { nombre, formato, filas } = archivo
  return { nombre: `${nombre}.${formato}`, tipo: TIPO[formato], flujo: draw(filas) }
}
