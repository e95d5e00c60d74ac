import type { PorQue } from '#contract/por-que'
import { estimatePasos } from '../calculo/pasos'
import type { Db } from '../db/cliente'
import { listEstancias } from '../estancias/service'
import { resolvePeriodo } from '../periodo'
import { isoPlanta } from '../tiempo'
import * as repo from './repo-por-que'

/** Fewer steps than these say nothing of where containers usually go. */
const MIN_PASOS = 10
/** A leg that is longer ago explains nothing any more. */
const DIAS = 30

async function findTramo(db: Db, id: number, zona: string): Promise<PorQue['tramo']> {
  const periodo = resolvePeriodo({}, { porDefecto: DIAS, maximo: DIAS }, zona)
  const [aqui, antes] = (await listEstancias(db, id, periodo, zona)).estancias
  return aqui && antes?.hasta ? { de: antes.Ubicacion, salio: antes.hasta, llego: aqui.desde } : null
}

async function findSiguiente(db: Db, id: number): Promise<PorQue['siguiente']> {
  const pasos = await repo.countPasos(db, id)
  const n = pasos.reduce((suma, p) => suma + p.n, 0)
  const [mejor] = estimatePasos(pasos)
  return mejor && n >= MIN_PASOS ? { etapa: mejor.a, p: mejor.p, n } : null
}

/** What led a container to where it is, and where it usually goes next. */
export async function readPorQue(db: Db, id: number, zona: string): Promise<PorQue> {
  const [movimiento, tramo, siguiente, causa, persona] = await Promise.all([
    repo.findMovimiento(db, id),
    findTramo(db, id, zona),
    findSiguiente(db, id),
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
