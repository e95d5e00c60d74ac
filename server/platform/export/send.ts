import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Formato } from '#contract/exportar'
import type { FormatoDatos } from '#contract/valores/datos'
import { empresaVisible } from '../auth/auth'
import type { Principal } from '../auth/principal'
import type { Db } from '../db/client'
import { demasiadas } from '../http/errores'
import { watchLector } from '../http/parada'
import { createSlots } from '../http/slots'
import { type Seguimiento, seguidas } from './progress'
import { takeSlot } from './repo-slot'
import { readSobre, type Sobre } from './sobre'
import type { Rows, Tabla } from './tabla'

const TIPO = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  jsonld: 'application/ld+json; charset=utf-8',
}

/** Files that one process makes at once: each holds a connection to the database and a share of its processor. */
const A_LA_VEZ = 4
/** Files of one person, whichever processes make them: who forgets a download keeps nobody else from theirs. */
const POR_PERSONA = 2
/** After this long it is worth asking again. */
const ESPERA_S = 10
const takeSlotHere = createSlots(ESPERA_S)

/** A place here, and one of the person's. Throws 429 where there is none. */
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
  /** Rows that there will be, once that is known. */
  total: () => number | null
}

/**
 * Send a file as it is made. A reader who goes away or takes nothing any more ends the making; its place is free once the
 * rows have given back their connection. Throws 429 where as many files as may be are being made already.
 */
export async function sendFlujo<T>(
  reply: FastifyReply,
  who: Seguimiento,
  { nombre, formato, filas, total }: Pedido<T>,
  make: (filas: AsyncIterable<readonly T[]>) => Readable,
): Promise<FastifyReply> {
  const { raw } = reply
  const leaveSlots = await takeSlots(who)
  // Who has left already does not leave a second time.
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

/** Who asked for a file, and what they asked for. */
export type Peticion<Q = { exportacion?: string; empresa?: number; [filter: string]: unknown }> = {
  db: Db
  principal: Principal
  query: Q
}

/** The table of a screen as a file, before it is made. */
export type Archivo<T> = Omit<Tabla<T>, 'sobre'> & Pedido<T> & { sobre?: Sobre }

/** What draws it: each kind needs much code, which is read when the first such file is asked for. */
async function trazoOf<T>({ formato, columnas }: Archivo<T>): Promise<(tabla: Tabla<T>) => Readable> {
  if (formato === 'pdf') return (await import('./pdf')).pdfStream
  if (columnas.some((c) => c.grupo)) return (await import('./xlsx-agrupado')).xlsxAgrupado
  return (await import('./xlsx')).xlsxStream
}

/** How to draw a file that says company, moment and filters. */
async function prepareTrazo<T>({ db, principal, query }: Peticion, archivo: Archivo<T>) {
  const comun = await readSobre(db, empresaVisible(principal, query.empresa), query, archivo.zona)
  const sobre = [...comun, ...(archivo.sobre ?? [])]
  const trazo = await trazoOf(archivo)
  return (filas: Rows<T>): Readable => trazo({ ...archivo, filas, sobre })
}

/** Send a table as a file that says company, moment and filters; see `sendFlujo`. */
export async function sendArchivo<T>(
  reply: FastifyReply,
  request: Peticion,
  archivo: Archivo<T>,
): Promise<FastifyReply> {
  const draw = await prepareTrazo(request, archivo)
  const { principal, query } = request
  const who = { db: reply.server.primaria, usuario: principal.usuarioId, exportacion: query.exportacion }
  return sendFlujo(reply, who, archivo, draw)
}

/** The same file for who takes it as it is made; closing it ends the making. */
export async function drawArchivo<T>(request: Peticion, archivo: Archivo<T>) {
  const draw = await prepareTrazo(request, archivo)
  const { nombre, formato, filas } = archivo
  return { nombre: `${nombre}.${formato}`, tipo: TIPO[formato], flujo: draw(filas) }
}
