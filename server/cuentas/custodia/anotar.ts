import type { Db } from '../../platform/db/client'
import { addPending, type Pending, takePending } from '../../platform/db/queries/pending'
import { doEach } from '../../platform/jobs/each'
import { groupBy } from '../../platform/time/groups'
import { standingOf } from './libro'
import { keepDiferencias } from './repo-diferencias'
import * as repo from './repo-libro'
import { listSalidas, type Salida } from './repo-salidas'
import { differenceOf, isSeen, type Llegada, listQueridos, MINIMO_MS, type Querido, ripensAt } from './vistos'

/**
 * Containers whose book is written in one transaction, some thousand rows at first. It is small because a user who enters something waits
 * for the lock.
 */
const POR_LOTE = 25
const EPOCH = new Date(0)

const DERIVADAS: ReadonlySet<string> = new Set(['alta', 'baja', 'visto', 'salida'])
const ms = (d: Date) => d.getTime()

type EnLibro = Querido & { id: number }

/** All data on one container. */
type Conocido = {
  registrado: repo.Registrado
  /** The moment from which the book may change, and the first arrival that is still kept. Unix ms. */
  desde: number
  primera: number
  vistas: readonly repo.Vista[]
  salidas: readonly Salida[]
  anotados: readonly repo.Anotado[]
}

type EnTiempo = { clase: string; lugar: number | null; momento: number }

/**
 * Stays, each followed by the departure that ended it. A departure that the book has keeps its moment: the last reading at the place is
 * reported with a slightly different time once the container is heard elsewhere.
 */
function listLlegadas(
  seen: readonly repo.Vista[],
  salidas: readonly Salida[],
  libro: readonly EnTiempo[],
): Llegada[] {
  const saleOf = new Map(salidas.map((s) => [ms(s.llegada), s]))
  return seen.flatMap(({ momento, tercero, lugar }): Llegada[] => {
    const llegada = { momento: ms(momento), cuenta: tercero ?? ('propio' as const), lugar }
    const s = saleOf.get(llegada.momento)
    if (s?.tercero == null) return [llegada]
    const then = ms(s.momento)
    const entered = libro.find(
      (m) => m.clase === 'salida' && m.lugar === lugar && Math.abs(m.momento - then) < MINIMO_MS,
    )
    return [llegada, { momento: entered?.momento ?? then, cuenta: s.tercero, lugar, salida: true }]
  })
}

/** Entries that the book has and should not have, and entries that it lacks. */
function reckon({ registrado: r, desde, primera, vistas, salidas, anotados }: Conocido, now: number) {
  const libro = anotados.map((m) => ({ ...m, momento: ms(m.momento) }))
  // Entries older than the first arrival that is kept are not corrected.
  const kept = Math.max(
    ...libro
      .filter((m) => isSeen(m.clase) && m.lugar !== null && m.momento < primera)
      .map((m) => m.momento + 1),
  )
  const corte = Math.max(Math.min(desde, vistas[0] ? ms(vistas[0].momento) : desde), kept)
  const since = libro.filter((m) => m.momento >= corte)
  const seen = vistas.filter((v) => ms(v.momento) >= corte)
  const llegadas = listLlegadas(seen, salidas, since)
  // Another company has it now: its departure stays at the moment when that was first noticed.
  const gone = r.ajeno ? (since.find((m) => m.clase === 'baja')?.momento ?? now) : null
  const queridos = listQueridos(
    {
      familia: r.familia,
      creado: ms(r.creado),
      eliminado: gone ?? (r.eliminado && ms(r.eliminado)),
      baja: r.baja && ms(r.baja),
      inicio: standingOf(libro.filter((m) => m.momento < corte)),
      llegadas,
      dichos: since.filter((m) => !DERIVADAS.has(m.clase)),
    },
    now,
  )
  const derived = since.filter((m): m is typeof m & EnLibro => DERIVADAS.has(m.clase))
  const { sobran, faltan } = differenceOf(derived, queridos)
  const mirar = salidas.findLast((s) => s.mirar)?.mirar
  const soon = [ripensAt(llegadas, now), mirar ? ms(mirar) : null].filter((t) => t !== null)
  return { libro, sobran, faltan, seen, again: soon.length ? Math.min(...soon) : null }
}

/** The arrival of an entry, or the stay that a departure ended. */
const findVista = (seen: readonly repo.Vista[], { clase, momento, lugar }: Querido) =>
  clase === 'salida'
    ? seen.findLast((v) => v.lugar === lugar && ms(v.momento) <= momento)
    : seen.find((v) => v.lugar === lugar && ms(v.momento) === momento)

