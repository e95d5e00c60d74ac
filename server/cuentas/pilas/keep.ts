import type { Db } from '../../platform/db/client'
import type { SurvivalCurve } from '../../platform/math/supervivencia'
import { afterCambio, afterDicho, createMemoria, type Memoria, type Muestra, noteSample } from './memory'
import { type Etiqueta, type Guardada, listDue, listEtiquetas, lockPilas, savePilas } from './repo-keep'
import { curveKey, learnEmpresas, listCurves, listPocas, listToLearn } from './repo-learn'
import { judge, urgenciaOf } from './rules'

/** Tags in one transaction: users' writes wait at most for this batch, and calls to the process for some 10 ms. */
const POR_TANDA = 250
/** Runs among which the tags are divided, well within an hour: after a stop of the process all of them are due at once. */
const TURNOS = 30
/** For this long after an exchange, tags may still report the old battery. */
const ASIENTO_MS = 10 * 60_000

const numberOf = (text: string | null): number | null => {
  const n = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(n) && n >= 0 ? n : null
}

const muestraOf = (e: Etiqueta, t: number): Muestra => ({
  tag: e.mac,
  t,
  mv: e.mv,
  bateria: e.bateria,
  grados: e.grados,
  secuencia: numberOf(e.secuencia),
  encendidoS: numberOf(e.encendido_s),
})

/** Updates the stored memory with the last report of the tag. */
function look(e: Etiqueta): Memoria | null {
  const desde = e.desde?.getTime() ?? null
  const t = e.recibido?.getTime() ?? null
  // Memory that an older version stored may lack fields.
  const before = e.memoria?.tag === e.mac ? { ...createMemoria(e.mac), ...e.memoria } : null
  if (t === null || (e.tag ?? e.mac) !== e.mac || t <= (before?.t ?? 0)) return before
  if (desde !== null && t <= desde + ASIENTO_MS) return before
  // The first report of a new battery is not compared with the old battery.
  return noteSample(
    before && desde !== null && before.t <= desde ? afterCambio(before, desde) : before,
    muestraOf(e, t),
  )
}

/** @param ahora Unix ms */
export function keepOf(e: Etiqueta, curva: SurvivalCurve | null, ahora: number): Guardada {
  const memoria = look(e)
  const desde = e.desde?.getTime() ?? null
  const m = memoria && afterDicho(memoria, desde, e.negada?.getTime() ?? null)
  const juicio = judge({ ahora, memoria: m, baja: e.baja, desde, curva })
  return {
    ...juicio,
    id: e.id,
    empresa: e.empresa,
    familia: e.familia,
    modelo: e.modelo,
    urgencia: urgenciaOf(juicio),
    desde: e.desde,
    fresca_desde: m?.fresca ? new Date(m.fresca.antes) : null,
    fresca: m?.fresca ? new Date(m.fresca.t) : null,
    memoria,
  }
}

/** Evaluates these tags and saves the state of their batteries, within a transaction that has the lock. */
async function keepThese(tx: Db, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const etiquetas = await listEtiquetas(tx, ids)
  const curvas = await listCurves(tx, [...new Set(etiquetas.map((e) => e.empresa))])
  const ahora = Date.now()
  await savePilas(
    tx,
    etiquetas.map((e) => keepOf(e, curvas.get(curveKey(e.empresa, e.modelo)) ?? null, ahora)),
  )
}

/** Evaluates the tags of exchanges that were just written. Where the exchanges are few, these teach at once; else within the hour. */
export async function keepDichas(
  tx: Db,
  dichas: readonly { empresa: number; dispositivo: number }[],
): Promise<void> {
  await learnEmpresas(tx, await listPocas(tx, [...new Set(dichas.map((d) => d.empresa))]))
  await keepThese(tx, [...new Set(dichas.map((d) => d.dispositivo))])
}

/** Evaluates the tags that are due, with what exchanges teach. Run every minute; each tag and each company is due once an hour. */
export async function keepPilas(db: Db): Promise<void> {
  for (const empresa of await listToLearn(db))
    await db.transaction().execute(async (tx) => {
      await lockPilas(tx)
      await learnEmpresas(tx, [empresa])
    })
  const ids = await listDue(db, TURNOS)
  for (let n = 0; n < ids.length; n += POR_TANDA)
    await db.transaction().execute(async (tx) => {
      await lockPilas(tx)
      await keepThese(tx, ids.slice(n, n + POR_TANDA))
    })
}
