import type { z } from 'zod'
import { ESTADOS } from '#contract/dispositivos'
import type { FiltrosEvento } from '#contract/eventos'
import type { Db } from '../db/cliente'
import { entradaNoValida } from '../http/errores'
import { momentoDePrefijo } from '../tiempo'
import { countEventos, type Filtro, findIds, listEventos } from './repo'

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
  return { empresa, dispositivos, lectores, estado: f.estado ? ESTADOS.indexOf(f.estado) : null, momento }
}

/** A page of events and the exact total. */
export async function getPagina(db: Db, f: Filtro, page: number, perPage: number, zona: string) {
  if (f.dispositivos?.length === 0 || f.lectores?.length === 0) return { data: [], total: 0, total_pages: 0 }
  const offset = (page - 1) * perPage
  const total = await countEventos(db, f)
  const data = offset < total ? await listEventos(db, f, offset, perPage, zona) : []
  return { data, total, total_pages: Math.ceil(total / perPage) }
}
