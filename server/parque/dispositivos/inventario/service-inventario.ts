import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Formato } from '#contract/exportar'
import { MAX_FILAS_PDF } from '#contract/oir/eventos/values'
import type { FiltrosAntiguos, FiltrosPoc } from '#contract/parque/dispositivos/inventario'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import type { Db } from '../../../platform/db/client'
import { entradaNoValida } from '../../../platform/http/errores'
import { sendList } from '../../../platform/http/send-list'
import { limiteDePlanta } from '../../../platform/time/time'
import { ALL, type Row } from '../repo'
import * as repo from '../repo-groups'
import { walkPorId } from '../service'
import {
  countInventario,
  type Filter,
  listIds,
  listPage,
  type Order,
  walkInventario,
} from './repo-inventario'

function limite(day: string | undefined, extreme: 'desde' | 'hasta', zona: string): Date | undefined {
  if (day === undefined) return undefined
  const date = limiteDePlanta(day, extreme, zona)
  if (!date) throw entradaNoValida('Esa fecha no existe.', `fecha_${extreme}`)
  return date
}

/** The filters in the form of the repository. Throws 400 for a day that does not exist. */
export function filtroPoc(q: z.output<typeof FiltrosPoc>, empresa: number | null, zona: string): Filter {
  return {
    empresa,
    apodo: q.apodo,
    buscar: q.buscar,
    mac: q.dispositivo,
    tipo: q.tipo,
    activado: q.activado && q.activado === 'Activado',
    posible_estado: q.posible_estado,
    estado: q.estado && ESTADOS.indexOf(q.estado),
    bateria: q.bateria,
    desde: limite(q.fecha_desde, 'desde', zona),
    hasta: limite(q.fecha_hasta, 'hasta', zona),
    familia: q.familia,
    ubicacion: q.ubicacion,
    lector: q.lector,
    sinActualizar: q.sin_actualizar === 'true',
    sinVerDias: q.sin_ver_dias,
    enSitioDias: q.en_sitio_dias,
    certeza: q.certeza,
    vistoPor: q.visto_por,
    montaje: q.montaje,
  }
}

export function filtroAntiguo(q: z.output<typeof FiltrosAntiguos>, empresa: number | null): Filter {
  return { empresa, nombre: q.name, tipo: q.tipo, ubicacion: q.location, lector: q.reader }
}

/** Whether the filter matches all devices of the company. */
export const isSinFilter = ({ empresa: _, sinActualizar, ...f }: Filter): boolean =>
  !sinActualizar && Object.values(f).every((v) => v === undefined)

/** Sends one page and the total if a page is asked for, else streams all rows. */
export async function sendInventario<T>(
  reply: FastifyReply,
  db: Db,
  f: Filter,
  q: Order & { page?: number; per_page: number },
  present: (row: Row) => T,
): Promise<{ data: T[]; total?: number }> {
  if (q.page === undefined)
    return sendList(reply, walkPorId(db, await listIds(db, f, q, { limit: ALL, offset: 0 }), present))
  const { filas, total } = await listPage(db, f, q, { page: q.page, per_page: q.per_page })
  return { data: filas.map(present), total }
}

/** The devices of a filter in order, and their number. */
export async function selectInventario<T>(
  db: Db,
  f: Filter,
  order: Order,
  present: (row: Row) => T,
): Promise<{ filas: AsyncIterable<readonly T[]>; total: number }> {
  return { total: await countInventario(db, f), filas: walkInventario(db, f, order, present) }
}

export function checkPdf(total: number, formato: Formato): void {
  if (formato !== 'pdf' || total <= MAX_FILAS_PDF) return
  const n = (v: number) => v.toLocaleString('es')
  throw entradaNoValida(
    `Un PDF admite ${n(MAX_FILAS_PDF)} filas y con estos filtros hay ${n(total)}. Acote los filtros o use Excel.`,
    'formato',
  )
}

/** Number of devices that match each of several filters, by company, place and family. */
export const countGroups = (db: Db, filters: Record<string, Omit<Filter, 'empresa'>>) =>
  repo.countGroups(db, filters)
