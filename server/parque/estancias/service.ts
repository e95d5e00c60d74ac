import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Estancia } from '#contract/parque/estancias/estancias'
import type { Db } from '../../platform/db/client'
import type { Periodo } from '../../platform/time/period'
import { isoPlanta } from '../../platform/time/time'
import { readOpen } from '../calendario/service'
import { joinEstancias } from './join'
import * as repo from './repo'

/**
 * Stays of a container that overlap the period, newest first, and whether there are more. The open stay of a deleted container ends with
 * it.
 */
export async function listEstancias(
  db: Db,
  id: number,
  p: Periodo,
  zona: string,
): Promise<{ estancias: Estancia[]; cortadas: boolean }> {
  const { sueltas: unjoinedStays, empresa, salidaMs, cortadas } = await repo.listUnjoinedStays(db, id, p)
  const joined = joinEstancias(unjoinedStays, salidaMs)
  const now = Date.now()
  const first = joined.at(-1)?.desde.getTime() ?? now
  const measure = await readOpen(db, empresa, zona, first, now)
  const estancias = joined.map((e) => {
    const abierto = measure(e.planta, e.desde.getTime(), e.hasta?.getTime() ?? now)
    return {
      Ubicacion: e.ubicacion,
      Lugar: e.ubicacion,
      Situacion: null,
      Certeza: null,
      Etapa: e.etapa,
      ApodoLector: e.lectores[0] ?? null,
      lectores: e.lectores,
      desde: isoPlanta(e.desde, zona),
      hasta: isoPlanta(e.hasta, zona),
      silencio: e.silencio,
      minutos_abiertos: abierto === null ? null : Math.round(abierto / 60_000),
      Lat: e.lat,
      Lon: e.lon,
    }
  })
  return { estancias, cortadas }
}

/** The open stay gets the container's present place, its alternative and its certainty. */
export const fillEnCurso = (estancias: Estancia[], d: Dispositivo): Estancia[] =>
  estancias.map((e) =>
    e.hasta === null && e.Ubicacion === d.Ubicacion
      ? { ...e, Lugar: d.Lugar, Situacion: d.Situacion, Certeza: d.Certeza }
      : e,
  )
