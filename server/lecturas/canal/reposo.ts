import type pg from 'pg'
import { isJuzgable, judge, wouldChange } from '../reglas/juicio'
import { isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { rejudge, restsFrom, settle } from '../reglas/reglas'
import type { Padron, Vista } from './padron'
import type { Planta, Plantas } from './plantas'
import type { Rastros } from './rastros'
import { createEscritura, type Escritura } from './repo'
import { noteCambio } from './repo-creencias'
import { transactCarril } from './repo-custodia'
import { listEtiquetas } from './repo-rastro'

const POR_LOTE = 2000

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

export type Medios = {
  pool: pg.Pool
  memoria: Rastros
  padron: Padron
  plantas: Plantas
  carril: number
  /** Nobody else has these devices until the transaction ends; throws where somebody does. */
  hold(cliente: pg.ClientBase): Promise<void>
  send(cliente: pg.ClientBase, escritura: Escritura): Promise<void>
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
 * @param ahora Unix ms: up to when everything that was heard is applied
 */
export async function settleQuietos(m: Medios, ahora: number): Promise<boolean> {
  const { pool, memoria, padron } = m
  const faltan = await memoria.loadSome()
  const inquietos = [...memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await padron.prepare(new Set(), empresas)
  const s: Saberes = { vista, plantas: await m.plantas.prepare(empresas) }
  for (const r of inquietos) if (isDelFuturo(r, ahora)) rewind(r, ahora)
  judgeIguales(inquietos, s, memoria, ahora)
  // What is left to judge would be told somewhere else: the others have just been judged.
  const debidos = inquietos.filter((r) => isQuieto(r, s, ahora) || isJuzgable(r, ahora))
  if (!debidos.length) return faltan
  const lote = debidos.slice(0, POR_LOTE)
  // Their labels of now: the reading that moved them may be hours old.
  const etiquetas = await listEtiquetas(
    pool,
    lote.map((r) => r.dispositivo),
  )
  const escritura = createEscritura()
  try {
    await transactCarril(pool, async (cliente) => {
      await m.hold(cliente)
      for (const r of lote) applyDebido(r, etiquetas.get(r.dispositivo) ?? null, s, ahora, escritura)
      await m.send(cliente, escritura)
    })
  } catch (e) {
    memoria.forget(escritura.rastros)
    throw e
  }
  memoria.settle(escritura.rastros)
  return faltan || debidos.length > lote.length
}
