import type pg from 'pg'
import { transact } from '../../db/transaccion'
import { isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { restsFrom, settle } from '../reglas/reglas'
import type { Custodia } from './custodia'
import type { Padron, Vista } from './padron'
import type { Rastros } from './rastros'
import { createEscritura, type Escritura } from './repo'
import { listEtiquetas } from './repo-rastro'

const POR_LOTE = 2000
/** After this delay the process that has custody is taken to be gone, and another one does its work. */
const ATRASO_MS = 30_000

const isQuieto = (r: Rastro, vista: Vista, ahora: number) => {
  const desde = restsFrom(r, vista.ajustes(r.empresa))
  return desde !== null && desde <= ahora
}

type Medios = {
  pool: pg.Pool
  memoria: Rastros
  padron: Padron
  custodia: Custodia
  /** Wait for custody of these companies, forgetting what is old. */
  take(cliente: pg.ClientBase, empresas: Set<number>): Promise<void>
  send(cliente: pg.ClientBase, escritura: Escritura): Promise<void>
}

/** Those of `quietos` whose company this process has in custody, or no process has. */
async function listNuestros(
  { memoria, custodia }: Medios,
  quietos: Rastro[],
  vista: Vista,
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
    return r && isQuieto(r, vista, ahora - ATRASO_MS)
  })
  return [...nuestros, ...olvidados]
}

/** Bring to rest what has not moved for a while, a part at a time. Returns whether there is more to do. */
export async function settleQuietos(m: Medios): Promise<boolean> {
  const { pool, memoria, padron } = m
  const faltan = await memoria.loadSome()
  const inquietos = [...memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await padron.prepare(new Set(), empresas)
  const ahora = Date.now()
  for (const r of inquietos) if (isDelFuturo(r, ahora)) rewind(r, ahora)
  const quietos = inquietos.filter((r) => isQuieto(r, vista, ahora))
  if (!quietos.length) return faltan
  const nuestros = await listNuestros(m, quietos, vista, ahora)
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
      for (const id of ids) {
        const r = memoria.get(id)
        // Another process may have heard of it while we waited for custody.
        if (!r || !isQuieto(r, vista, ahora)) continue
        escritura.rastros.add(r)
        const evento = settle(r, ahora, etiquetas.get(id) ?? null, vista.ajustes(r.empresa))
        if (!evento) continue
        escritura.eventos.push(evento)
        escritura.cambiados.add(r)
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
