import { sql } from 'kysely'
import type { Alcance, CifrasRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { MAX_ESPERADOS } from '#contract/cuentas/recuentos/values'
import type { Db } from '../../platform/db/client'
import { COLUMNS, OIDO, type Row } from './repo'

/** Name of a location of the company; undefined: the company has no location with this id. */
export async function findLugar(db: Db, empresa: number, ubicacion: number): Promise<string | undefined> {
  const { rows } = await sql<{ nombre: string }>`
    select nombre from ubicacion where id = ${ubicacion} and empresa_id = ${empresa}`.execute(db)
  return rows[0]?.nombre
}

/** Whether the company has containers of a family. */
export async function isFamilia(db: Db, empresa: number, familia: string): Promise<boolean> {
  const { rows } = await sql`
    select from dispositivo where empresa_id = ${empresa} and familia = ${familia} and tipo <> 'Reader' and eliminado is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

type New = Alcance & {
  empresa: number
  ubicacion: number | null
  tercero_id: number | null
  persona: { id: number; nombre: string }
  nota: string | null
}

/** @returns undefined if a count of the same scope is open */
export async function insertRecuento(tx: Db, n: New): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into recuento (empresa_id, ubicacion_id, lugar, familia, tercero_id, tercero, abrio_id, abrio, nota)
    values (${n.empresa}, ${n.ubicacion}, ${n.lugar}, ${n.familia}, ${n.tercero_id}, ${n.tercero}, ${n.persona.id}, ${n.persona.nombre}, ${n.nota})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Saves what a count should find: the containers at its place or of its family, except those declared lost; or the containers in the
 * account of a partner.
 * @returns how many; MAX_ESPERADOS + 1: there are more
 */
export async function insertEsperados(
  tx: Db,
  id: number,
  empresa: number,
  { lugar, familia, tercero_id }: Alcance & Pick<New, 'tercero_id'>,
): Promise<number> {
  const delTercero = sql`exists (select from en_cuenta c where c.dispositivo_id = d.id and c.tercero_id = ${tercero_id})`
  const sinPerder = sql`not exists (select from perdida p where p.dispositivo_id = d.id and p.peldano in ('declarada', 'baja'))`
  const esperado = lugar === null ? sql`d.familia = ${familia}` : sql`d.ubicacion = ${lugar}`
  const { rows } = await sql<{ n: number }>`
    with e as (
      insert into recuento_esperado (recuento_id, dispositivo_id, lugar, oido)
      select ${id}, d.id, d.ubicacion, ${OIDO} from dispositivo_actual d
      where d.empresa_id = ${empresa} and d.tipo <> 'Reader'
        and ${tercero_id === null ? sql`${esperado} and ${sinPerder}` : delTercero}
      limit ${MAX_ESPERADOS + 1} returning 1
    ) select count(*)::int as n from e`.execute(tx)
  const n = rows[0]?.n ?? 0
  await sql`update recuento set esperados = ${n} where id = ${id}`.execute(tx)
  return n
}

/**
 * Locks a count until the transaction ends, so that nobody closes it; with `entero`, nobody adds scans either.
 * @param empresa null: of any company
 */
export async function lockRecuento(
  tx: Db,
  id: number,
  empresa: number | null,
  entero: boolean,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from recuento r where r.id = ${id} and (${empresa}::int is null or r.empresa_id = ${empresa})
    ${entero ? sql`for update` : sql`for share`}`.execute(tx)
  return rows[0]
}

export async function countEscaneos(tx: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recuento_escaneo where recuento_id = ${id}`.execute(tx)
  return rows[0]?.n ?? 0
}

export type NewEscaneo = {
  id: string
  codigo: string
  mac: string | null
  apodo: string | null
  momento: Date
  modo: string
  donde: string | null
  anula: string | null
}

type Sender = { recuento: Row; aparato: string; persona: { id: number; nombre: string } }

/** Adds scans; scans that exist stay unchanged. @returns how many were new */
export async function insertEscaneos(
  tx: Db,
  { recuento: r, aparato, persona }: Sender,
  nuevos: readonly NewEscaneo[],
) {
  const { rows } = await sql<{ n: number }>`
    with x as materialized (
      select x.*, coalesce(
        (select d.id from dispositivo d where d.mac = x.mac and d.empresa_id = ${r.empresa} and d.tipo <> 'Reader' and d.eliminado is null),
        (select d.id from dispositivo d where d.apodo = x.apodo and d.empresa_id = ${r.empresa} and d.tipo <> 'Reader' and d.eliminado is null
         order by d.id limit 1)) as dispositivo_id
      from json_to_recordset(${JSON.stringify(nuevos)}::json) as x(id uuid, codigo text, mac text, apodo text, momento timestamptz,
        modo text, donde text, anula uuid)
    ), actual as materialized (
      select d.id, d.ubicacion, ${OIDO} as oido from dispositivo_actual d
      where d.id = any(array(select dispositivo_id from x where dispositivo_id is not null))
    ), puesto as (
      insert into recuento_escaneo (recuento_id, id, dispositivo_id, codigo, lugar, oido, donde, momento, persona_id, persona, aparato, modo, anula, tarde)
      select ${r.id}, x.id, x.dispositivo_id, x.codigo, a.ubicacion, coalesce(a.oido, false), x.donde,
        greatest(x.momento, ${r.abierto}), ${persona.id}, ${persona.nombre}, ${aparato}, x.modo, x.anula, ${r.estado !== 'abierto'}
      from x left join actual a on a.id = x.dispositivo_id
      on conflict (recuento_id, id) do nothing returning 1
    ) select count(*)::int as n from puesto`.execute(tx)
  return rows[0]?.n ?? 0
}

type Closing = {
  persona: { id: number; nombre: string }
  nota: string | null
  firma: boolean
  /** Null: the count was cancelled. */
  cifras: CifrasRecuento | null
}

export async function closeRecuento(tx: Db, id: number, c: Closing): Promise<Row> {
  const { rows } = await sql<Row>`
    update recuento as r set cerrado = greatest(now(), abierto), cerro_id = ${c.persona.id}, cerro = ${c.persona.nombre},
      nota = coalesce(${c.nota}, nota), anulado = ${c.cifras === null}, pide_firma = ${c.firma && c.cifras !== null},
      cifras = ${c.cifras && JSON.stringify(c.cifras)}::jsonb
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  return rows[0] as Row
}

export async function signRecuento(
  tx: Db,
  id: number,
  persona: { id: number; nombre: string },
): Promise<Row> {
  const { rows } = await sql<Row>`
    update recuento as r set firmado = now(), firmo_id = ${persona.id}, firmo = ${persona.nombre}
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  return rows[0] as Row
}

export async function saveFirma(tx: Db, empresa: number, firma: boolean): Promise<void> {
  await sql`insert into recuento_ajuste (empresa_id, firma) values (${empresa}, ${firma})
    on conflict (empresa_id) do update set firma = excluded.firma`.execute(tx)
}
