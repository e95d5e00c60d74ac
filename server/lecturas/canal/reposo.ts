import type pg from 'pg'
import { transact } from '../../db/transaccion'
import { isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { restsFrom, settle } from '../reglas/reglas'
import type { Memoria } from './memoria'
import type { Registro, Vista } from './registro'
import { createLote, type Lote } from './repo'
import { listEtiquetas } from './repo-rastro'
import type { Turno } from './turno'

const POR_LOTE = 2000
/** The process whose turn it is would have done it by then, if it were there. */
const ATRASO_MS = 30_000

const isQuieto = (r: Rastro, vista: Vista, ahora: number) => {
  const desde = restsFrom(r, vista.ajustes(r.empresa))
  return desde !== null && desde <= ahora
}

type Medios = {
  pool: pg.Pool
  memoria: Memoria
  registro: Registro
  turno: Turno
  /** Wait for the turns of these companies, forgetting what is old. */
  take(cliente: pg.ClientBase, empresas: Set<number>): Promise<void>
  send(cliente: pg.ClientBase, lote: Lote): Promise<void>
}

/** Those of `quietos` that are this process' to bring to rest, or nobody's. */
async function listNuestros(
  { memoria, turno }: Medios,
  quietos: Rastro[],
  vista: Vista,
  ahora: number,
): Promise<number[]> {
  const idDe = (r: Rastro) => r.dispositivo
  const ajenas = await turno.listAjenos(new Set(quietos.map((r) => r.empresa)))
  const nuestros = quietos.filter((r) => !ajenas.has(r.empresa)).map(idDe)
  const ajenos = quietos.filter((r) => ajenas.has(r.empresa))
  if (!ajenos.length) return nuestros
  memoria.forget(ajenos)
  const ids = ajenos.map(idDe)
  await memoria.prepare(new Set(ids))
  const olvidados = ids.filter((id) => {
    const r = memoria.get(id)
    return r && isQuieto(r, vista, ahora - ATRASO_MS)
  })
  return [...nuestros, ...olvidados]
}

/** Bring to rest what has not moved for a while, a part at a time. Returns whether there is more to do. */
export async function settleQuietos(m: Medios): Promise<boolean> {
  const { pool, memoria, registro } = m
  const faltan = await memoria.loadSome()
  const inquietos = [...memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await registro.prepare(new Set(), empresas)
  const ahora = Date.now()
  for (const r of inquietos) if (isDelFuturo(r, ahora)) rewind(r, ahora)
  const quietos = inquietos.filter((r) => isQuieto(r, vista, ahora))
  if (!quietos.length) return faltan
  const nuestros = await listNuestros(m, quietos, vista, ahora)
  const ids = nuestros.slice(0, POR_LOTE)
  if (!ids.length) return faltan
  // What they are called now: the reading that moved them may be hours old.
  const etiquetas = await listEtiquetas(pool, ids)
  const deIds = new Set(ids.flatMap((id) => memoria.get(id)?.empresa ?? []))
  const lote = createLote()
  try {
    await transact(pool, async (cliente) => {
      await m.take(cliente, deIds)
      await memoria.prepare(new Set(ids))
      for (const id of ids) {
        const r = memoria.get(id)
        // Another process may have heard of it while we waited for the turn.
        if (!r || !isQuieto(r, vista, ahora)) continue
        lote.rastros.add(r)
        const evento = settle(r, ahora, etiquetas.get(id) ?? null, vista.ajustes(r.empresa))
        if (!evento) continue
        lote.eventos.push(evento)
        lote.cambiados.add(r)
      }
      await m.send(cliente, lote)
    })
  } catch (e) {
    memoria.forget(lote.rastros)
    throw e
  }
  memoria.settle(lote.rastros)
  return faltan || nuestros.length > ids.length
}
