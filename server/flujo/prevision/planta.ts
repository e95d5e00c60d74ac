import { LAS_DEMAS_FAMILIAS, TODAS_LAS_FAMILIAS } from '#contract/flujo/prevision/values'
import { readAbiertos } from '../../parque/calendario/service'
import type { Db } from '../../platform/db/client'
import { groupBy } from '../../platform/time/groups'
import * as repo from './repo'
import {
  buildCurso,
  type Cuenta,
  type Curso,
  countSalidas,
  groupFamilias,
  type Horas,
  openHours,
  sumCursos,
  WEEKS,
} from './series'

const DAY_MS = 86_400_000

type Etapa = repo.EtapaPrevista
/** Stock and flow of a company's stages at each open hour of the last weeks, by family, and the stages that feed each stage. */
export type Planta = {
  horas: Map<string, Horas | null>
  cursos: Map<string, Curso>
  familias: Map<number, Map<string, number>>
  antes: Map<number, { de: number; parte: number }[]>
}
/** A stage with some families, and how many containers left it in 8 weeks. */
export type Serie = { etapa: Etapa; familia: string; familias: string[]; salidas: number }

export const claveOf = (etapa: number, familia: string) => `${etapa}:${familia}`

/** For each stage the stages that lead to it, with the share of their departures that goes to it. */
function previasOf(pasos: readonly { de: number; a: number; n: number }[]): Planta['antes'] {
  const salen = new Map<number, number>()
  for (const p of pasos) salen.set(p.de, (salen.get(p.de) ?? 0) + p.n)
  const before: Planta['antes'] = new Map()
  for (const { de, a, n } of pasos)
    if (de !== a) before.set(a, [...(before.get(a) ?? []), { de, parte: n / (salen.get(de) as number) }])
  return before
}

export async function readPlanta(
  db: Db,
  etapas: readonly Etapa[],
  zona: string,
  now: number,
): Promise<Planta> {
  const { empresa } = etapas[0] as Etapa
  const inicio = new Date(now - WEEKS * 7 * DAY_MS)
  const horas: Planta['horas'] = new Map()
  for (const planta of new Set(etapas.map((e) => e.planta))) {
    const abierto = await readAbiertos(db, {
      empresa,
      planta,
      zona,
      desde: inicio.getTime(),
      hasta: now + 70 * DAY_MS,
    })
    horas.set(planta, openHours(abierto, zona, now))
  }
  const cuentas = groupBy(await repo.listCuentas(db, empresa, inicio, zona), (c) =>
    claveOf(c.etapa, c.familia),
  )
  const bases = new Map(
    (await repo.listBases(db, empresa, inicio)).map((b) => [claveOf(b.etapa, b.familia), b]),
  )
  const planta: Planta = {
    horas,
    cursos: new Map(),
    familias: new Map(),
    antes: previasOf(await repo.listPasos(db, empresa, new Date(now - 8 * 7 * DAY_MS))),
  }
  for (const clave of new Set([...cuentas.keys(), ...bases.keys()])) {
    const suyas: Cuenta[] = cuentas.get(clave) ?? []
    const { etapa, familia } = (suyas[0] ?? bases.get(clave)) as { etapa: number; familia: string }
    const suya = horas.get(etapas.find((e) => e.etapa === etapa)?.planta ?? '')
    if (!suya) continue
    planta.cursos.set(clave, buildCurso(bases.get(clave)?.n ?? 0, suyas, suya.pasadas))
    const familias = planta.familias.get(etapa) ?? new Map<string, number>()
    planta.familias.set(etapa, familias.set(familia, countSalidas(suyas, now)))
  }
  return planta
}

/** The series to forecast: each stage as a whole, its families, and its small families together. */
export function listSeries(planta: Planta, etapas: readonly Etapa[]): Serie[] {
  return etapas.flatMap((etapa) => {
    const familias = planta.familias.get(etapa.etapa)
    if (!familias) return []
    const { solas, demas } = groupFamilias(familias)
    const one = (familia: string, suyas: string[]): Serie => ({
      etapa,
      familia,
      familias: suyas,
      salidas: suyas.reduce((s, f) => s + (familias.get(f) ?? 0), 0),
    })
    return [
      one(TODAS_LAS_FAMILIAS, [...familias.keys()].sort()),
      ...solas.map((f) => one(f, [f])),
      ...(demas.length ? [one(LAS_DEMAS_FAMILIAS, demas)] : []),
    ]
  })
}

const partesOf = (planta: Planta, etapa: number, familias: readonly string[], n: number, parte = 1) =>
  familias.flatMap((f) => {
    const curso = planta.cursos.get(claveOf(etapa, f))
    // Stages of a plant with another calendar have other hours, and are left out.
    return curso?.stock.length === n ? [{ curso, parte }] : []
  })

/** Stock of a series at each hour, and that of the stages before it, weighted by their share. */
export function cursosOf(planta: Planta, { etapa, familias }: Serie, horas: Horas) {
  const n = horas.pasadas.length
  const previas = planta.antes.get(etapa.etapa) ?? []
  return {
    curso: sumCursos(partesOf(planta, etapa.etapa, familias, n), n),
    antes: sumCursos(
      previas.flatMap((a) => partesOf(planta, a.de, familias, n, a.parte)),
      n,
    ),
  }
}
