import type { z } from 'zod'
import type { createMovimiento } from '#contract/cuentas/custodia/custodia'
import {
  type ClaseMovimiento,
  type EntradaMovimiento,
  MAX_ANIOS_MOVIMIENTO,
} from '#contract/cuentas/custodia/values'
import { formatDia } from '#contract/values/comunes'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto, entradaNoValida } from '../../platform/http/errores'
import { groupBy } from '../../platform/time/groups'
import { isoPlanta, limiteDePlanta } from '../../platform/time/time'
import { declareAceptadas } from '../perdidas/libro'
import { listAnotadas } from './albaranes/repo'
import { ensureEnLibro, keepContenedores } from './anotar'
import { type Cuenta, standingOf } from './libro'
import * as repo from './repo-libro'
import { listContenedores } from './repo-saldos'
import type { FilaTercero } from './repo-terceros'
import { findVisible } from './service'

type Entrada = z.output<NonNullable<(typeof createMovimiento)['body']>>

const CLASE: Record<EntradaMovimiento, ClaseMovimiento> = {
  enviado: 'albaran',
  devuelto: 'albaran',
  recuento: 'recuento',
  perdida: 'perdida',
}
const HALF_DAY = 12 * 3_600_000
const YEAR = 366 * 2 * HALF_DAY

/**
 * Noon of a day of the plant; now, where that noon is in the future or `dia` is missing. Throws 400 for a future day, and for one that is too
 * long ago.
 */
export function momentOf(dia: string | null | undefined, zona: string): Date {
  const now = new Date()
  if (!dia) return now
  const begins = limiteDePlanta(dia, 'desde', zona) as Date
  if (begins > now) throw entradaNoValida('Ese día aún no ha llegado.', 'dia')
  if (begins.getTime() < now.getTime() - MAX_ANIOS_MOVIMIENTO * YEAR)
    throw entradaNoValida(`Ese día es de hace más de ${MAX_ANIOS_MOVIMIENTO} años: revisa el año.`, 'dia')
  return new Date(Math.min(begins.getTime() + HALF_DAY, now.getTime()))
}

/**
 * Checks a quantity of a family for a partner. Throws 400 for an invalid quantity, 409 for a delivery to a partner whose places have
 * readers: the readings enter it too, and it would count twice.
 */
export function checkCantidad(
  tercero: Pick<FilaTercero, 'nombre' | 'lugares'>,
  clase: EntradaMovimiento,
  cantidad: number,
): void {
  if (cantidad === 0 || (cantidad < 0 && clase !== 'recuento'))
    throw entradaNoValida('La cantidad debe ser mayor que 0.', 'cantidad')
  if (tercero.lugares > 0 && (clase === 'enviado' || clase === 'devuelto'))
    throw conflicto(
      `Lo que llega a los lugares de ${tercero.nombre} lo anotan los lectores. Nombra los contenedores, o anota un recuento.`,
      'con_lugares',
    )
}

/** Throws 409 for a quantity that the book has by the same delivery note: two users enter it, or one of them again after a lost connection. */
async function checkDocumento(tx: Db, empresa: number, n: Entrada, zona: string): Promise<void> {
  const { documento } = n
  if (!documento || (n.clase !== 'enviado' && n.clase !== 'devuelto')) return
  const anotadas = await listAnotadas(tx, empresa, [documento])
  const otra = anotadas.find(
    (a) =>
      a.tercero === n.tercero &&
      a.clase === n.clase &&
      a.dispositivo === null &&
      a.familia === (n.familia ?? ''),
  )
  if (otra)
    throw conflicto(
      `El libro ya tiene ${otra.cantidad.toLocaleString('es')} con ese albarán, del ${formatDia(isoPlanta(otra.momento, zona))}. Si es otro, su número debe ser otro.`,
      'ya_anotado',
    )
}

/** From which account to which a quantity of a family goes. */
export function pathOf(clase: EntradaMovimiento, cantidad: number, tercero: number): [de: Cuenta, a: Cuenta] {
  if (clase === 'perdida') return [tercero, 'fuera']
  return clase === 'enviado' || (clase === 'recuento' && cantidad > 0)
    ? ['propio', tercero]
    : [tercero, 'propio']
}

/** The account of each container at a moment. One that was not registered by then counts as own stock. */
export async function standings(
  tx: Db,
  empresa: number,
  ids: readonly number[],
  momento: Date,
): Promise<Map<number, Cuenta>> {
  const rows = (await repo.listAnotados(tx, empresa, ids))
    .filter((m) => m.momento <= momento)
    .map((m) => ({ ...m, momento: m.momento.getTime() }))
  const rowsOf = groupBy(rows, (m) => m.de_quien)
  return new Map(ids.map((id) => [id, standingOf(rowsOf.get(id) ?? [])?.cuenta ?? 'propio']))
}

