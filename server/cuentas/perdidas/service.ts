import type { z } from 'zod'
import type {
  createAsientos,
  createPrecio,
  listPerdidas,
  Precio,
  Quien,
  setQuienBusca,
} from '#contract/cuentas/perdidas/perdidas'
import {
  type ClaseAsiento,
  DESDE_PELDANO,
  NOMBRE_PELDANO,
  type Peldano,
} from '#contract/cuentas/perdidas/values'
import { findPersona } from '../../personas/usuarios/service-usuarios'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import { administra, type Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { forbidden, noEncontrado } from '../../platform/http/errores'
import { doEach } from '../../platform/jobs/each'
import { groupBy } from '../../platform/time/groups'
import * as repoBusca from './busca/repo'
import { keepLadder } from './propuestas'
import { countOn, type List } from './repo'
import { keepParque, listEmpresas, lockPerdidas } from './repo-keep'
import * as repo from './repo-write'

type Filters = Omit<z.output<NonNullable<(typeof listPerdidas)['query']>>, 'page' | 'per_page'>

/** The list that a request asks for. Throws 404 for another company. */
export const listOf = (principal: Principal, q: Filters, zona: string): List => ({
  empresa: empresaVisible(principal, q.empresa),
  familia: q.familia ?? null,
  peldano: q.peldano ?? null,
  lugar: q.lugar ?? null,
  de: q.lleva === 'yo' ? principal.usuarioId : (q.lleva ?? null),
  search: q.search ?? null,
  orden: q.orden,
  sentido: q.sentido,
  zona,
})

/** Updates the ladder and the number of containers of each company. Run every minute. A company that fails does not stop the others. */
export async function keepPerdidas(db: Db, zona: string): Promise<void> {
  await doEach(await listEmpresas(db), (empresa) =>
    db.transaction().execute(async (tx) => {
      await lockPerdidas(tx, empresa)
      await keepLadder(tx, { empresa, ids: null }, zona)
      await keepParque(tx, empresa)
    }),
  )
}

/** Updates the ladder of these containers, which the transaction has locked. */
async function keepOf(tx: Db, puestos: readonly repo.Placed[], zona: string): Promise<void> {
  for (const [empresa, suyos] of groupBy(puestos, (p) => p.empresa))
    await keepLadder(tx, { empresa, ids: suyos.map((p) => p.id) }, zona)
}

/** Reads the current rungs of the containers. The lock keeps other users' statements out until the transaction ends. */
async function lockPlaced(tx: Db, macs: readonly string[], empresa: number | null, zona: string) {
  const before = await repo.listPlaced(tx, macs, empresa)
  for (const e of [...new Set(before.map((p) => p.empresa))].sort((a, b) => a - b)) await lockPerdidas(tx, e)
  await keepOf(tx, before, zona)
  return repo.listPlaced(tx, macs, empresa)
}

/** Writes the entries, and the rungs that result. @returns the id of each entry */
async function write(tx: Db, puestos: repo.Placed[], d: repo.Dicho, zona: string): Promise<number[]> {
  const asientos = await repo.addAsientos(tx, puestos, d)
  await keepOf(tx, puestos, zona)
  if (d.clase === 'baja' || d.clase === 'anulada')
    await repo.askLibro(
      tx,
      puestos.map((p) => p.id),
    )
  return asientos
}

type NewAsientos = z.output<NonNullable<(typeof createAsientos)['body']>>

const HECHO: Record<ClaseAsiento, string> = {
  busqueda: 'En búsqueda.',
  propuesta: 'Propuesto.',
  declarada: 'Declarado.',
  baja: 'Dado de baja.',
}

/** Why the entry is not possible for a container on this rung; null: it is. A container that a count missed is searched for where it is heard. */
function findReparo(clase: ClaseAsiento, p: repo.Placed, faltantes: repo.Faltantes | null): string | null {
  if (faltantes && p.seOye && p.peldano === 'visto') {
    const falta = faltantes.lugares.get(p.mac)
    if (falta === undefined) return 'Ese recuento no lo echó en falta.'
    if (p.lugar !== null && p.lugar !== falta)
      return `Se oye en «${p.nombreLugar}», no donde lo echó en falta el recuento.`
    return null
  }
  if (clase !== 'busqueda' && p.seOye && p.peldano === 'en_busqueda')
    return 'Los lectores lo oyen: se puede buscar, no dar por perdido.'
  return DESDE_PELDANO[clase].includes(p.peldano) ? null : formatReparo(clase, p.peldano)
}

function formatReparo(clase: ClaseAsiento, peldano: Peldano): string {
  if (peldano === 'visto') return 'Se oye, o no se sabe nada de él por una avería.'
  if (clase === 'baja') return 'Antes alguien tiene que declararlo perdido.'
  return `Está en «${NOMBRE_PELDANO[peldano]}».`
}

function checkBaja(principal: Principal, toca: boolean): void {
  if (toca && !administra(principal.rol))
    throw forbidden('Solo quien administra la empresa da de baja o lo deshace.', 'solo_administradores')
}

/** Throws 404 for a searcher who is not a user of the containers' company and for a count that is not a closed one of it, 403 for a write-off by a user who is no administrator. */
export async function writeAsientos(tx: Db, principal: Principal, n: NewAsientos, zona: string) {
  checkBaja(principal, n.clase === 'baja')
  let empresa = empresaVisible(principal, undefined)
  if (n.lleva != null && n.lleva !== principal.usuarioId) {
    const persona = await findPersona(tx, n.lleva)
    if (!persona || (empresa !== null && persona.empresa !== empresa))
      throw noEncontrado('Esa persona no es de la empresa del contenedor.')
    empresa = persona.empresa
  }
  const macs = [...new Set(n.contenedores)]
  const puestos = await lockPlaced(tx, macs, empresa, zona)
  const faltantes = n.recuento ? ((await repo.findFaltantes(tx, n.recuento, macs, empresa)) ?? null) : null
  if (n.recuento && !faltantes) throw noEncontrado('No existe ese recuento cerrado.')
  const reparos = new Map(puestos.map((p) => [p, findReparo(n.clase, p, faltantes)]))
  const buenos = puestos.filter((p) => reparos.get(p) === null)
  const asientos = await write(
    tx,
    buenos,
    {
      clase: n.clase,
      persona: principal.usuarioId,
      lleva: n.clase === 'busqueda' ? (n.lleva ?? null) : null,
      nota: n.nota || null,
      faltantes,
    },
    zona,
  )
  return {
    asientos,
    resultados: macs.map((mac) => {
      const p = puestos.find((x) => x.mac === mac)
      if (!p) return { mac, status: 'error' as const, message: 'No existe ese contenedor.' }
      const reparo = reparos.get(p) ?? null
      return reparo === null
        ? { mac, status: 'success' as const, message: HECHO[n.clase] }
        : { mac, status: 'error' as const, message: reparo }
    }),
  }
}

/** Takes back the last entries. Throws 403 for a write-off by a user who is no administrator. */
export async function undoAsientos(tx: Db, principal: Principal, asientos: readonly number[], zona: string) {
  const empresa = empresaVisible(principal, undefined)
  const macs = await repo.listMacs(tx, asientos, empresa)
  if (macs.length === 0) throw noEncontrado('No existe ese asiento.')
  const puestos = await lockPlaced(tx, macs, empresa, zona)
  const buenos = puestos.filter((p) => p.asiento !== null && asientos.includes(p.asiento))
  checkBaja(
    principal,
    buenos.some((p) => p.peldano === 'baja'),
  )
  const nuevos = await write(
    tx,
    buenos,
    {
      clase: 'anulada',
      persona: principal.usuarioId,
      lleva: null,
      nota: null,
      faltantes: null,
    },
    zona,
  )
  return {
    asientos: nuevos,
    resultados: puestos.map((p) =>
      buenos.includes(p)
        ? { mac: p.mac, status: 'success' as const, message: 'Deshecho.' }
        : { mac: p.mac, status: 'error' as const, message: 'Ya se ha dicho otra cosa de él, o se ha oído.' },
    ),
  }
}

/** Containers proposed as lost that wait for a decision, by family. @param empresa null: of all companies */
export const countPropuestas = (db: Db, empresa: number | null) => countOn(db, empresa, 'propuesta')

/** Containers in search for which nobody searches, or a user does, by place. @param empresa null: of all companies */
export const countBuscados = (db: Db, empresa: number | null, de: number | 'nadie') =>
  repoBusca.countBuscados(db, empresa, de)

/** Throws 404 for another company. */
export async function readQuien(db: Db, empresa: number): Promise<Quien> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return { empresa, persona: await repoBusca.findQuien(db, empresa) }
}

/** Throws 404 for another company, and for a user who is not an active one of the company. */
export async function writeQuien(
  tx: Db,
  principal: Principal,
  { empresa: pedida, persona }: z.output<NonNullable<(typeof setQuienBusca)['body']>>,
): Promise<Quien> {
  const empresa = uniqueEmpresa(principal, pedida)
  await readQuien(tx, empresa)
  if (persona !== null && (await findPersona(tx, persona))?.empresa !== empresa)
    throw noEncontrado('Esa persona no es de la empresa.')
  await repoBusca.saveQuien(tx, empresa, persona)
  return readQuien(tx, empresa)
}

type NewPrecio = z.output<NonNullable<(typeof createPrecio)['body']>>

/** Throws 404 for another company. */
export async function writePrecio(
  tx: Db,
  principal: Principal,
  { empresa: pedida, ...n }: NewPrecio,
  zona: string,
): Promise<Precio> {
  const empresa = uniqueEmpresa(principal, pedida)
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  await lockPerdidas(tx, empresa)
  const precio = await repo.addPrecio(tx, { ...n, empresa, persona: principal.usuarioId }, zona)
  await keepLadder(tx, { empresa, ids: await repo.listCalladas(tx, empresa) }, zona)
  return precio
}
