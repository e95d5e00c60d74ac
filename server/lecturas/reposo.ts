import type pg from 'pg'
import type { Memoria } from './memoria'
import type { Registro } from './registro'
import { restsFrom, settle } from './reglas'
import { createLote, type Lote } from './repo'
import { listEtiquetas } from './repo-rastro'

const POR_LOTE = 2000

/** Bring to rest what has not moved for a while, a part at a time. Returns whether there is more to do. */
export async function settleQuietos(
  pool: pg.Pool,
  memoria: Memoria,
  registro: Registro,
  commit: (lote: Lote) => Promise<void>,
): Promise<boolean> {
  const faltan = await memoria.loadSome()
  const inquietos = [...memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await registro.prepare(new Set(), empresas)
  const ahora = Date.now()
  const quietos = inquietos.filter((r) => {
    const desde = restsFrom(r, vista.ajustes(r.empresa))
    return desde !== null && desde <= ahora
  })
  const ahoraMismo = quietos.slice(0, POR_LOTE)
  if (!ahoraMismo.length) return faltan
  // What they are called now: the reading that moved them may be hours old.
  const ids = ahoraMismo.map((r) => r.dispositivo)
  const etiquetas = await listEtiquetas(pool, ids)
  const lote = createLote()
  try {
    for (const r of ahoraMismo) {
      lote.rastros.add(r)
      const evento = settle(r, ahora, etiquetas.get(r.dispositivo) ?? null, vista.ajustes(r.empresa))
      if (evento) lote.eventos.push(evento)
    }
    await commit(lote)
  } catch (e) {
    memoria.forget(lote.rastros)
    throw e
  }
  return faltan || quietos.length > ahoraMismo.length
}
