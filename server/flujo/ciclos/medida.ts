import { DateTime } from 'luxon'
import type { Db } from '../../platform/db/client'
import { doEach } from '../../platform/jobs/each'
import { compareLittle } from '../../platform/math/little'
import { estimatePasos } from '../../platform/math/pasos'
import type { LifeTableRow } from '../../platform/math/supervivencia'
import { groupBy } from '../../platform/time/groups'
import { type Cifras, computeCifras, computeStock, type Limit } from './cifras'
import * as repo from './repo-medida'

/** Figures cover this many days and their trend this many weeks; the last week is incomplete. */
const DAYS = 56
const WEEKS = 13
/** With fewer finished stays or rounds there is no figure. */
const POCOS = 30
/** Little's law needs a window of at least this many mean stays. */
const VECES_ESTANCIA = 3
/** Key of the figures of all families together. */
const ALL = ''

type Data = {
  desde: string
  etapas: Record<string, EtapaMedida>
  pasos: { de: number; a: number; n: number; mediana: number | null; p90: number | null; parte: number }[]
  vueltas: { n: number; mediana: number | null; p90: number | null; media: number | null }
  semanas: SemanaMedida[]
}
type EtapaMedida = Cifras & {
  tope: Limit | null
  /** Containers seen on average, and the average to expect from arrivals and length of stay (Little's law). */
  cobertura: { media: number; esperado: number; diferencia: number } | null
  lectores: { mac: string; apodo: string | null }[]
  stock: { minimo: number; objetivo: number; maximo: number } | null
}
type SemanaMedida = {
  desde: string
  hasta: string
  vueltas: { n: number; mediana: number | null }
  etapas: Record<string, { n: number; mediana: number | null }>
}
export type CicloData = Data

type Parsed = {
  v: repo.Ventana
  semanas: Date[]
  relojes: repo.ClockEtapa[]
  estancias: Awaited<ReturnType<typeof repo.countEstancias>>
  pasos: repo.Pasos[]
  vueltas: repo.Vueltas[]
  presencia: repo.Presencia[]
  saltos: repo.StockChanges[]
  horas: Map<number, number[]>
  dudosos: repo.LectorDudoso[]
}

/** Merges rows of the same age. The rows come in order of age. */
function joinLifeTableRows(
  rows: readonly { t: number; salidas: number; censuras: number }[],
): LifeTableRow[] {
  const lifeTableRows: LifeTableRow[] = []
  for (const f of rows) {
    const last = lifeTableRows.at(-1)
    if (last?.t === f.t) {
      last.salidas += f.salidas
      last.censuras += f.censuras
    } else lifeTableRows.push({ t: f.t, salidas: f.salidas, censuras: f.censuras })
  }
  return lifeTableRows
}
const endOf = (rows: readonly { t: number; n: number }[]) =>
  computeCifras(joinLifeTableRows(rows.map((f) => ({ t: f.t, salidas: f.n, censuras: 0 }))))

/** Measures the stages of one family, or of all families. */
function measureEtapas(l: Parsed): Record<string, EtapaMedida> {
  const inside = groupBy(
    l.estancias.filter((e) => e.dentro),
    (e) => e.etapa,
  )
  const presencia = groupBy(l.presencia, (p) => p.etapa)
  const stockChanges = groupBy(l.saltos, (s) => s.etapa)
  return Object.fromEntries(
    l.relojes.map(({ etapa, ahora, desde }) => {
      const { media, ...cifras } = computeCifras(joinLifeTableRows(inside.get(etapa) ?? []))
      const abiertas = ahora - desde
      const suya = presencia.get(etapa) ?? []
      const sum = (field: 'segundos' | 'llegadas') => suya.reduce((n, p) => n + p[field], 0)
      const basta = cifras.n >= POCOS && abiertas > VECES_ESTANCIA * media * 60
      const hay = { media: sum('segundos') / abiertas, horas: media / 60, abiertasH: abiertas / 3600 }
      const cobertura = basta
        ? {
            media: hay.media,
            ...compareLittle({
              media: hay.media,
              llegadasHora: sum('llegadas') / hay.abiertasH,
              estanciaHoras: hay.horas,
            }),
          }
        : null
      return [
        etapa,
        {
          ...cifras,
          cobertura,
          lectores: l.dudosos.filter((d) => d.etapa === etapa).map(({ mac, apodo }) => ({ mac, apodo })),
          stock: computeStock(stockChanges.get(etapa) ?? [], l.horas.get(etapa) ?? []),
        },
      ]
    }),
  )
}

function measurePasos(rows: readonly repo.Pasos[]): Data['pasos'] {
  return [...groupBy(rows, (p) => p.de)].flatMap(([de, suyos]) => {
    const legs = [...groupBy(suyos, (p) => p.a)].map(([a, de]) => ({ a, ...endOf(de) }))
    const partes = new Map(estimatePasos(legs).map((p) => [p.a, p.p]))
    return legs.map(({ a, n, mediana, p90 }) => ({ de, a, n, mediana, p90, parte: partes.get(a) ?? 0 }))
  })
}

