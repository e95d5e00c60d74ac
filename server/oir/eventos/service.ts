import type pg from 'pg'
import type { z } from 'zod'
import type { Formato } from '#contract/exportar'
import type { FiltrosEvento } from '#contract/oir/eventos/eventos'
import { MAX_FILAS_PDF } from '#contract/oir/eventos/values'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import type { Db } from '../../platform/db/client'
import { entradaNoValida } from '../../platform/http/errores'
import { limiteDePlanta, momentoDePrefijo } from '../../platform/time/time'
import { type Days, type Filter, findIds } from './repo'
import { countEventos, narrowFilter } from './repo-cuentas'
import { listEventos } from './repo-pages'
import * as particiones from './repo-partitions'

/** Resolves the input into ids and times. Throws 400 for a time that does not exist. */
export async function resolveFilter(
  db: Db,
  f: z.output<typeof FiltrosEvento>,
  empresa: number | null,
  zona: string,
): Promise<Filter> {
  const momento = f.timestamp ? momentoDePrefijo(f.timestamp, zona) : null
  if (f.timestamp && !momento) throw entradaNoValida('Esa fecha no existe.', 'timestamp')
  const [dispositivos, lectores] = await Promise.all([
    f.search ? findIds(db, f.search, empresa, false) : null,
    f.apodoLector ? findIds(db, f.apodoLector, empresa, true) : null,
  ])
  return {
    empresa,
    dispositivos,
    lectores,
    estado: f.estado ? ESTADOS.indexOf(f.estado) : null,
    momento,
    dias: null,
  }
}

/** A page of events and the exact total. */
export async function getPage(db: Db, f: Filter, page: number, perPage: number, zona: string) {
  if (f.dispositivos?.length === 0 || f.lectores?.length === 0) return { data: [], total: 0, total_pages: 0 }
  const offset = (page - 1) * perPage
  const { filtro, ...sabido } = await narrowFilter(db, f)
  const { total } = sabido
  const data =
    offset < total ? await listEventos(db, filtro, { offset, limite: perPage, known: sabido, zona }) : []
  return { data, total, total_pages: Math.ceil(total / perPage) }
}

/** The local days of a request, both inclusive; either may be missing. */
export function resolveDays(desde: string | undefined, hasta: string | undefined, zona: string): Days | null {
  if (!desde && !hasta) return null
  const limite = (day: string | undefined, extreme: 'desde' | 'hasta') =>
    day ? limiteDePlanta(day, extreme, zona) : null
  return {
    desde: desde ?? null,
    hasta: hasta ?? null,
    intervalo: { desde: limite(desde, 'desde'), hasta: limite(hasta, 'hasta') },
  }
}

/** Throws 400 where a PDF would have too many pages. */
export async function checkRows(db: Db, f: Filter, formato: Formato): Promise<void> {
  if (formato !== 'pdf') return
  const total = await countEventos(db, f)
  if (total <= MAX_FILAS_PDF) return
  const n = (v: number) => v.toLocaleString('es')
  throw entradaNoValida(
    `Un PDF admite ${n(MAX_FILAS_PDF)} filas y con estos filtros hay ${n(total)}. Acote los filtros o use Excel.`,
    'formato',
  )
}

/** Creates the partitions of the coming days, ahead of their events. */
export const preparePartitions = (pool: pg.Pool) => particiones.preparePartitions(pool)