/** Why the entry is not possible for a container; undefined: it is possible. */
export function formatReparo(clase: EntradaMovimiento, cuenta: Cuenta, tercero: number): string | undefined {
  if (clase === 'devuelto' || clase === 'perdida')
    return cuenta === tercero ? undefined : 'No estaba en su cuenta.'
  return cuenta === tercero ? 'Ya estaba en su cuenta.' : undefined
}

const HECHO: Record<EntradaMovimiento, string> = {
  enviado: 'Enviado.',
  devuelto: 'Devuelto.',
  recuento: 'En su cuenta.',
  perdida: 'Pérdida aceptada.',
}

/**
 * Enters a movement that a user reports for a partner. A container whose loss the partner accepts is declared lost on the ladder, too. Throws
 * 404 for a partner of another company, and as the checks do.
 */
export async function enterMovimiento(tx: Db, principal: Principal, n: Entrada, zona: string) {
  const tercero = await findVisible(tx, principal, n.tercero)
  const momento = momentOf(n.dia, zona)
  await repo.lockLibro(tx, tercero.empresa)
  const comun = {
    momento,
    clase: CLASE[n.clase],
    documento: n.documento || null,
    nota: n.nota || null,
    persona: principal.usuarioId,
  }
  if (n.contenedores.length > 0) {
    const entered = await enterNamed(tx, tercero, n, comun)
    if (n.clase === 'perdida') {
      const macs = entered.resultados.filter((r) => r.status === 'success').map((r) => r.mac)
      await declareAceptadas(tx, principal, macs, comun.nota, zona)
    }
    return entered
  }
  const cantidad = n.cantidad ?? 0
  checkCantidad(tercero, n.clase, cantidad)
  await checkDocumento(tx, tercero.empresa, n, zona)
  const [de, a] = pathOf(n.clase, cantidad, tercero.id)
  const movimientos = await repo.addMovimientos(tx, tercero.empresa, [
    { ...comun, de, a, familia: n.familia ?? '', cantidad: Math.abs(cantidad) },
  ])
  return { movimientos, resultados: [] }
}

type Comun = Pick<repo.NewMovimiento, 'momento' | 'clase' | 'documento' | 'nota' | 'persona' | 'recuento'>

/** The entry of one container, from the account that it was in. */
export const movimientoOf = (
  comun: Comun,
  [entrada, tercero]: [EntradaMovimiento, number],
  c: { id: number; nombre: string; familia: string },
  cuenta: Cuenta,
): repo.NewMovimiento & { dispositivo: number } => ({
  ...comun,
  de: cuenta,
  a: entrada === 'devuelto' ? 'propio' : entrada === 'perdida' ? 'fuera' : tercero,
  familia: c.familia,
  cantidad: 1,
  dispositivo: c.id,
  contenedor: c.nombre,
})

/** Adds entries of containers by name, and updates what follows from readings. @returns the ids of the entries */
export async function addNombrados(
  tx: Db,
  empresa: number,
  news: readonly (repo.NewMovimiento & { dispositivo: number })[],
): Promise<number[]> {
  const movimientos = await repo.addMovimientos(tx, empresa, news)
  await keepContenedores(
    tx,
    empresa,
    news.map((m) => ({ id: m.dispositivo, desde: m.momento })),
  )
  return movimientos
}

async function enterNamed(
  tx: Db,
  { id, empresa }: { id: number; empresa: number },
  n: Entrada,
  comun: Comun,
) {
  const macs = [...new Set(n.contenedores)]
  const hay = new Map((await listContenedores(tx, empresa, macs)).map((c) => [c.mac, c]))
  const ids = [...hay.values()].map((c) => c.id)
  await ensureEnLibro(tx, empresa, ids)
  const cuentas = await standings(tx, empresa, ids, comun.momento)
  const resultados: { mac: string; status: 'success' | 'error'; message: string }[] = []
  const news: ReturnType<typeof movimientoOf>[] = []
  for (const mac of macs) {
    const c = hay.get(mac)
    const cuenta = (c && cuentas.get(c.id)) ?? 'propio'
    const reparo = c ? formatReparo(n.clase, cuenta, id) : 'No existe ese contenedor.'
    resultados.push({ mac, status: reparo ? 'error' : 'success', message: reparo ?? HECHO[n.clase] })
    if (c && !reparo) news.push(movimientoOf(comun, [n.clase, id], c, cuenta))
  }
  const movimientos = await addNombrados(tx, empresa, news)
  return { movimientos, resultados }
}
