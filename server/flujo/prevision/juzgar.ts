import type { Db } from '../../platform/db/client'
import { isCubierta, pinballBand, pinballUltimo } from '../../platform/math/notas'
import { JUZGADAS } from '../../platform/math/rolling-origin'
import * as repo from './repo'
import type { Curso, Horas } from './series'

/** Compares a forecast with its outcome. @param stockAt containers at an hour, Unix ms; undefined: not known */
export function judgeOne(p: repo.PorJuzgar, stockAt: (hour: number) => number | undefined): repo.Juzgada {
  const vinos = p.horas.map(stockAt)
  const { minimo } = p
  const falto = minimo === null ? -1 : vinos.findIndex((v) => v !== undefined && v < minimo)
  const suma = { pinball: 0, pinballUltimo: 0, dentro: 0, juzgadas: 0 }
  for (const h of JUZGADAS) {
    const vino = vinos[h - 1]
    if (vino === undefined) continue
    const k = h - 1
    const band = { q10: p.q10[k] as number, q50: p.q50[k] as number, q90: p.q90[k] as number }
    suma.pinball += pinballBand(vino, band)
    suma.pinballUltimo += pinballUltimo(vino, p.stock)
    suma.dentro += Number(isCubierta(vino, band))
    suma.juzgadas++
  }
  const n = Math.max(1, suma.juzgadas)
  return {
    ...suma,
    serie: p.serie,
    emitida: p.emitida,
    falto: falto < 0 ? null : (p.horas[falto] as number),
    pinball: suma.pinball / n,
    pinballUltimo: suma.pinballUltimo / n,
  }
}

/** Scores the forecasts of these series (by id) whose hours have passed. */
export async function judgePasadas(
  db: Db,
  empresa: number,
  cursos: ReadonlyMap<number, { horas: Horas; curso: Curso }>,
  now: number,
): Promise<void> {
  const mapas = new Map<number, Map<number, number>>()
  for (const [id, { horas, curso }] of cursos)
    mapas.set(id, new Map(Array.from(horas.pasadas, (t, i) => [t, curso.stock[i] as number])))
  for (;;) {
    const rows = await repo.listPorJuzgar(db, empresa, new Date(now))
    if (!rows.length) return
    const juicios = rows.map((p) => judgeOne(p, (t) => mapas.get(p.serie)?.get(t)))
    await db.transaction().execute((tx) => repo.saveJuicios(tx, juicios))
  }
}