function measureWeeks(l: Parsed): SemanaMedida[] {
  const estancias = groupBy(l.estancias, (e) => e.semana)
  const vueltas = groupBy(l.vueltas, (v) => v.semana)
  return l.semanas.map((desde, i) => {
    const { n, mediana } = endOf(vueltas.get(i + 1) ?? [])
    const porEtapa = groupBy(estancias.get(i + 1) ?? [], (e) => e.etapa)
    return {
      desde: desde.toISOString(),
      hasta: (l.semanas[i + 1] ?? l.v.hasta).toISOString(),
      vueltas: { n, mediana },
      etapas: Object.fromEntries(
        [...porEtapa].map(([etapa, suyas]) => {
          const c = computeCifras(joinLifeTableRows(suyas))
          return [etapa, { n: c.n, mediana: c.mediana }]
        }),
      ),
    }
  })
}

function measureFamilia(l: Parsed): Data {
  const inside = l.vueltas.filter((v) => v.dentro)
  const { n, mediana, p90 } = endOf(inside)
  return {
    desde: l.v.desde.toISOString(),
    etapas: measureEtapas(l),
    pasos: measurePasos(l.pasos),
    vueltas: { n, mediana, p90, media: n ? inside.reduce((s, v) => s + v.suma, 0) / n : null },
    semanas: measureWeeks(l),
  }
}

async function readTodo(tx: Db, ciclo: number, hasta: Date, zona: string): Promise<Parsed> {
  const v = { ciclo, hasta, desde: new Date(hasta.getTime() - DAYS * 86_400_000) }
  const lunes = DateTime.fromJSDate(hasta, { zone: zona }).startOf('week')
  const semanas = Array.from({ length: WEEKS }, (_, i) => lunes.minus({ weeks: WEEKS - 1 - i }).toJSDate())
  const relojes = await repo.listClocksEtapa(tx, v)
  const etapas = relojes.map((r) => r.etapa)
  const ancla = relojes.find((r) => r.ancla)?.etapa ?? 0
  const horas = await repo.listHorasAbiertas(tx, v)
  return {
    v,
    semanas,
    relojes,
    estancias: await repo.countEstancias(tx, v, relojes, semanas),
    pasos: await repo.countPasos(tx, v, etapas),
    vueltas: await repo.countVueltas(tx, v, ancla, semanas),
    presencia: await repo.sumPresencia(tx, v, relojes),
    saltos: await repo.sumStockChanges(tx, v, etapas),
    horas: new Map(horas.map((h) => [h.etapa, h.horas])),
    dudosos: await repo.listDudosos(tx, v, etapas),
  }
}

async function measureCiclo(tx: Db, ciclo: number, empresa: number, zona: string): Promise<void> {
  const hecha = await repo.lockMedida(tx, ciclo)
  const todo = await readTodo(tx, ciclo, hecha, zona)
  const porFamilia = {
    estancias: groupBy(todo.estancias, (f) => f.familia),
    pasos: groupBy(todo.pasos, (f) => f.familia),
    vueltas: groupBy(todo.vueltas, (f) => f.familia),
    presencia: groupBy(todo.presencia, (f) => f.familia),
    saltos: groupBy(todo.saltos, (f) => f.familia),
  }
  const data = new Map<string, Data>([[ALL, measureFamilia(todo)]])
  const limites: repo.Limite[] = []
  for (const familia of porFamilia.presencia.keys()) {
    const de = {
      estancias: porFamilia.estancias.get(familia) ?? [],
      pasos: porFamilia.pasos.get(familia) ?? [],
      vueltas: porFamilia.vueltas.get(familia) ?? [],
      presencia: porFamilia.presencia.get(familia) ?? [],
      saltos: porFamilia.saltos.get(familia) ?? [],
    }
    const suyos = measureFamilia({ ...todo, ...de })
    // Containers without a family have limits too, but no figures of their own.
    if (familia !== ALL) data.set(familia, suyos)
    for (const [etapa, { n, tope: limit }] of Object.entries(suyos.etapas))
      limites.push({
        etapa: Number(etapa),
        familia,
        n,
        q95: limit && limit.t * 60,
        salen: limit?.salen ?? false,
      })
  }
  await repo.saveMedida(tx, { ciclo, empresa, hecha, data, limites })
}

/**
 * Measures all loops: how long stays, legs and rounds take, and from which age a container is stuck. A loop that fails does not stop the
 * others.
 * @param zona the plants' time zone, by which weeks are counted
 * @param nuevos only loops that have not been measured since their visits were rebuilt
 */
export async function measureCiclos(db: Db, zona: string, nuevos = false): Promise<void> {
  await doEach(await repo.listMedibles(db, nuevos), ({ id, empresa }) =>
    db.transaction().execute((tx) => measureCiclo(tx, id, empresa, zona)),
  )
}
