import { DateTime } from 'luxon'
import { MAX_CUARENTENA, MAX_VISTOS } from '#contract/oir/lecturas/values'
import type { Cifra, Hoy, Linea, Semana } from '#contract/resumen/hoy/hoy'
import type { Papel } from '#contract/resumen/hoy/papeles-values'
import { CLAVES_CIFRA } from '#contract/resumen/hoy/semana-values'
import { type ClaveLinea, LINEAS, type Parte } from '#contract/resumen/hoy/values'
import { countEntregasOf } from '../../avisos/avisos/service'
import { countOpen, sumDetras } from '../../avisos/causas/service'
import { countDisputas } from '../../cuentas/custodia/service'
import { countBuscados, countPropuestas } from '../../cuentas/perdidas/service'
import { countYa } from '../../cuentas/pilas/service'
import { countPorRevisar } from '../../cuentas/recuentos/service'
import { countFaltas } from '../../flujo/prevision/service'
import { listPendientesOf } from '../../oir/incidencias/service'
import { countCuarentena, countVistos } from '../../oir/lecturas/service'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'
import { weekOf } from './contar'
import * as repo from './repo'
import type { Tramo } from './repo-week'
import { addPartes, clavesOf, explain, findMayor, isHecha, papelInicial, sortLineas } from './rules'

type Pendientes = Awaited<ReturnType<typeof listPendientesOf>>
type Contada = { n: number; partes: Parte[]; momento: Date | null }
type Cuenta = () => Promise<Parte[]>

const DE_GOLPES: Partial<Record<ClaveLinea, keyof Pendientes>> = {
  golpes_danio: 'danio',
  golpes_mios: 'mias',
  golpes_nadie: 'nadie',
  golpes_viejos: 'antiguas',
}

/** Lines that are quick to count: counted on request. Parts without a name count, but are never the reason. */
function createVivas(db: Db, empresa: number | null, usuario: number, zona: string) {
  let golpes: Promise<Pendientes> | undefined
  const named = (nombre: string | null, n: number): Parte => ({ nombre: nombre ?? '', n })
  const vivas: Partial<Record<ClaveLinea, Cuenta>> = {
    averias: async () => (await countOpen(db, empresa)).map((c) => named(c.clase, c.n)),
    propuestas: async () => (await countPropuestas(db, empresa)).map((f) => named(f.familia, f.n)),
    busco: async () => (await countBuscados(db, empresa, usuario)).map((l) => named(l.lugar, l.n)),
    sin_responsable: async () => (await countBuscados(db, empresa, 'nadie')).map((l) => named(l.lugar, l.n)),
    recuentos: async () => (await countPorRevisar(db, empresa)).map((r) => named(r.lugar, r.n)),
    disputas: async () => [named(null, await countDisputas(db, empresa))],
    pilas: async () => (await countYa(db, empresa)).map((f) => named(f.familia, f.n)),
    falta: async () => (await countFaltas(db, empresa)).map((f) => named(f.familia, f.n)),
    vistos: async () => (await countVistos(db, empresa, MAX_VISTOS)).map((v) => named(v.lector, v.n)),
    cuarentena: async () => [named(null, await countCuarentena(db, empresa, MAX_CUARENTENA))],
    async entregas() {
      const days = LINEAS.entregas.dias ?? 0
      const desde = DateTime.now().setZone(zona).startOf('day').minus({ days: days }).toJSDate()
      const filter = { empresa, search: undefined, canal: undefined, estado: 'rechazada', desde } as const
      return (await countEntregasOf(db, filter)).map((e) => named(e.nombre, e.n))
    },
  }
  return async (clave: ClaveLinea): Promise<Contada> => {
    const deGolpes = DE_GOLPES[clave]
    if (deGolpes) golpes ??= listPendientesOf(db, empresa, usuario)
    const partes =
      deGolpes && golpes
        ? (await golpes)[deGolpes].map((g) => named(g.lugar, g.n))
        : ((await vivas[clave]?.()) ?? [])
    const n = partes.reduce((suma, p) => suma + p.n, 0)
    return { n, partes: partes.filter((p) => p.nombre !== ''), momento: null }
  }
}

