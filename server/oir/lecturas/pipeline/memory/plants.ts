import type { Db } from '../../../../platform/db/client'
import { createEngineContext } from '../../engine/context'
import { createLectores, type Lectores } from '../../engine/lectores'
import { emissionModelOf, placeOf, plantaOf } from '../../learning/planta'
import { listActivos, listLocatedLectores, listPaseantes } from '../../learning/repo-planta'
import { createClocks, recallReloj } from '../../rules/clocks'
import type { PlaceContext } from '../../rules/place-context'
import { type PlantSnapshot, plantSnapshot, recallPlanta, type Viva } from './snapshot'

/** What the places of a company's tags are judged by. */
export type Planta = Viva &
  PlaceContext & {
    /** Tags on a walk, by the id of the device, and until when, Unix ms. */
    paseantes: ReadonlyMap<number, number>
  }

/**
 * The readers of each company as the engine knows them. Their liveness is kept from reading to reading. Where they hang is read from the
 * database once, and again when it changes.
 */
export function createPlantas(db: Db) {
  const vivas = new Map<number, Viva>()
  const plantas = new Map<number, Planta>()
  const motor = createEngineContext()
  /** Grows with each change: what was read before a change is not cached. */
  let cambios = 0

  async function load(empresas: number[], vista: Map<number, Planta>, hablan: number[]): Promise<void> {
    const before = cambios
    const located = await listLocatedLectores(db, empresas, hablan)
    const activos = await listActivos(db, empresas)
    const paseos = await listPaseantes(db, empresas)
    for (const e of empresas) {
      const suyos = located.filter((s) => s.empresa === e)
      const viva = vivaOf(e)
      for (const l of suyos) recallReloj(viva.readerLags, l.id, l.desfase)
      const learned = activos.find((a) => a.empresa === e) ?? null
      const planta = {
        ...viva,
        motor,
        tabla: emissionModelOf(learned, plantaOf(viva.lectores, suyos), viva.lectores),
        lugarOf: new Map(suyos.map((s) => [s.id, placeOf(s)])),
        paseantes: new Map(
          paseos.flatMap((p) => (p.empresa === e ? [[p.dispositivo, p.hasta.getTime()] as const] : [])),
        ),
      }
      vista.set(e, planta)
      if (before === cambios) plantas.set(e, planta)
    }
  }

  function vivaOf(empresa: number): Viva {
    const viva = vivas.get(empresa) ?? {
      lectores: createLectores(),
      relojes: createClocks(),
      readerLags: new Map(),
    }
    vivas.set(empresa, viva)
    return viva
  }

  return {
    /** Liveness and numbers of the readers of a company. */
    lectoresOf: (empresa: number): Lectores => vivaOf(empresa).lectores,
    /**
     * @param lectores readers that sent something: a plant that does not know one of them is read again
     * @returns the plant of each of these companies
     */
    async prepare(
      empresas: Iterable<number>,
      lectores: Iterable<{ id: number; empresa: number }> = [],
    ): Promise<ReadonlyMap<number, Planta>> {
      const hablan: number[] = []
      for (const { id, empresa } of lectores) {
        hablan.push(id)
        if (plantas.get(empresa)?.lugarOf.has(id) === false) plantas.delete(empresa)
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
    /** Forget cached plants: readers of this company may have moved, or something was learned. Without `empresa`, of all companies. */
    forget(empresa?: number): void {
      cambios++
      if (empresa === undefined) plantas.clear()
      else plantas.delete(empresa)
    },
    /** Liveness of the readers of each company, to hand over to the next process. */
    pack: (): Map<number, PlantSnapshot> =>
      new Map([...vivas].map(([empresa, viva]) => [empresa, plantSnapshot(viva)])),
    /** Take over what another process handed over. Call it before anything is heard. */
    recall(snapshots: ReadonlyMap<number, PlantSnapshot>): void {
      for (const [empresa, m] of snapshots) recallPlanta(vivaOf(empresa), m)
    },
  }
}

export type Plantas = ReturnType<typeof createPlantas>
