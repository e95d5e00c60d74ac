import { createHash } from 'node:crypto'
import type { Ciclo, Ciclos } from '#contract/flujo/ciclos/ciclos'
import type { Db } from '../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import * as repo from './repo'
import { countAtascados as countAtascadosOf } from './repo-list'

async function read(db: Db, empresa: number): Promise<Ciclos> {
  const data = await repo.listCiclos(db, empresa)
  const ubicaciones = await repo.listLugares(db, empresa)
  const familias = await repo.listFamilias(db, empresa)
  const version = createHash('sha256')
    .update(JSON.stringify([data, ubicaciones]))
    .digest('hex')
    .slice(0, 16)
  return { version, ubicaciones, familias, data }
}

/** Throws 404. */
export async function readCiclos(db: Db, empresa: number): Promise<Ciclos> {
  if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
  return read(db, empresa)
}

/** A stage must belong to its loop, and a location to the company. */
function checkSuyos(previous: Ciclos, ciclos: readonly Ciclo[]): void {
  const lugares = new Set(previous.ubicaciones.map((u) => u.id))
  for (const c of ciclos) {
    const before = previous.data.find((x) => x.id === c.id)
    if (c.id !== undefined && !before) throw noEncontrado(`El ciclo «${c.nombre}» ya no existe.`)
    for (const e of c.etapas) {
      if (e.id !== undefined && !before?.etapas.some((x) => x.id === e.id))
        throw noEncontrado(`La etapa «${e.nombre}» ya no existe.`)
      if (e.ubicaciones.some((u) => !lugares.has(u)))
        throw noEncontrado(`La etapa «${e.nombre}» tiene una ubicación que ya no existe.`)
    }
  }
}

/** Replaces all loops of a company within the transaction `tx`. Throws 404, and 409 where another user changed them meanwhile. */
export async function setCiclos(
  tx: Db,
  empresa: number,
  version: string,
  ciclos: readonly Ciclo[],
): Promise<Ciclos> {
  if (!(await lockEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const previous = await read(tx, empresa)
  if (previous.version !== version)
    throw conflicto(
      'Otra persona ha cambiado las etapas mientras tanto. Recárgalas para ver sus cambios.',
      'ciclos_cambiados',
    )
  checkSuyos(previous, ciclos)
  const ids = (de: readonly { id?: number | undefined }[]) => de.flatMap((x) => x.id ?? [])
  await repo.keepOnly(tx, empresa, ids(ciclos), ids(ciclos.flatMap((c) => c.etapas)))
  const puestos: Parameters<typeof repo.savePuestos>[2][number][] = []
  for (const c of ciclos) {
    const ciclo = await repo.saveCiclo(tx, empresa, c)
    for (const [i, e] of c.etapas.entries()) {
      const etapa = await repo.saveEtapa(tx, empresa, ciclo, e, i + 1)
      puestos.push(...e.ubicaciones.map((ubicacion) => ({ ciclo, etapa, ubicacion })))
    }
  }
  await repo.savePuestos(tx, empresa, puestos)
  return read(tx, empresa)
}

/** Number of stuck containers of each company and family. @param empresa null: of all */
export const countAtascados = (db: Db, empresa: number | null) => countAtascadosOf(db, empresa)