async function listContadas(
  db: Db,
  claves: ClaveLinea[],
  empresa: number | null,
  principal: Principal,
  zona: string,
): Promise<(Contada & { clave: ClaveLinea })[]> {
  const countViva = createVivas(db, empresa, principal.usuarioId, zona)
  const [vuelta, guardadas, vivas] = await Promise.all([
    repo.findVuelta(db, 'linea'),
    repo.listCuentas(db, 'linea', empresa),
    Promise.all(
      claves
        .filter((c) => !LINEAS[c].guardada)
        .map(async (clave) => ({ clave, ...(await countViva(clave)) })),
    ),
  ])
  const momento = vuelta?.momento ?? null
  const deTabla = claves
    .filter((c) => LINEAS[c].guardada)
    .map((clave) => {
      const suyas = guardadas.filter((g) => g.clave === clave)
      return {
        clave,
        n: suyas.reduce((suma, g) => suma + g.n, 0),
        partes: suyas.flatMap((g) => g.partes),
        momento,
      }
    })
  return [...vivas, ...deTabla].filter((c) => c.n > 0)
}

const presentTramo = (t: Tramo, zona: string) => ({
  desde: isoPlanta(t.desde, zona),
  hasta: isoPlanta(t.hasta, zona),
})

async function readWeek(db: Db, empresa: number | null, zona: string): Promise<Semana | null> {
  const [vuelta, cuentas] = await Promise.all([
    repo.findVuelta(db, 'cifra'),
    repo.listCuentas(db, 'cifra', empresa),
  ])
  if (!vuelta) return null
  const { ahora, antes } = weekOf(vuelta.momento, zona)
  const cifras = CLAVES_CIFRA.flatMap((clave): Cifra[] => {
    const suyas = cuentas.filter((c) => c.clave === clave)
    if (suyas.length === 0) return []
    const n = suyas.reduce((suma, c) => suma + c.n, 0)
    const conocida = suyas.every((c) => c.antes !== null)
    const previa = conocida ? suyas.reduce((suma, c) => suma + (c.antes ?? 0), 0) : null
    const explica = previa === null ? null : explain(n, previa, addPartes(suyas.map((c) => c.partes)))
    return [{ clave, ahora: n, antes: previa, explica }]
  })
  return { ahora: presentTramo(ahora, zona), antes: presentTramo(antes, zona), cifras }
}

/** Hoy as a user sees it. @param empresa null: all companies */
export async function readHoy(
  db: Db,
  principal: Principal,
  pedido: Papel | undefined,
  empresa: number | null,
  zona: string,
): Promise<Hoy> {
  const papel = pedido ?? (await repo.findPapel(db, principal.usuarioId)) ?? papelInicial(principal.rol)
  const claves = clavesOf(papel, principal.rol)
  const [contadas, detras, hechas, semana] = await Promise.all([
    listContadas(db, claves, empresa, principal, zona),
    claves.includes('averias') ? sumDetras(db, empresa) : null,
    repo.listHechas(db, principal.usuarioId, empresa ?? 0),
    readWeek(db, empresa, zona),
  ])
  const ahora = new Date()
  const lineas = sortLineas(contadas).map(({ clave, n, partes, momento }): Linea => {
    const hecha = hechas.find((h) => h.clave === clave)
    return {
      clave,
      n,
      momento: isoPlanta(momento, zona),
      parte: LINEAS[clave].parte === undefined ? null : findMayor(partes),
      detras: clave === 'averias' ? detras : null,
      hecha: hecha && isHecha(hecha, n, ahora) ? isoPlanta(hecha.momento, zona) : null,
    }
  })
  return { papel, lineas, semana }
}
