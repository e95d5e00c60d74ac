import type { z } from 'zod'
import type { createAsientos, createPrecio, Precio } from '#contract/dispositivos/perdidas'
import {
  type ClaseAsiento,
  DESDE_PELDANO,
  NOMBRE_PELDANO,
  type Peldano,
} from '#contract/valores/dispositivos/perdidas'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import { administra, type Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/empresa'
import { forbidden, noEncontrado } from '../../platform/http/errores'
import { findPersona } from '../usuarios/service-usuarios'
import { keepParque, keepPerdida, lockPerdidas } from './repo-keep'
import * as repo from './repo-write'

/** Keep who is on the ladder now, and how many containers there are. Meant to be done each minute. */
export async function keepPerdidas(db: Db, zona: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPerdidas(tx)
    await keepPerdida(tx, null, zona)
    await keepParque(tx)
  })
}

/** The containers as they are now, of whom nobody else says anything until the transaction ends. */
async function lockPuestos(tx: Db, macs: readonly string[], empresa: number | null, zona: string) {
  await lockPerdidas(tx)
  const ids = (await repo.listPuestos(tx, macs, empresa)).map((p) => p.id)
  await keepPerdida(tx, ids, zona)
  return repo.listPuestos(tx, macs, empresa)
}

/** Write what is said, and where that puts the containers. @returns the number of each entry */
async function write(tx: Db, puestos: repo.Puesto[], d: repo.Dicho, zona: string): Promise<number[]> {
  const asientos = await repo.addAsientos(tx, puestos, d)
  await keepPerdida(
    tx,
    puestos.map((p) => p.id),
    zona,
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

/** Why that cannot be said of a container. */
function tellReparo(clase: ClaseAsiento, peldano: Peldano): string {
  if (peldano === 'visto') return 'Se oye, o no se sabe nada de él por una avería.'
  if (clase === 'baja') return 'Antes alguien tiene que declararlo perdido.'
  return `Está en «${NOMBRE_PELDANO[peldano]}».`
}

function checkBaja(principal: Principal, toca: boolean): void {
  if (toca && !administra(principal.rol))
    throw forbidden('Solo quien administra la empresa da de baja o lo deshace.', 'solo_administradores')
}

/** Throws 404 for a searcher who is not of the company of the containers, 403 for a write-off by somebody who does not administer. */
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
  const puestos = await lockPuestos(tx, macs, empresa, zona)
  const buenos = puestos.filter((p) => DESDE_PELDANO[n.clase].includes(p.peldano))
  const asientos = await write(
    tx,
    buenos,
    {
      clase: n.clase,
      persona: principal.usuarioId,
      lleva: n.clase === 'busqueda' ? (n.lleva ?? null) : null,
      nota: n.nota || null,
    },
    zona,
  )
  return {
    asientos,
    resultados: macs.map((mac) => {
      const p = puestos.find((x) => x.mac === mac)
      if (!p) return { mac, status: 'error' as const, message: 'No existe ese contenedor.' }
      return buenos.includes(p)
        ? { mac, status: 'success' as const, message: HECHO[n.clase] }
        : { mac, status: 'error' as const, message: tellReparo(n.clase, p.peldano) }
    }),
  }
}

/** Take back what was said last. Throws 403 for a write-off by somebody who does not administer. */
export async function undoAsientos(tx: Db, principal: Principal, asientos: readonly number[], zona: string) {
  const empresa = empresaVisible(principal, undefined)
  const macs = await repo.listMacs(tx, asientos, empresa)
  if (macs.length === 0) throw noEncontrado('No existe ese asiento.')
  const puestos = await lockPuestos(tx, macs, empresa, zona)
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
  await lockPerdidas(tx)
  const precio = await repo.addPrecio(tx, { ...n, empresa, persona: principal.usuarioId }, zona)
  await keepPerdida(tx, await repo.listCalladas(tx, empresa), zona)
  return precio
}
