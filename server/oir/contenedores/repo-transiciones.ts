import { sql } from 'kysely'
import type { Transicion } from '#contract/oir/contenedores/transiciones'
import { MAX_TRANSICIONES } from '#contract/oir/contenedores/transiciones-values'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'
import type { Trace } from '../lecturas/engine/trace'
import { PLACE_OF_LECTOR } from '../lecturas/rules/estancia'

type Row = { tiempo: Date; causa: Transicion['causa']; traza: Trace }

/** Names of locations and of readers, by id. */
async function listNombres(
  db: Db,
  ubicaciones: number[],
  lectores: number[],
): Promise<{ ubicacion: Map<number, string>; lector: Map<number, string> }> {
  const { rows } = await sql<{ clase: 'u' | 'l'; id: number; nombre: string }>`
    select 'u' as clase, id, nombre from ubicacion where id = any(${ubicaciones}::bigint[])
    union all
    select 'l', id, coalesce(apodo, mac) from dispositivo where id = any(${lectores}::bigint[])`.execute(db)
  const de = (kind: 'u' | 'l') => new Map(rows.filter((r) => r.clase === kind).map((r) => [r.id, r.nombre]))
  return { ubicacion: de('u'), lector: de('l') }
}

const tenth = (n: number) => Math.round(n * 10) / 10
const hundredth = (n: number) => Math.round(n * 100) / 100
const MAX_MUDOS = 100

/** The last changes of place of a container, newest first, with the present names. */
export async function listTransiciones(db: Db, id: number, zona: string): Promise<Transicion[]> {
  const { rows } = await sql<Row>`
    select tiempo, causa, traza from transicion where dispositivo_id = ${id}
    order by tiempo desc limit ${MAX_TRANSICIONES}`.execute(db)
  const lugares = rows.flatMap((r) => r.traza.orden.map((o) => o.lugar))
  const lectores = rows.flatMap((r) => [...r.traza.lectores.map((l) => l.lector), ...r.traza.muertos])
  const nombres = await listNombres(
    db,
    lugares.filter((l) => l < PLACE_OF_LECTOR),
    [...lectores, ...lugares.filter((l) => l > PLACE_OF_LECTOR).map((l) => l - PLACE_OF_LECTOR)],
  )
  const nombreOf = (lugar: number) =>
    lugar < PLACE_OF_LECTOR
      ? (nombres.ubicacion.get(lugar) ?? 'una ubicación eliminada')
      : `junto a ${nombres.lector.get(lugar - PLACE_OF_LECTOR) ?? 'un lector eliminado'}`
  return rows.map(({ tiempo, causa, traza: t }) => ({
    momento: isoPlanta(tiempo, zona),
    causa,
    version: t.version,
    desde: isoPlanta(new Date(t.desde * 1000), zona),
    hasta: isoPlanta(new Date(t.hasta * 1000), zona),
    anuncios: t.anuncios,
    lugares: t.orden.map((o) => ({ nombre: nombreOf(o.lugar), p: hundredth(o.p) })),
    lectores: t.lectores.map((l) => ({
      lector: nombres.lector.get(l.lector) ?? null,
      media: l.media === null ? null : tenth(l.media),
      oyo: l.oyo,
      de: l.de,
      esperado: l.esperado.map((e) => ({ media: tenth(e.media), oye: hundredth(e.oye) })),
    })),
    mudos: t.muertos.flatMap((m) => nombres.lector.get(m) ?? []).slice(0, MAX_MUDOS),
  }))
}
