import type pg from 'pg'
import type { z } from 'zod'
import type { FiltrosEvento } from '#contract/eventos'
import type { Formato } from '#contract/exportar'
import { ESTADOS } from '#contract/valores/dispositivos'
import { MAX_FILAS_PDF } from '#contract/valores/eventos'
import type { Db } from '../db/cliente'
import { entradaNoValida } from '../http/errores'
import { limiteDePlanta, momentoDePrefijo } from '../tiempo'
import { type Dias, type Filtro, findIds } from './repo'
import { countEventos, narrowFiltro } from './repo-cuentas'
import { listEventos } from './repo-paginas'
import * as particiones from './repo-particiones'

/** Turn what was typed into ids and times. Throws 400 for a moment that does not exist. */
export async function resolveFiltro(
  db: Db,
  f: z.output<typeof FiltrosEvento>,
  empresa: number | null,
  zona: string,
): Promise<Filtro> {
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
export async function getPagina(db: Db, f: Filtro, page: number, perPage: number, zona: string) {
  if (f.dispositivos?.length === 0 || f.lectores?.length === 0) return { data: [], total: 0, total_pages: 0 }
  const offset = (page - 1) * perPage
  const { filtro, ...sabido } = await narrowFiltro(db, f)
  const { total } = sabido
  const data = offset < total ? await listEventos(db, filtro, offset, perPage, sabido, zona) : []
  return { data, total, total_pages: Math.ceil(total / perPage) }
}

/** The plant days that a person gave, both included; either may be missing. */
export function resolveDias(desde: string | undefined, hasta: string | undefined, zona: string): Dias | null {
  if (!desde && !hasta) return null
  const limite = (dia: string | undefined, extremo: 'desde' | 'hasta') =>
    dia ? limiteDePlanta(dia, extremo, zona) : null
  return {
    desde: desde ?? null,
    hasta: hasta ?? null,
    intervalo: { desde: limite(desde, 'desde'), hasta: limite(hasta, 'hasta') },
  }
}

/** Throws 400 where a PDF would have more pages than anybody reads. */
export async function checkFilas(db: Db, f: Filtro, formato: Formato): Promise<void> {
  if (formato !== 'pdf') return
  const total = await countEventos(db, f)
  if (total <= MAX_FILAS_PDF) return
  const n = (v: number) => v.toLocaleString('es')
  throw entradaNoValida(
    `Un PDF admite ${n(MAX_FILAS_PDF)} filas y con estos filtros hay ${n(total)}. Acote los filtros o use Excel.`,
    'formato',
  )
}

/** Make the partitions of the coming days, ahead of the events that go there. */
export const prepareParticiones = (pool: pg.Pool) => particiones.prepareParticiones(pool)
