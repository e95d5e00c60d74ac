import { sql } from 'kysely'
import type { Inicio } from '#contract/personas/acceso/values'
import type { Papel } from '#contract/resumen/hoy/papeles-values'
import type { ClaveCifra } from '#contract/resumen/hoy/semana-values'
import type { ClaveLinea, Parte } from '#contract/resumen/hoy/values'
import type { Db } from '../../platform/db/client'
import type { Partes } from './rules'

export type Kind = 'linea' | 'cifra'
export type CuentaLinea = { empresa: number; clave: ClaveLinea; n: number; partes: Parte[] }
export type CuentaCifra = {
  empresa: number
  clave: ClaveCifra
  n: number
  antes: number | null
  partes: Partes
}
export type Vuelta = { momento: Date; ms: number }

export async function findVuelta(db: Db, kind: Kind): Promise<Vuelta | undefined> {
  const { rows } = await sql<Vuelta>`select momento, ms from hoy_vuelta where clase = ${kind}`.execute(db)
  return rows[0]
}

/** Replaces all counts at once. */
export async function saveCuentas(
  tx: Db,
  kind: Kind,
  cuentas: (CuentaLinea | CuentaCifra)[],
  { momento, ms }: Vuelta,
): Promise<void> {
  await sql`delete from hoy_cuenta where clase = ${kind}`.execute(tx)
  await sql`
    insert into hoy_cuenta (empresa_id, clase, clave, n, antes, partes)
    select x.empresa, ${kind}, x.clave, x.n, x.antes, x.partes
    from jsonb_to_recordset(${JSON.stringify(cuentas)}::jsonb)
      as x (empresa int, clave text, n int, antes int, partes jsonb)
    where exists (select 1 from empresa e where e.id = x.empresa)`.execute(tx)
  await sql`
    insert into hoy_vuelta (clase, momento, ms) values (${kind}, ${momento}, ${Math.round(ms)})
    on conflict (clase) do update set momento = excluded.momento, ms = excluded.ms`.execute(tx)
}

type Cuentas = { linea: CuentaLinea; cifra: CuentaCifra }

/** @param empresa null: of all companies */
export async function listCuentas<C extends Kind>(
  db: Db,
  kind: C,
  empresa: number | null,
): Promise<Cuentas[C][]> {
  const { rows } = await sql<Cuentas[C]>`
    select empresa_id as empresa, clave, n, antes, partes from hoy_cuenta
    where clase = ${kind} and (${empresa}::int is null or empresa_id = ${empresa})`.execute(db)
  return rows
}

export type Hecha = { clave: ClaveLinea; n: number; momento: Date }

/** @param empresa 0: of all companies */
export async function listHechas(db: Db, usuario: number, empresa: number): Promise<Hecha[]> {
  const { rows } = await sql<Hecha>`
    select clave, n, momento from hoy_hecha where usuario_id = ${usuario} and empresa = ${empresa}`.execute(
    db,
  )
  return rows
}

export async function saveHecha(
  tx: Db,
  usuario: number,
  empresa: number,
  clave: ClaveLinea,
  n: number,
): Promise<void> {
  await sql`
    insert into hoy_hecha (usuario_id, empresa, clave, n) values (${usuario}, ${empresa}, ${clave}, ${n})
    on conflict (usuario_id, empresa, clave) do update set n = excluded.n, momento = now()`.execute(tx)
}

export async function removeHecha(
  tx: Db,
  usuario: number,
  empresa: number,
  clave: ClaveLinea,
): Promise<void> {
  await sql`
    delete from hoy_hecha where usuario_id = ${usuario} and empresa = ${empresa} and clave = ${clave}`.execute(
    tx,
  )
}

export async function findPapel(db: Db, usuario: number): Promise<Papel | null> {
  const { rows } = await sql<{ papel: Papel | null }>`
    select papel from hoy_preferencia where usuario_id = ${usuario}`.execute(db)
  return rows[0]?.papel ?? null
}

/** Fields that are left out stay unchanged. */
export async function savePreferencia(
  tx: Db,
  usuario: number,
  { papel = null, inicio = null }: { papel?: Papel | null; inicio?: Inicio | null },
): Promise<void> {
  await sql`
    insert into hoy_preferencia as p (usuario_id, papel, inicio)
    values (${usuario}, ${papel}, coalesce(${inicio}::text, 'mapa'))
    on conflict (usuario_id) do update set papel = coalesce(${papel}, p.papel),
      inicio = coalesce(${inicio}::text, p.inicio)`.execute(tx)
}
