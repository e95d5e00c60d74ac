import type { Db } from '../../db/cliente'
import { lockEmpresa } from '../../db/empresa'
import { conflicto, noEncontrado } from '../../http/errores'
import { packSumas } from '../lugar/guardado'
import { measureEfecto } from './efecto'
import { insertAprendido, isSinUsar, listLugares, listVersiones } from './repo'
import { listActivos } from './repo-planta'
import { loadSaber } from './saber'

/** How well each location is known, and the versions. */
export async function getCalibracion(db: Db, empresa: number) {
  const activo = (await listActivos(db, [empresa]))[0]
  const muestras = new Map<number, number>()
  for (const e of activo?.sumas.estados ?? [])
    if (e.lector === null) muestras.set(e.lugar, (muestras.get(e.lugar) ?? 0) + e.muestras)
  const lugares = await listLugares(db, empresa)
  return {
    ubicaciones: lugares.map((u) => ({ ...u, muestras: muestras.get(u.id) ?? 0 })),
    versiones: await listVersiones(db, empresa),
  }
}

/**
 * Go back to what a version knew, less what holds no more. It becomes the newest version, so that the way stays to be seen.
 * @param version 0: before anything was learned
 */
export async function restoreVersion(
  tx: Db,
  empresa: number,
  version: number,
  autor: string,
): Promise<number> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  if (await isSinUsar(tx, empresa, version))
    throw conflicto('Esa versión no se ha usado nunca: no se puede volver a ella.', 'sin_usar')
  const saber = await loadSaber(tx, empresa, version)
  if (!saber) throw noEncontrado('No existe esa versión.')
  return insertAprendido(tx, {
    empresa,
    clase: 'vuelta atrás',
    autor,
    resumen: {
      ...(await measureEfecto(tx, empresa, saber)),
      lugares: 0,
      muestras: 0,
      de: version,
      motivo: null,
    },
    sumas: packSumas(saber.sumas, saber.lectores),
    exponente: saber.aprendido?.exponente ?? null,
    activo: true,
  })
}
