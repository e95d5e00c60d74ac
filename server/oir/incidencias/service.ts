import { DateTime } from 'luxon'
import type { z } from 'zod'
import type {
  FiltrosIncidencia,
  Incidencia,
  LoteIncidencias,
  Ranking,
  setImpacto,
} from '#contract/oir/incidencias/incidencias'
import { MAX_DIAS_RANKING, MAX_INCIDENCIAS, MIN_LLEGADAS } from '#contract/oir/incidencias/values'
import { gImpactoOf } from '#contract/parque/ajustes/umbrales-values'
import { getAjustes } from '../../parque/ajustes/service'
import { findPersona } from '../../personas/usuarios/service-usuarios'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { compareWords } from '../../platform/export/sort'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { formatInstant, limiteDePlanta } from '../../platform/time/time'
import {
  countIncidencias,
  findIncidencia as findEnRepo,
  findPorImpacto,
  listIds,
  listPorId,
  walkPorId,
} from './repo'
import type { Filter } from './repo-filter'
import { listPendientes, listRanking, type Pendientes } from './repo-ranking'
import { addNota, closeOpen, openAssign, saveRevision } from './repo-revision'

/** An incident with all its data, and the present impact threshold of its container in g; undefined: there is none. */
export async function findIncidencia(db: Db, id: number, empresa: number | null, zona: string) {
  const hallada = await findEnRepo(db, id, empresa, zona)
  if (!hallada) return undefined
  const { clase, ...incidencia } = hallada
  const ajustes = await getAjustes(db, clase.empresa)
  return { ...incidencia, umbral_g: gImpactoOf(ajustes, clase.familia, clase.mac, clase.picos) }
}

/** Days before today that are listed if no date is given. */
const DAYS = 3

function limite(text: string, extreme: 'desde' | 'hasta', zona: string): Date {
  const field = extreme === 'desde' ? 'start_date' : 'end_date'
  const date = limiteDePlanta(text, extreme, zona)
  if (!date) throw entradaNoValida('Esa fecha no existe.', field)
  return date
}

type Fechas = { start_date?: string | undefined; end_date?: string | undefined }

function resolveTimes(f: Fechas, zona: string): { desde: Date; hasta: Date } {
  const desde = f.start_date
    ? limite(f.start_date, 'desde', zona)
    : DateTime.now().setZone(zona).startOf('day').minus({ days: DAYS }).toJSDate()
  const hasta = f.end_date ? limite(f.end_date, 'hasta', zona) : DateTime.now().plus({ days: 1 }).toJSDate()
  if (f.start_date && f.end_date && desde >= hasta)
    throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'end_date')
  return { desde, hasta }
}

/** Resolves the input into times. Throws 400 for a date that does not exist, and for an end before the start. */
export function resolveFilter(
  f: z.output<typeof FiltrosIncidencia>,
  empresa: number | null,
  principal: Pick<Principal, 'usuarioId'>,
  zona: string,
): Filter {
  const times = f.siempre ? { desde: null, hasta: null } : resolveTimes(f, zona)
  return {
    empresa,
    ...times,
    ...(f.search !== undefined && { search: f.search }),
    ...(f.estado !== undefined && { revisado: f.estado === 'cerrada' }),
    ...(f.danio !== undefined && { danio: f.danio === 'si' }),
    ...(f.ubicacion !== undefined && { ubicacion: f.ubicacion }),
    ...(f.lector !== undefined && { lector: f.lector }),
    ...(f.pieza !== undefined && { pieza: f.pieza }),
    ...(f.mias && { lleva: principal.usuarioId }),
    ...(f.pendientes && { pendientes: f.pendientes }),
  }
}

/** The newest incidents, read as they are consumed, and the total of the filter. */
export async function walkConTotal(db: Db, f: Filter, zona: string) {
  const ids = await listIds(db, f, MAX_INCIDENCIAS)
  const total = ids.length < MAX_INCIDENCIAS ? ids.length : await countIncidencias(db, f)
  return { filas: walkPorId(db, ids, zona), total }
}

type Cambio = z.output<NonNullable<(typeof setImpacto)['body']>>

/**
 * Reviews an incident. A closed one cannot change: 409 with the user who closed it, except for the same review by the same user. 404 for
 * one that does not exist or belongs to another company.
 */
