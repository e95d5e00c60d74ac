import type { PorQue } from '#contract/oir/contenedores/por-que'
import { listEstancias } from '../../parque/estancias/service'
import type { Db } from '../../platform/db/client'
import { estimatePasos } from '../../platform/math/pasos'
import { resolvePeriodo } from '../../platform/time/period'
import { isoPlanta } from '../../platform/time/time'
import * as repo from './repo-por-que'

/** Fewer legs than this say nothing about where containers usually go. */
const MIN_PASOS = 10
/** Older legs do not count, days. */
const DAYS = 30

async function findTramo(db: Db, id: number, zona: string): Promise<PorQue['tramo']> {
  const periodo = resolvePeriodo({}, { porDefecto: DAYS, maximo: DAYS }, zona)
  const [here, before] = (await listEstancias(db, id, periodo, zona)).estancias
  return here && before?.hasta ? { de: before.Ubicacion, salio: before.hasta, llego: here.desde } : null
}

async function findNext(db: Db, id: number): Promise<PorQue['siguiente']> {
  const pasos = await repo.countPasos(db, id)
  const n = pasos.reduce((suma, p) => suma + p.n, 0)
  const [mejor] = estimatePasos(pasos)
  return mejor && n >= MIN_PASOS ? { etapa: mejor.a, p: mejor.p, n } : null
}

/** How a container came to its place, and where it usually goes next. */
export async function readPorQue(db: Db, id: number, zona: string): Promise<PorQue> {
  const [movimiento, tramo, siguiente, causa, persona] = await Promise.all([
    repo.findMovimiento(db, id),
    findTramo(db, id, zona),
    findNext(db, id),
    repo.findCausa(db, id),
    repo.findPersona(db, id),
  ])
  return {
    movimiento: isoPlanta(movimiento, zona),
    tramo,
    siguiente,
    causa: causa && { ...causa, desde: isoPlanta(causa.desde, zona) },
    persona: persona && { ...persona, momento: isoPlanta(persona.momento, zona) },
  }
}
