import type { Db } from '../../platform/db/client'
import { conflicto } from '../../platform/http/errores'
import { ensureEnLibro, keepContenedores } from './anotar'
import { addNombrados, movimientoOf, standings } from './entrar'
import { addMovimientos, lockLibro, undoMovimientos } from './repo-libro'
import { listDeRecuento, listSinNombre } from './repo-recuento'
import { listContenedores } from './repo-saldos'

/** A closed count of the containers that the book has in the account of a partner. */
export type Contado = {
  /** Id of the count. */
  id: number
  empresa: number
  tercero: number
  cerrado: Date
  /** Macs of the containers that were expected and not found, and of those that were found and not expected. */
  faltan: readonly string[]
  sobran: readonly string[]
}

/** Containers without names in the account when a count was closed, and whether its difference has been entered. */
export async function readContado(db: Db, c: Pick<Contado, 'id' | 'tercero' | 'cerrado'>) {
  const hechos = await listDeRecuento(db, c.id)
  const [first] = hechos
  const sinNombre = await listSinNombre(db, c.tercero, c.cerrado, c.id)
  return {
    sin_nombre: sinNombre.reduce((sum, f) => sum + f.n, 0),
    anotado: first ? { momento: first.anotado, persona: first.persona, movimientos: hechos.length } : null,
  }
}

const documentOf = (id: number) => `Recuento ${id}`

/**
 * Enters the difference between count and book, dated when the count was closed. Containers that were found are in the partner's account;
 * those not found are own stock; those found by name reduce the quantity that the book has without names. What the book already has is left
 * out. Throws 409 if the count was entered before.
 * @returns how many entries were made
 */
export async function enterContado(tx: Db, c: Contado, persona: number): Promise<number> {
  await lockLibro(tx, c.empresa)
  if ((await listDeRecuento(tx, c.id)).length)
    throw conflicto('La diferencia de este recuento ya está en el libro.', 'ya_anotado')
  const comun = {
    momento: c.cerrado,
    clase: 'recuento' as const,
    documento: documentOf(c.id),
    nota: null,
    persona,
    recuento: c.id,
  }
  const contenedores = await listContenedores(tx, c.empresa, [...c.faltan, ...c.sobran])
  const ids = contenedores.map((x) => x.id)
  await ensureEnLibro(tx, c.empresa, ids)
  const cuentas = await standings(tx, c.empresa, ids, c.cerrado)
  const missing = new Set(c.faltan)
  const news = contenedores.flatMap((x) => {
    const cuenta = cuentas.get(x.id) ?? 'propio'
    const falta = missing.has(x.mac)
    if (falta !== (cuenta === c.tercero)) return []
    return [movimientoOf(comun, [falta ? 'devuelto' : 'recuento', c.tercero], x, cuenta)]
  })
  const named = await addNombrados(tx, c.empresa, news)
  const sinNombre = await listSinNombre(tx, c.tercero, c.cerrado, c.id)
  const counted = await addMovimientos(
    tx,
    c.empresa,
    sinNombre.map(({ familia, n }) => ({
      ...comun,
      de: n > 0 ? c.tercero : ('propio' as const),
      a: n > 0 ? ('propio' as const) : c.tercero,
      familia,
      cantidad: Math.abs(n),
    })),
  )
  if (named.length + counted.length === 0)
    throw conflicto('El libro ya dice lo mismo que este recuento: no hay nada que anotar.', 'sin_diferencia')
  return named.length + counted.length
}

/** Reverses the entries of a count by further entries. Throws 409 if there are none. @returns how many */
export async function undoContado(tx: Db, { id, empresa }: Pick<Contado, 'id' | 'empresa'>): Promise<number> {
  await lockLibro(tx, empresa)
  const hechos = await listDeRecuento(tx, id)
  if (!hechos.length) throw conflicto('La diferencia de este recuento no está en el libro.', 'sin_anotar')
  await undoMovimientos(
    tx,
    hechos.map((m) => m.id),
  )
  await keepContenedores(
    tx,
    empresa,
    hechos.flatMap((m) => (m.dispositivo === null ? [] : [{ id: m.dispositivo, desde: m.momento }])),
  )
  return hechos.length
}
