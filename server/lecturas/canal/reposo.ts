import type pg from 'pg'
import { isJuzgable, judge, wouldChange } from '../reglas/juicio'
import { isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { rejudge, restsFrom, settle } from '../reglas/reglas'
import { type Apartados, doByHalves } from './aislar'
import type { Padron, Vista } from './padron'
import type { Planta, Plantas } from './plantas'
import type { Rastros } from './rastros'
import { createEscritura, type Escritura } from './repo'
import { noteCambio } from './repo-creencias'
import { transactCarril } from './repo-custodia'
import { readEtiquetas } from './repo-rastro'

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

/**
 * Those that are to be brought to rest or told somewhere else. The others are judged in memory: the next reading writes what that changes.
 */
function lookAt(inquietos: readonly Rastro[], s: Saberes, m: Medios, apartados: Apartados, ahora: number) {
  const iguales: Rastro[] = []
  const look = (r: Rastro): boolean => {
    if (isDelFuturo(r, ahora)) rewind(r, ahora)
    if (isJuzgable(r, ahora) && !isMovido(r, s, ahora)) {
      const v = s.plantas.get(r.empresa)
      if (v) judge(r, v, ahora, s.vista.ajustes(r.empresa))
      iguales.push(r)
    }
    return isQuieto(r, s, ahora) || isJuzgable(r, ahora)
  }
  const debidos = inquietos.filter((r) => {
    if (apartados.isAparte(r.dispositivo)) return false
    try {
      return look(r)
    } catch (e) {
      apartados.setAside(r.dispositivo, e)
      return false
    }
  })
  m.memoria.settle(iguales)
  return debidos
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

/** @param ids tags that are to be brought to rest or told somewhere else */
async function settleParte(m: Medios, s: Saberes, ids: readonly number[], ahora: number): Promise<void> {
  // Where it failed before, they are read from the database again.
  await m.memoria.prepare(new Set(ids))
  // Their labels of now: the reading that moved them may be hours old.
  const etiquetas = await readEtiquetas(m.pool, [...ids])
  const escritura = createEscritura()
  try {
    await transactCarril(m.pool, async (cliente) => {
      await m.hold(cliente)
      for (const id of ids) {
        const r = m.memoria.get(id)
        if (r) applyDebido(r, etiquetas.get(id) ?? null, s, ahora, escritura)
      }
      await m.send(cliente, escritura)
    })
  } catch (e) {
    m.memoria.forget(escritura.rastros)
    throw e
  }
  m.memoria.settle(escritura.rastros)
}

/**
 * Bring to rest what has not moved for a while, and judge where the tags are that were heard, a part at a time. Returns whether there is
 * more to do.
 * @param apartados tags that this failed with
 * @param ahora Unix ms: up to when everything that was heard is applied
 */
export async function settleQuietos(m: Medios, apartados: Apartados, ahora: number): Promise<boolean> {
  const faltan = await m.memoria.loadSome()
  const inquietos = [...m.memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await m.padron.prepare(new Set(), empresas)
  const s: Saberes = { vista, plantas: await m.plantas.prepare(empresas) }
  const debidos = lookAt(inquietos, s, m, apartados, ahora).map((r) => r.dispositivo)
  await doByHalves(
    debidos.slice(0, POR_LOTE),
    async (ids) => {
      await settleParte(m, s, ids, ahora)
      apartados.settle(ids)
    },
    (id, e) => apartados.setAside(id, e),
  )
  return faltan || debidos.length > POR_LOTE
}