/** Updates the book of these containers of a company from what was seen. The caller holds the lock. */
export async function keepContenedores(
  tx: Db,
  empresa: number,
  pendientes: readonly Pending[],
  now = Date.now(),
): Promise<void> {
  const ids = pendientes.map((p) => p.id)
  const registrados = await repo.listRegistrados(tx, empresa, ids)
  const vistasOf = groupBy(await repo.listVistas(tx, empresa, pendientes), (v) => v.de)
  const salidasOf = groupBy(await listSalidas(tx, empresa, pendientes), (s) => s.de)
  const primeras = await repo.listPrimeras(tx, ids)
  const anotadosOf = groupBy(await repo.listAnotados(tx, empresa, ids), (m) => m.de_quien)
  const desdes = new Map(pendientes.map((p) => [p.id, ms(p.desde)]))
  const fuera: number[] = []
  const news: (repo.NewMovimiento & { dispositivo: number })[] = []
  const again: { id: number; desde: Date; cuando: Date }[] = []
  const made: { id: number; libro: repo.Anotado[] }[] = []
  for (const r of registrados) {
    const anotados = anotadosOf.get(r.id) ?? []
    // It never belonged to this company.
    if (r.ajeno && !anotados.length) continue
    const primera = primeras.get(r.id)
    const k = reckon(
      {
        registrado: r,
        desde: desdes.get(r.id) ?? 0,
        primera: primera ? ms(primera) : now,
        vistas: vistasOf.get(r.id) ?? [],
        salidas: salidasOf.get(r.id) ?? [],
        anotados,
      },
      now,
    )
    fuera.push(...k.sobran.map((m) => m.id))
    for (const q of k.faltan)
      news.push({
        momento: new Date(q.momento),
        clase: q.clase,
        de: q.de,
        a: q.a,
        familia: q.familia,
        cantidad: 1,
        dispositivo: r.id,
        contenedor: r.nombre,
        vista: q.lugar === null ? null : findVista(k.seen, q),
      })
    if (k.again !== null) again.push({ id: r.id, desde: new Date(k.again), cuando: new Date(k.again) })
    made.push({ id: r.id, libro: anotados.filter((m) => !k.sobran.some((s) => s.id === m.id)) })
  }
  await repo.undoMovimientos(tx, fuera)
  const numbers = await repo.addMovimientos(tx, empresa, news)
  const newsOf = groupBy(
    news.map((n, i) => ({ ...n, id: numbers[i] as number })),
    (n) => n.dispositivo,
  )
  await repo.saveEnCuenta(
    tx,
    empresa,
    ids,
    made.flatMap(({ id, libro }): repo.EnCuenta[] => {
      const all = [...libro, ...(newsOf.get(id) ?? [])].map((m) => ({ ...m, momento: ms(m.momento) }))
      const now = standingOf(all)
      if (!now || now.cuenta === 'fuera') return []
      const last = all.filter((m) => m.a === now.cuenta).reduce((x, y) => (y.momento >= x.momento ? y : x))
      return [{ id, ...now, desde: new Date(last.momento), movimiento: last.id }]
    }),
  )
  await addPending(tx, 'custodia_pendiente', empresa, again)
}

async function keepEmpresa(db: Db, empresa: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await repo.lockLibro(tx, empresa)
    await repo.spreadPendientes(tx, empresa)
  })
  for (;;) {
    const n = await db.transaction().execute(async (tx) => {
      await repo.lockLibro(tx, empresa)
      const pendientes = await takePending(tx, 'custodia_pendiente', empresa, POR_LOTE)
      if (pendientes.length) await keepContenedores(tx, empresa, pendientes)
      return pendientes.length
    })
    if (n === 0) return
  }
}

/**
 * Updates the books of all companies with partners from the visits, and saves the differences between book and places. Run after the visits
 * are rebuilt. If it is interrupted, finished parts stay done; a second run changes nothing.
 */
export async function keepCustodia(db: Db): Promise<void> {
  await doEach(await repo.listPorAnotar(db), (empresa) => keepEmpresa(db, empresa))
  await db.transaction().execute((tx) => keepDiferencias(tx))
}

/** Enters containers that are not in the book yet. The caller holds the lock. */
export const ensureEnLibro = (tx: Db, empresa: number, ids: readonly number[]): Promise<void> =>
  keepContenedores(
    tx,
    empresa,
    ids.map((id) => ({ id, desde: EPOCH })),
  )