export async function reviewIncidencia(
  db: Db,
  c: Cambio,
  principal: Principal,
  zona: string,
): Promise<Incidencia> {
  const empresa = empresaVisible(principal, undefined)
  const find = () => findPorImpacto(db, c.dispositivo, new Date(c.time), empresa, zona)
  const mirado = c.mirado ?? true
  const previa = await find()
  if (!previa) throw noEncontrado('Incidencia no encontrada.')
  const escrita = await saveRevision(db, previa.id, { ...c, mirado }, principal.usuarioId)
  if (escrita && c.nota) await addNota(db, [previa.id], c.nota, principal.nombre)
  const now = await find()
  if (!now) throw noEncontrado('Incidencia no encontrada.')
  const { cerradaPorId, ...incidencia } = now
  const duplicate =
    c.revisado &&
    cerradaPorId === principal.usuarioId &&
    c.hubo_golpe_real === now.hubo_golpe_real &&
    c.hubo_danio === now.hubo_danio &&
    (mirado || c.hubo_golpe_real || c.hubo_danio) === now.mirado
  if (!escrita && !duplicate) {
    const who = now.cerrada_por ?? 'otra persona'
    const cuando = now.cerrada ? ` el ${formatInstant(new Date(now.cerrada), zona)}` : ''
    throw conflicto(
      `Esta incidencia ya la cerró ${who}${cuando} y no se puede modificar.`,
      'incidencia_cerrada',
    )
  }
  return incidencia
}

/** The result for each of these incidents (`hechas`: changed), with their present state. */
async function answerBatch(
  db: Db,
  {
    pedidas,
    hechas,
    hecho,
    empresa,
    zona,
  }: { pedidas: number[]; hechas: number[]; hecho: string; empresa: number | null; zona: string },
): Promise<LoteIncidencias> {
  const data = await listPorId(db, pedidas, empresa, zona)
  const porId = new Map(data.map((i) => [i.id, i]))
  const escritas = new Set(hechas)
  const resultados = pedidas.map((id) => {
    const i = porId.get(id)
    if (escritas.has(id)) return { id, status: 'success' as const, message: hecho }
    const message = i ? `Ya la cerró ${i.cerrada_por ?? 'otra persona'}.` : 'Incidencia no encontrada.'
    return { id, status: 'error' as const, message }
  })
  return { resultados, data }
}

/** Closes incidents, with one note for all that were open. */
export async function closeLote(
  tx: Db,
  { ids, nota, mirado }: { ids: number[]; nota?: string | undefined; mirado: boolean },
  principal: Principal,
  zona: string,
): Promise<LoteIncidencias> {
  const empresa = empresaVisible(principal, undefined)
  const unicas = [...new Set(ids)]
  const hechas = await closeOpen(tx, unicas, mirado, empresa, principal.usuarioId)
  if (nota) await addNota(tx, hechas, nota, principal.nombre)
  return answerBatch(tx, { pedidas: unicas, hechas, hecho: 'Cerrada.', empresa, zona })
}

/** Assigns open incidents. Throws 404 for a user of another company; the caller is always accepted. */
export async function assignLote(
  tx: Db,
  { ids, usuario }: { ids: number[]; usuario: number | null },
  principal: Principal,
  zona: string,
): Promise<LoteIncidencias> {
  const empresa = empresaVisible(principal, undefined)
  const unicas = [...new Set(ids)]
  if (usuario !== null && usuario !== principal.usuarioId) {
    const persona = await findPersona(tx, usuario)
    const ajenas = (await listPorId(tx, unicas, empresa, zona)).some((i) => i.empresa !== persona?.empresa)
    if (!persona || ajenas) throw noEncontrado('Esa persona no es de la empresa de la incidencia.')
  }
  const hechas = await openAssign(tx, unicas, empresa, usuario)
  return answerBatch(tx, {
    pedidas: unicas,
    hechas,
    hecho: usuario === null ? 'Sin nadie.' : 'Asignada.',
    empresa,
    zona,
  })
}

/** Places or readers by impacts per 1,000 arrivals, the worst first; those with few arrivals last. */
export async function rank(
  db: Db,
  q: Fechas & { por: 'ubicacion' | 'lector' },
  empresa: number | null,
  zona: string,
): Promise<Ranking> {
  const times = resolveTimes(q, zona)
  if (times.hasta.getTime() - times.desde.getTime() > (MAX_DIAS_RANKING + 1) * 86_400_000)
    throw entradaNoValida(`Como mucho ${MAX_DIAS_RANKING} días de una vez.`, 'start_date')
  const filas = (await listRanking(db, q.por, { empresa, ...times }, zona)).map((r) => ({
    ...r,
    por_mil: r.llegadas === 0 ? null : (r.impactos * 1000) / r.llegadas,
  }))
  const pocas = (r: (typeof filas)[number]) => Number(r.llegadas < MIN_LLEGADAS)
  filas.sort(
    (a, b) =>
      pocas(a) - pocas(b) ||
      (b.por_mil ?? -1) - (a.por_mil ?? -1) ||
      b.impactos - a.impactos ||
      compareWords(a.nombre, b.nombre),
  )
  const sum = (field: 'impactos' | 'llegadas') => filas.reduce((n, r) => n + r[field], 0)
  return { filas, impactos: sum('impactos'), llegadas: sum('llegadas') }
}

/** Open incidents that need an action, by kind and place. */
export const listPendientesOf = (db: Db, empresa: number | null, usuario: number): Promise<Pendientes> =>
  listPendientes(db, empresa, usuario)
