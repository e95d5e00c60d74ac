import type { Db } from '../../db/cliente'
import { lugarDe, plantaDe, tablaDe } from '../aprendizaje/planta'
import { listActivos, listLectoresSituados, listPaseantes } from '../aprendizaje/repo-planta'
import { createLectores, type Lectores } from '../lugar/lectores'
import type { Tabla } from '../lugar/tabla'
import { recallReloj } from '../reglas/atrasos'
import { createRelojes } from '../reglas/relojes'
import { type MemoriaDePlanta, memoriaDePlanta, recallPlanta, type Viva } from './memoria'

/** What the place of a company's tags is judged by. */
export type Planta = Viva & {
  tabla: Tabla
  /** Place of each reader, by its id. */
  lugarDe: ReadonlyMap<number, number>
  /** Tags that are carried on a walk, by their id, and up to when, Unix ms. */
  paseantes: ReadonlyMap<number, number>
}

/**
 * The readers of each company as the engine knows them. How they are doing is remembered from reading to reading; where they stand is
 * read from the database once, and again when somebody changes it.
 */
export function createPlantas(db: Db) {
  const vivas = new Map<number, Viva>()
  const plantas = new Map<number, Planta>()
  /** Grows with each change: what was read before it is not kept. */
  let cambios = 0

  async function load(empresas: number[], vista: Map<number, Planta>, hablan: number[]): Promise<void> {
    const antes = cambios
    const situados = await listLectoresSituados(db, empresas, hablan)
    const activos = await listActivos(db, empresas)
    const paseos = await listPaseantes(db, empresas)
    for (const e of empresas) {
      const suyos = situados.filter((s) => s.empresa === e)
      const viva = vivaDe(e)
      for (const l of suyos) recallReloj(viva.atrasos, l.id, l.desfase)
      const aprendido = activos.find((a) => a.empresa === e) ?? null
      const planta = {
        ...viva,
        tabla: tablaDe(aprendido, plantaDe(viva.lectores, suyos), viva.lectores),
        lugarDe: new Map(suyos.map((s) => [s.id, lugarDe(s)])),
        paseantes: new Map(
          paseos.flatMap((p) => (p.empresa === e ? [[p.dispositivo, p.hasta.getTime()] as const] : [])),
        ),
      }
      vista.set(e, planta)
      if (antes === cambios) plantas.set(e, planta)
    }
  }

  function vivaDe(empresa: number): Viva {
    const viva = vivas.get(empresa) ?? {
      lectores: createLectores(),
      relojes: createRelojes(),
      atrasos: new Map(),
    }
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
      const hablan: number[] = []
      for (const { id, empresa } of lectores) {
        hablan.push(id)
        if (plantas.get(empresa)?.lugarDe.has(id) === false) plantas.delete(empresa)
      }
      const vista = new Map<number, Planta>()
      const faltan: number[] = []
      for (const e of empresas) {
        const p = plantas.get(e)
        if (p) vista.set(e, p)
        else faltan.push(e)
      }
      if (faltan.length) await load(faltan, vista, hablan)
      return vista
    },
    /** Where readers of a company stand may have changed, or what was learned; of all, where none is named. */
    forget(empresa?: number): void {
      cambios++
      if (empresa === undefined) plantas.clear()
      else plantas.delete(empresa)
    },
    /** How the readers of each company are doing, for the process that goes on. */
    pack: (): Map<number, MemoriaDePlanta> =>
      new Map([...vivas].map(([empresa, viva]) => [empresa, memoriaDePlanta(viva)])),
    /** What another process handed over; to be called before anything is heard. */
    recall(memorias: ReadonlyMap<number, MemoriaDePlanta>): void {
      for (const [empresa, m] of memorias) recallPlanta(vivaDe(empresa), m)
    },
  }
}

export type Plantas = ReturnType<typeof createPlantas>
