import { sql } from 'kysely'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { MESES_EPCIS } from '#contract/operacion/epcis/values'
import type { Db } from '../../platform/db/client'

export type Opciones = {
  familias: string[]
  lugares: { id: number; nombre: string; planta: string }[]
  eventos: number
  ultimo: Date | null
  pendientes: number
}

/** The options that a company can choose from, and the progress of its publishing. */
export async function readOpciones(db: Db, empresa: number): Promise<Opciones> {
  const { rows } = await sql<Opciones>`
    select
      (select coalesce(json_agg(familia order by familia), '[]') from (select distinct familia from dispositivo
        where empresa_id = ${empresa} and tipo <> 'Reader' and eliminado is null and familia is not null) x) as familias,
      (select coalesce(json_agg(json_build_object('id', id, 'nombre', nombre, 'planta', planta) order by nombre), '[]')
        from ubicacion where empresa_id = ${empresa}) as lugares,
      (select count(*)::int from epcis_evento where empresa_id = ${empresa}) as eventos,
      (select record_time from epcis_evento where empresa_id = ${empresa} order by id desc limit 1) as ultimo,
      (select count(distinct dispositivo_id)::int from epcis_pendiente where empresa_id = ${empresa} and cuando <= now()) as pendientes`.execute(
    db,
  )
  return rows[0] as Opciones
}

/** @param base base of our own URIs; a base that was saved before is kept */
export async function saveAjuste(
  tx: Db,
  empresa: number,
  a: Omit<AjustesEpcis, 'desde'> & { desde: Date; base: string },
): Promise<void> {
  const familias = JSON.stringify(Object.fromEntries(a.familias.map((f) => [f.familia, f.tipo])))
  await sql`
    insert into epcis_ajuste (empresa_id, activo, desde, umbral, minutos_reposo, meses, prefijo, dominio, gln, base, familias, lugares)
    values (${empresa}, ${a.activo}, ${a.desde}, ${a.umbral}, ${a.minutos_reposo}, ${a.meses ?? MESES_EPCIS.inicial}, ${a.prefijo}, ${a.dominio}, ${a.gln}, ${a.base},
      ${familias}::jsonb, ${JSON.stringify(a.lugares)}::jsonb)
    on conflict (empresa_id) do update set activo = excluded.activo, desde = excluded.desde, umbral = excluded.umbral,
      minutos_reposo = excluded.minutos_reposo, meses = coalesce(${a.meses ?? null}::int, epcis_ajuste.meses), prefijo = excluded.prefijo, dominio = excluded.dominio, gln = excluded.gln,
      familias = excluded.familias, lugares = excluded.lugares`.execute(tx)
}

/** A container and a place for examples: the chosen ones, if the company has them. */
export async function findEjemplos(
  db: Db,
  empresa: number,
  { familia, ubicacion }: { familia: string | null; ubicacion: number | null },
) {
  const { rows } = await sql<{
    contenedor: { id: number; apodo: string; familia: string | null; mac: string } | null
    lugar: { id: number; nombre: string } | null
  }>`
    select
      (select json_build_object('id', id, 'apodo', coalesce(apodo, mac), 'familia', familia, 'mac', mac) from dispositivo
        where empresa_id = ${empresa} and tipo <> 'Reader' and eliminado is null and (${familia}::text is null or familia = ${familia})
        order by apodo nulls last limit 1) as contenedor,
      (select json_build_object('id', id, 'nombre', nombre) from ubicacion
        where empresa_id = ${empresa} and (${ubicacion}::bigint is null or id = ${ubicacion}) order by nombre limit 1) as lugar`.execute(
    db,
  )
  return rows[0] ?? { contenedor: null, lugar: null }
}
