import type { Db } from '../../db/cliente'
import { createLectores, type Lectores, numberOf } from '../lugar/lectores'
import { createSumas } from '../lugar/sumas'
import { compile, type Tabla } from '../lugar/tabla'
import { LUGAR_DE_LECTOR } from '../reglas/estancia'
import { createRelojes, type Relojes } from '../reglas/relojes'
import { type LectorSituado, listLectoresSituados } from './repo-planta'

/** What the place of a company's tags is judged by. */
export type Planta = {
  lectores: Lectores
  relojes: Relojes
  tabla: Tabla
  /** Place of each reader, by its id. */
  lugarDe: ReadonlyMap<number, number>
}

/** A location is a place; so are the surroundings of a reader without one. */
export const lugarDe = (l: { id: number; ubicacion: number | null }): number =>
  l.ubicacion ?? LUGAR_DE_LECTOR + l.id

const METROS_POR_GRADO = 111_320

/**
 * Metres from the first reader. Null for readers that stand on the same spot as one of another place: such coordinates are of the
 * whole plant, not of the reader.
 */
function metrosDe(lectores: readonly LectorSituado[]): ({ x: number; y: number } | null)[] {
  const primero = lectores.find((l) => l.lat !== null && l.lon !== null)
  const sitios = new Map<string, Set<number>>()
  const claveDe = (l: LectorSituado) => `${l.lat} ${l.lon}`
  for (const l of lectores) sitios.set(claveDe(l), (sitios.get(claveDe(l)) ?? new Set()).add(lugarDe(l)))
  return lectores.map((l) => {
    if (!primero || l.lat === null || l.lon === null || (sitios.get(claveDe(l))?.size ?? 0) > 1) return null
    const lat0 = primero.lat as number
    const lon0 = primero.lon as number
    return {
      x: (l.lon - lon0) * METROS_POR_GRADO * Math.cos((lat0 * Math.PI) / 180),
      y: (l.lat - lat0) * METROS_POR_GRADO,
    }
  })
}

function compileTabla(lectores: Lectores, situados: readonly LectorSituado[]): Tabla {
  const metros = metrosDe(situados)
  const planta = situados.map((s, i) => ({
    lector: numberOf(lectores, s.id),
    lugar: lugarDe(s),
    x: metros[i]?.x ?? null,
    y: metros[i]?.y ?? null,
  }))
  return compile(createSumas(planta, lectores.ids.length), planta, 0)
}

/**
 * The readers of each company as the engine knows them. How they are doing is remembered from reading to reading; where they stand is
 * read from the database once, and again when somebody changes it.
 */
export function createPlantas(db: Db) {
  const vivas = new Map<number, Pick<Planta, 'lectores' | 'relojes'>>()
  const plantas = new Map<number, Planta>()
  /** Grows with each change: what was read before it is not kept. */
  let cambios = 0

  async function load(empresas: number[], vista: Map<number, Planta>): Promise<void> {
    const antes = cambios
    const situados = await listLectoresSituados(db, empresas)
    for (const e of empresas) {
      const suyos = situados.filter((s) => s.empresa === e)
      const viva = vivaDe(e)
      const tabla = compileTabla(viva.lectores, suyos)
      const planta = { ...viva, tabla, lugarDe: new Map(suyos.map((s) => [s.id, lugarDe(s)])) }
      vista.set(e, planta)
      if (antes === cambios) plantas.set(e, planta)
    }
  }

  function vivaDe(empresa: number): Pick<Planta, 'lectores' | 'relojes'> {
    const viva = vivas.get(empresa) ?? { lectores: createLectores(), relojes: createRelojes() }
    vivas.set(empresa, viva)
    return viva
  }

  return {
    /** How the readers of a company are doing, and the number that each goes by. */
    lectoresOf: (empresa: number): Lectores => vivaDe(empresa).lectores,
    /**
     * @param lectores readers that speak: a plant that does not know one of them is read again
     * @returns the plant of each of these companies
     */
    async prepare(
      empresas: Iterable<number>,
      lectores: Iterable<{ id: number; empresa: number }> = [],
    ): Promise<ReadonlyMap<number, Planta>> {
      for (const { id, empresa } of lectores)
        if (plantas.get(empresa)?.lugarDe.has(id) === false) plantas.delete(empresa)
      const vista = new Map<number, Planta>()
      const faltan: number[] = []
      for (const e of empresas) {
        const p = plantas.get(e)
        if (p) vista.set(e, p)
        else faltan.push(e)
      }
      if (faltan.length) await load(faltan, vista)
      return vista
    },
    /** Where readers stand may have changed. */
    forget(): void {
      cambios++
      plantas.clear()
    },
    /** Another process has gone on with these companies: what was heard meanwhile is not known here. */
    forgetEmpresas(empresas: Iterable<number>): void {
      cambios++
      for (const e of empresas) {
        plantas.delete(e)
        vivas.delete(e)
      }
    },
  }
}

export type Plantas = ReturnType<typeof createPlantas>
