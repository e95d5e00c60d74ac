import type { Calendario } from '#contract/parque/calendario/calendario'
import { MAX_PLANTAS } from '#contract/parque/calendario/values'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import { compileHorario, type Open, openMs } from './open-hours'
import * as repo from './repo'

export async function readCalendarios(
  db: Db,
  empresa: number,
): Promise<{ plantas: string[]; data: Calendario[] }> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return { plantas: await repo.listPlantas(db, empresa), data: await repo.listCalendarios(db, empresa) }
}

/** Throws 404, and 409 if there are too many. */
export async function setCalendario(
  tx: Db,
  empresa: number,
  c: Calendario,
): ReturnType<typeof readCalendarios> {
  const { data } = await readCalendarios(tx, empresa)
  if (data.length >= MAX_PLANTAS && !data.some((x) => x.planta === c.planta))
    throw conflicto(`Como mucho ${MAX_PLANTAS} calendarios.`, 'demasiados')
  const festivos = [...c.festivos].sort((a, b) => (a.dia < b.dia ? -1 : 1))
  await repo.saveCalendario(tx, empresa, { ...c, festivos })
  return readCalendarios(tx, empresa)
}

/** Throws 404. */
export async function removeCalendario(
  tx: Db,
  empresa: number,
  planta: string,
): ReturnType<typeof readCalendarios> {
  if (!(await repo.removeCalendario(tx, empresa, planta)))
    throw noEncontrado('Esa planta no tiene calendario.')
  return readCalendarios(tx, empresa)
}

/**
 * A function for the open time between two instants, ms, by the plant's calendar, else the company's; null: neither exists.
 * @param desde first instant that will be used, `hasta` the last one, Unix ms
 */
export async function readOpen(
  db: Db,
  empresa: number,
  zona: string,
  desde: number,
  hasta: number,
): Promise<(planta: string | null, desde: number, hasta: number) => number | null> {
  const calendarios = await repo.listCalendarios(db, empresa)
  const hechos = new Map<string, Open>()
  return (planta, d, h) => {
    const suyo = calendarios.find((c) => c.planta === planta) ?? calendarios.find((c) => c.planta === '')
    if (!suyo) return null
    const hecho = hechos.get(suyo.planta) ?? compileHorario(suyo, zona, desde, hasta)
    hechos.set(suyo.planta, hecho)
    return openMs(hecho, d, h)
  }
}

/**
 * The open intervals of a plant by its calendar, else the company's; always open if neither exists.
 * @param planta '' for the company's
 */
export async function readAbiertos(
  db: Db,
  {
    empresa,
    planta,
    zona,
    desde,
    hasta,
  }: { empresa: number; planta: string; zona: string; desde: number; hasta: number },
): Promise<Open> {
  const calendarios = await repo.listCalendarios(db, empresa)
  const suyo = calendarios.find((c) => c.planta === planta) ?? calendarios.find((c) => c.planta === '')
  return suyo ? compileHorario(suyo, zona, desde, hasta) : { inicios: [desde], finales: [hasta], antes: [0] }
}
