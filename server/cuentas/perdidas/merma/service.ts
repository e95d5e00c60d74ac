import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { listMerma, Merma } from '#contract/cuentas/perdidas/merma'
import { MIN_EXPUESTOS, type PorMerma, SIN_CLAVE } from '#contract/cuentas/perdidas/merma-values'
import { empresaVisible } from '../../../platform/auth/auth'
import type { Principal } from '../../../platform/auth/principal'
import type { Db } from '../../../platform/db/client'
import { readTogether } from '../../../platform/db/queries/cursor'
import { isoPlanta } from '../../../platform/time/time'
import { bandOfCases } from './poisson'
import { type Ano, findPrimero, type ListMerma, listNombres, sumDeclaradas } from './repo'
import { type Exposicion, findContada, sumExposicion } from './repo-exposicion'

const MAX_YEARS = 200
const YEAR_S = 365.25 * 86_400
const MIL = 1000

/** A whole calendar year in the plants' time zone. @param anio null: this year */
export function yearOf(empresa: number | null, anio: number | null, zona: string): Ano & { year: number } {
  const year = anio ?? DateTime.now().setZone(zona).year
  const begin = DateTime.fromObject({ year }, { zone: zona })
  return { empresa, desde: begin.toJSDate(), hasta: begin.plus({ years: 1 }).toJSDate(), zona, year }
}

type Filters = Omit<z.output<NonNullable<(typeof listMerma)['query']>>, 'page' | 'per_page'>

/** Resolves company, year and row of a list. Throws 404 for a company that the caller may not see. */
export const askLista = (principal: Principal, q: Filters, zona: string): ListMerma => ({
  ...yearOf(empresaVisible(principal, q.empresa), q.anio ?? null, zona),
  por: q.por,
  clave: q.clave ?? null,
  que: q.que,
})

/** The part of a year with data: from its beginning or the first container, until its end or now; and the years that can be chosen. */
async function resolvePart(db: Db, ano: Ano) {
  const now = DateTime.now().setZone(ano.zona)
  const primero = (await findPrimero(db, ano.empresa)) ?? now.toJSDate()
  const [begin, end] = [ano.desde.getTime(), ano.hasta.getTime()]
  const desde = new Date(Math.min(Math.max(begin, primero.getTime()), end))
  const hasta = new Date(Math.max(Math.min(end, now.toMillis()), desde.getTime()))
  const first = DateTime.fromJSDate(primero, { zone: ano.zona })
  return {
    parte: { ...ano, desde, hasta },
    anios: Array.from(
      { length: Math.min(MAX_YEARS, Math.max(0, now.year - first.year)) + 1 },
      (_, i) => now.year - i,
    ),
    completo: desde.getTime() === begin && hasta.getTime() === end,
  }
}

const share = (n: number, of: number) => (of > 0 ? n / of : null)
/** Null too where more were lost than there were: no share of anything. */
const shareWithin = (n: number, of: number) => (n <= of ? share(n, of) : null)

type Suma = Pick<Merma['total'], 'declarados' | 'recuperados' | 'perdidos' | 'centimos'>
const NADA: Suma = { declarados: 0, recuperados: 0, perdidos: 0, centimos: 0 }

/** Rate of loss of what was exposed for `segundos` in a period of `periodo` seconds, with its band. */
function rateOf(perdidos: number, segundos: number, periodo: number) {
  const parque = share(segundos, periodo)
  const { bajo, alto } = bandOfCases(perdidos)
  const merma = shareWithin(perdidos, parque ?? 0)
  return {
    parque,
    merma,
    bajo: merma === null ? null : share(bajo, parque ?? 0),
    alto: merma === null ? null : Math.min(1, alto / (parque ?? 0)),
    pocos: segundos / YEAR_S < MIN_EXPUESTOS,
  }
}

/** Exposure of what is under none of the keys: what is left of the pool. */
function restOf(pool: number, expuestos: ReadonlyMap<string, Exposicion>): Exposicion {
  const rest = [...expuestos.values()].reduce((left, e) => left - e.segundos, pool)
  return { segundos: Math.max(0, rest), entradas: 0 }
}

/** Exposure to loss, by key and in all. */
async function sumExpuestos(db: Db, parte: Ano, por: PorMerma) {
  const pools = await sumExposicion(db, parte, 'familia')
  const pool = [...pools.values()].reduce((sum, e) => sum + e.segundos, 0)
  if (por === 'familia') return { expuestos: pools, pool }
  const expuestos = await sumExposicion(db, parte, por)
  return { expuestos: expuestos.set(SIN_CLAVE, restOf(pool, expuestos)), pool }
}

/**
 * Containers lost in a year relative to the mean number that there was, in the part of the year that has data: in the pool, in a stage, in a
 * partner's custody. The band says how far chance alone may move the rate.
 */
export async function readMerma(
  db: Db,
  empresa: number | null,
  anio: number | null,
  por: PorMerma,
  zona: string,
): Promise<Merma> {
  const ano = yearOf(empresa, anio, zona)
  const { parte, anios, completo, sumas, expuestos, pool, contada, nombres } = await readTogether(
    db,
    async (snapshot) => {
      const part = await resolvePart(snapshot, ano)
      return {
        ...part,
        ...(await sumExpuestos(snapshot, part.parte, por)),
        sumas: await sumDeclaradas(snapshot, ano, por),
        contada: await findContada(snapshot, empresa),
        nombres: por === 'familia' ? null : await listNombres(snapshot, empresa, por),
      }
    },
  )
  // The mean is of the part that is counted.
  const counted = Math.min(parte.hasta.getTime(), contada?.getTime() ?? 0)
  const periodo = Math.max(0, counted - parte.desde.getTime()) / 1000
  const sum = (k: keyof Suma) => sumas.reduce((n, s) => n + s[k], 0)
  const perdidos = sum('perdidos')
  const sumaOf = new Map(sumas.map((s) => [s.clave, s]))
  const filas = [...new Set([...expuestos.keys(), ...sumaOf.keys()])].sort().flatMap((clave) => {
    const suma = { ...NADA, ...sumaOf.get(clave) }
    const { segundos, entradas } = expuestos.get(clave) ?? { segundos: 0, entradas: 0 }
    if (suma.declarados === 0 && segundos === 0) return []
    const llegan = por === 'familia' || clave === SIN_CLAVE ? null : entradas
    const por_mil = shareWithin(suma.perdidos, llegan ?? 0)
    return {
      ...suma,
      clave,
      nombre: clave === SIN_CLAVE ? null : nombres ? (nombres.get(clave) ?? null) : clave,
      ...rateOf(suma.perdidos, segundos, periodo),
      parte: share(suma.perdidos, perdidos),
      entradas: llegan,
      por_mil: por_mil === null ? null : por_mil * MIL,
    }
  })
  return {
    anio: ano.year,
    anios,
    desde: isoPlanta(parte.desde, zona),
    hasta: isoPlanta(parte.hasta, zona),
    completo,
    contado: contada !== null,
    // Largest losses first.
    filas: filas.toSorted((a, b) => b.perdidos - a.perdidos || b.declarados - a.declarados),
    total: {
      declarados: sum('declarados'),
      recuperados: sum('recuperados'),
      perdidos,
      centimos: sum('centimos'),
      ...rateOf(perdidos, pool, periodo),
      parte: share(perdidos, perdidos),
      entradas: null,
      por_mil: null,
    },
  }
}
