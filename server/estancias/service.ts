import type { Dispositivo } from '#contract/dispositivos'
import type { Estancia } from '#contract/estancias'
import { readAbierto } from '../calendario/service'
import type { Db } from '../db/cliente'
import type { Periodo } from '../periodo'
import { isoPlanta } from '../tiempo'
import { joinEstancias } from './join'
import * as repo from './repo'

/** Stays of a container that touch the period, newest first, and whether there are more. That of a deleted container ends with it. */
export async function listEstancias(
  db: Db,
  id: number,
  p: Periodo,
  zona: string,
): Promise<{ estancias: Estancia[]; cortadas: boolean }> {
  const { sueltas, empresa, salidaMs, cortadas } = await repo.listSueltas(db, id, p)
  const juntas = joinEstancias(sueltas, salidaMs)
  const ahora = Date.now()
  const primera = juntas.at(-1)?.desde.getTime() ?? ahora
  const measure = await readAbierto(db, empresa, zona, primera, ahora)
  const estancias = juntas.map((e) => {
    const abierto = measure(e.planta, e.desde.getTime(), e.hasta?.getTime() ?? ahora)
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

/** The stay that goes on says of its place what the container says: where it may be instead, and how sure that is. */
export const tellEnCurso = (estancias: Estancia[], d: Dispositivo): Estancia[] =>
  estancias.map((e) =>
    e.hasta === null && e.Ubicacion === d.Ubicacion
      ? { ...e, Lugar: d.Lugar, Situacion: d.Situacion, Certeza: d.Certeza }
      : e,
  )
