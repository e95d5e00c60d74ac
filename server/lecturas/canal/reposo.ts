import type pg from 'pg'
import { transact } from '../../db/transaccion'
import { isJuzgable, judge, wouldChange } from '../reglas/juicio'
import { isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { rejudge, restsFrom, settle } from '../reglas/reglas'
import type { Custodia } from './custodia'
import type { Padron, Vista } from './padron'
import type { Planta, Plantas } from './plantas'
import type { Rastros } from './rastros'
import { createEscritura, type Escritura } from './repo'
import { noteCambio } from './repo-creencias'
import { listEtiquetas } from './repo-rastro'

const POR_LOTE = 2000
/** After this delay the process that has custody is taken to be gone, and another one does its work. */
export const ATRASO_MS = 30_000

/** The rules' numbers and the plants of the companies that are looked at. */
type Saberes = { vista: Vista; plantas: ReadonlyMap<number, Planta> }

const isQuieto = (r: Rastro, { vista }: Saberes, ahora: number) => {
  const desde = restsFrom(r, vista.ajustes(r.empresa))
  return desde !== null && desde <= ahora
}

/** What was heard last says that it is somewhere else. */
const isMovido = (r: Rastro, { plantas }: Saberes, ahora: number) => {
  const v = plantas.get(r.empresa)
  return v !== undefined && isJuzgable(r, ahora) && wouldChange(r, v, ahora)
}

const isDebido = (r: Rastro, s: Saberes, ahora: number) => isQuieto(r, s, ahora) || isMovido(r, s, ahora)

export type Medios = {
  pool: pg.Pool
  memoria: Rastros
  padron: Padron
  plantas: Plantas
  custodia: Custodia
  /** Wait for custody of these companies, forgetting what is old. */
  take(cliente: pg.ClientBase, empresas: Set<number>): Promise<void>
  send(cliente: pg.ClientBase, escritura: Escritura): Promise<void>
}

/** Those of `quietos` whose company this process has in custody, or no process has. */
async function listNuestros(
  { memoria, custodia }: Medios,
  quietos: Rastro[],
  s: Saberes,
  ahora: number,
): Promise<number[]> {
  const idDe = (r: Rastro) => r.dispositivo
  const ajenas = await custodia.listAjenos(new Set(quietos.map((r) => r.empresa)))
  const nuestros = quietos.filter((r) => !ajenas.has(r.empresa)).map(idDe)
  const ajenos = quietos.filter((r) => ajenas.has(r.empresa))
  if (!ajenos.length) return nuestros
  memoria.forget(ajenos)
  const ids = ajenos.map(idDe)
  await memoria.prepare(new Set(ids))
  const olvidados = ids.filter((id) => {
    const r = memoria.get(id)
    return r && isDebido(r, s, ahora - ATRASO_MS)
  })
  return [...nuestros, ...olvidados]
}

/** Judge in memory what changes nothing that people are told: the next reading writes it. */
function judgeIguales(inquietos: readonly Rastro[], s: Saberes, memoria: Rastros, ahora: number): void {
  const iguales = inquietos.filter((r) => isJuzgable(r, ahora) && !isMovido(r, s, ahora))
  for (const r of iguales) {
    const v = s.plantas.get(r.empresa)
    if (v) judge(r, v, ahora, s.vista.ajustes(r.empresa))
  }
  memoria.settle(iguales)
}

function applyDebido(r: Rastro, etiqueta: string | null, s: Saberes, ahora: number, e: Escritura): void {
  const a = s.vista.ajustes(r.empresa)
  const v = s.plantas.get(r.empresa)
  e.rastros.add(r)
  if (v && isMovido(r, s, ahora)) {
    const { evento, cambio } = rejudge(r, ahora, etiqueta, a, v)
    if (evento) e.eventos.push(evento)
    noteCambio(e.transiciones, r, cambio, r.ultimo ?? ahora)
    e.cambiados.add(r)
  }
  const evento = settle(r, ahora, etiqueta, a)
  if (!evento) return
  e.eventos.push(evento)
  e.cambiados.add(r)
}

/**
 * Bring to rest what has not moved for a while, and judge where the tags are that were heard, a part at a time. Returns whether there is
 * more to do.
 */
export async function settleQuietos(m: Medios): Promise<boolean> {
  const { pool, memoria, padron } = m
  const faltan = await memoria.loadSome()
  const inquietos = [...memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await padron.prepare(new Set(), empresas)
  const s: Saberes = { vista, plantas: await m.plantas.prepare(empresas) }
  const ahora = Date.now()
  for (const r of inquietos) if (isDelFuturo(r, ahora)) rewind(r, ahora)
  judgeIguales(inquietos, s, memoria, ahora)
  // What is left to judge would be told somewhere else: the others have just been judged.
  const debidos = inquietos.filter((r) => isQuieto(r, s, ahora) || isJuzgable(r, ahora))
  if (!debidos.length) return faltan
  const nuestros = await listNuestros(m, debidos, s, ahora)
  const ids = nuestros.slice(0, POR_LOTE)
  if (!ids.length) return faltan
  // Their labels of now: the reading that moved them may be hours old.
  const etiquetas = await listEtiquetas(pool, ids)
  const deIds = new Set(ids.flatMap((id) => memoria.get(id)?.empresa ?? []))
  const escritura = createEscritura()
  try {
    await transact(pool, async (cliente) => {
      await m.take(cliente, deIds)
      await memoria.prepare(new Set(ids))
      const s2: Saberes = { vista, plantas: await m.plantas.prepare(deIds) }
      for (const id of ids) {
        const r = memoria.get(id)
        // Another process may have heard of it while we waited for custody.
        if (r && isDebido(r, s2, ahora)) applyDebido(r, etiquetas.get(id) ?? null, s2, ahora, escritura)
      }
      await m.send(cliente, escritura)
    })
  } catch (e) {
    memoria.forget(escritura.rastros)
    throw e
  }
  memoria.settle(escritura.rastros)
  return faltan || nuestros.length > ids.length
}
