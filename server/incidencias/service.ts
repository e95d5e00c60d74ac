import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { FiltrosIncidencia, Incidencia, setImpacto } from '#contract/incidencias'
import { MAX_INCIDENCIAS } from '#contract/valores/incidencias'
import { empresaVisible } from '../acceso/acceso'
import type { Principal } from '../acceso/principal'
import type { Db } from '../db/cliente'
import { conflicto, entradaNoValida, noEncontrado } from '../http/errores'
import { formatInstante, limiteDePlanta } from '../tiempo'
import { countIncidencias, type Filtro, findPorImpacto, listIncidencias, saveRevision } from './repo'

/** Days before today that are listed where no date is given. */
const DIAS = 3

function limite(texto: string, extremo: 'desde' | 'hasta', zona: string): Date {
  const campo = extremo === 'desde' ? 'start_date' : 'end_date'
  const fecha = limiteDePlanta(texto, extremo, zona)
  if (!fecha) throw entradaNoValida('Esa fecha no existe.', campo)
  return fecha
}

/** Turn what was asked for into times. Throws 400 for a date that does not exist and an end before the start. */
export function resolveFiltro(
  f: z.output<typeof FiltrosIncidencia>,
  empresa: number | null,
  zona: string,
): Filtro {
  const desde = f.start_date
    ? limite(f.start_date, 'desde', zona)
    : DateTime.now().setZone(zona).startOf('day').minus({ days: DIAS }).toJSDate()
  const hasta = f.end_date ? limite(f.end_date, 'hasta', zona) : DateTime.now().plus({ days: 1 }).toJSDate()
  if (f.start_date && f.end_date && desde >= hasta)
    throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'end_date')
  return { empresa, desde, hasta, search: f.search }
}

/** The newest incidents, and how many there are in all. */
export async function listConTotal(db: Db, f: Filtro, zona: string) {
  const filas = await listIncidencias(db, f, MAX_INCIDENCIAS, zona)
  return { filas, total: filas.length < MAX_INCIDENCIAS ? filas.length : await countIncidencias(db, f) }
}

type Cambio = z.output<NonNullable<(typeof setImpacto)['body']>>

/**
 * Review an incident. Once it is closed nothing about it changes: 409 with who closed it, except for the same person
 * who says the same again. 404 where there is none, or it is another company's.
 */
export async function reviewIncidencia(
  db: Db,
  c: Cambio,
  principal: Principal,
  zona: string,
): Promise<Incidencia> {
  const empresa = empresaVisible(principal, undefined)
  const find = () => findPorImpacto(db, c.dispositivo, new Date(c.time), empresa, zona)
  const previa = await find()
  if (!previa) throw noEncontrado('Incidencia no encontrada.')
  const escrita = await saveRevision(db, previa.id, c, principal.usuarioId)
  const ahora = await find()
  if (!ahora) throw noEncontrado('Incidencia no encontrada.')
  const { cerradaPorId, ...incidencia } = ahora
  const repetida =
    c.revisado &&
    cerradaPorId === principal.usuarioId &&
    c.hubo_golpe_real === ahora.hubo_golpe_real &&
    c.hubo_danio === ahora.hubo_danio
  if (!escrita && !repetida) {
    const quien = ahora.cerrada_por ?? 'otra persona'
    const cuando = ahora.cerrada ? ` el ${formatInstante(new Date(ahora.cerrada), zona)}` : ''
    throw conflicto(
      `Esta incidencia ya la cerró ${quien}${cuando} y no se puede modificar.`,
      'incidencia_cerrada',
    )
  }
  return incidencia
}
