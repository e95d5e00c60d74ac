import { sql } from 'kysely'
import type { ClaseCambioPila, ClasePila } from '#contract/cuentas/pilas/values'
import type { Db } from '../../platform/db/client'

export type Named = {
  id: number
  empresa: number
  mac: string
  apodo: string | null
  clase: ClasePila | null
  /** When it was last heard. */
  ultimo: Date | null
  /** When its battery was put in. */
  desde: Date | null
  /** Its voltage was fresh again after this moment, and a user is asked about it; null: nobody is asked. */
  fresca_desde: Date | null
  /** The code by which the caller named it. */
  pedido: string
}

/**
 * The containers with these macs, serial numbers or nicknames; a code can match one in each of two companies. @param empresa null: of any
 * company
 */
export async function listNamed(
  tx: Db,
  nombres: readonly string[],
  empresa: number | null,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select d.id, d.empresa_id as empresa, d.mac, d.apodo, p.clase, e.ultimo_registro as ultimo, p.desde, p.fresca_desde, n.pedido
    from unnest(${nombres as string[]}::text[]) as n (pedido)
    join dispositivo d on d.eliminado is null and d.tipo <> 'Reader' and (d.mac = n.pedido or lower(d.apodo) = lower(n.pedido))
    left join pila p on p.dispositivo_id = d.id left join dispositivo_estado e on e.dispositivo_id = d.id
    where ${empresa}::int is null or d.empresa_id = ${empresa} order by d.id`.execute(tx)
  return rows
}

export type NewCambio = {
  clave: string
  empresa: number
  dispositivo: number
  clase: ClaseCambioPila
  mac: string
  cuando: Date
  acabada: boolean
  anula: number | null
}

/** Writes exchanges; those sent before are ignored. @returns the row id of each new one, by its `clave` */
export async function addCambios(
  tx: Db,
  cambios: readonly NewCambio[],
  persona: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; clave: string }>`
    insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, anula, mac, cuando, acabada, persona_id)
    select x.empresa, x.dispositivo, x.clave, x.clase, x.anula, x.mac, x.cuando, x.acabada, ${persona}
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb) as x (empresa int, dispositivo bigint, clave uuid, clase text, anula bigint,
      mac text, cuando timestamptz, acabada boolean)
    on conflict (empresa_id, clave) do nothing returning id, clave`.execute(tx)
  return new Map(rows.map((r) => [r.clave, r.id]))
}

export type Escrito = {
  id: number
  empresa: number
  dispositivo: number
  clave: string
  clase: ClaseCambioPila
  mac: string
  cuando: Date
  anulado: boolean
  /** Seconds since it was written. */
  hace_s: number
}

const ESCRITO = sql`c.id, c.empresa_id as empresa, c.dispositivo_id as dispositivo, c.clave, c.clase, c.mac, c.cuando,
  exists (select from cambio_pila x where x.anula = c.id) as anulado, extract(epoch from now() - c.momento)::float8 as hace_s`

/** The entries with these ids. @param empresa null: of any company */
export async function listEscritos(
  tx: Db,
  ids: readonly number[],
  empresa: number | null,
): Promise<Escrito[]> {
  const { rows } = await sql<Escrito>`select ${ESCRITO} from cambio_pila c
    where c.id = any(${ids as number[]}::bigint[]) and (${empresa}::int is null or c.empresa_id = ${empresa}) order by c.id`.execute(
    tx,
  )
  return rows
}

/** The entries that were sent with these keys (`clave`). */
export async function listSent(
  tx: Db,
  claves: readonly string[],
  empresas: readonly number[],
): Promise<Escrito[]> {
  const { rows } = await sql<Escrito>`select ${ESCRITO} from cambio_pila c
    where c.empresa_id = any(${empresas as number[]}::int[]) and c.clave = any(${claves as string[]}::uuid[])`.execute(
    tx,
  )
  return rows
}
