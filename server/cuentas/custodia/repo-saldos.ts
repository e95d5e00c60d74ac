import { sql } from 'kysely'
import type { FilaEnCuenta, Saldo } from '#contract/cuentas/custodia/custodia'
import type { Db } from '../../platform/db/client'
import { readTogether, walkWithSums } from '../../platform/db/queries/cursor'
import { isoPlanta } from '../../platform/time/time'
import { priceOn } from '../perdidas/repo-price'

const MAX = 10_000

/** Which part of the book is visible. @param tercero only this partner: its own users ask, and see no prices; null: all */
export type Vista = { empresa: number | null; tercero: number | null; zona: string }

/** Balances of the partners by name, own stock last. Companies without partners are left out. */
export async function listSaldos(db: Db, { empresa, tercero, zona }: Vista): Promise<Saldo[]> {
  const { rows } = await sql<Saldo>`
    with cuenta as (
      select id, empresa_id, nombre from tercero
      where (${empresa}::int is null or empresa_id = ${empresa}) and (${tercero}::bigint is null or id = ${tercero})
      union all
      select distinct 0::bigint, empresa_id, null from tercero
      where (${empresa}::int is null or empresa_id = ${empresa}) and ${tercero}::bigint is null
    ), f as (
      select s.empresa_id, s.cuenta, s.familia, s.n, p.precio * s.n as centimos
      from saldo s left join (
        -- Once for each family, however many partners have containers of it.
        select x.empresa_id, x.familia,
          ${priceOn(sql`x.empresa_id`, sql`x.familia`, sql`(now() at time zone ${zona})::date`)}::bigint as precio
        from (select distinct empresa_id, familia from saldo where n <> 0 and ${tercero}::bigint is null) x
      ) p on p.empresa_id = s.empresa_id and p.familia = s.familia
      where s.n <> 0
    )
    select c.empresa_id as empresa,
      case when c.id <> 0 then json_build_object('id', c.id, 'nombre', c.nombre) end as tercero,
      coalesce(sum(f.n), 0)::int as n,
      coalesce(json_agg(json_build_object('familia', f.familia, 'n', f.n, 'centimos', f.centimos) order by f.familia)
        filter (where f.familia is not null), '[]') as familias
    from cuenta c left join f on f.empresa_id = c.empresa_id and f.cuenta = c.id
    group by c.empresa_id, c.id, c.nombre
    order by c.empresa_id, c.id = 0, c.nombre limit ${MAX}`.execute(db)
  return rows
}

/** Containers whose whole book is still to be written, or rewritten after a change of partners or their places. */
export async function countPorAnotar(db: Db, empresa: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with p as (
      select empresa_id, bool_or(dispositivo_id is null) as todos, count(distinct dispositivo_id)::int as n
      from custodia_pendiente
      where desde = '-infinity' and (${empresa}::int is null or empresa_id = ${empresa}) group by 1
    )
    select coalesce(sum(case when p.todos then (
      select count(*) from dispositivo d where d.empresa_id = p.empresa_id and d.tipo <> 'Reader' and d.eliminado is null
    ) else p.n end), 0)::int as n from p`.execute(db)
  return rows[0]?.n ?? 0
}

/** @param tercero null: own stock */
export type Cuenta = { empresa: number; tercero: number | null; familia: string | null; zona: string }

const ofCuenta = ({ empresa, tercero, familia }: Cuenta) => sql`c.empresa_id = ${empresa}
  and ${tercero === null ? sql`c.tercero_id is null` : sql`c.tercero_id = ${tercero}`}
  and (${familia}::text is null or c.familia = ${familia})`

type RowEnCuenta = Omit<FilaEnCuenta, 'desde'> & { desde: Date }
const present = (r: RowEnCuenta, zona: string): FilaEnCuenta => ({ ...r, desde: isoPlanta(r.desde, zona) })

/** @param page null: all of it */
const enCuentaOf = (c: Cuenta, page: { desde: number; cuantas: number } | null) => sql<RowEnCuenta>`
  select d.mac, d.apodo, c.familia, c.desde from (
    select * from en_cuenta c where ${ofCuenta(c)}
    ${page ? sql`order by c.desde, c.dispositivo_id limit ${page.cuantas} offset ${page.desde}` : sql``}
  ) c join dispositivo d on d.id = c.dispositivo_id order by c.desde, c.dispositivo_id`

/** Containers of an account, by name. @param c tercero null: own stock */
async function findEnCuenta(db: Db, c: Cuenta, desde: number, cuantas: number): Promise<FilaEnCuenta[]> {
  const { rows } = await enCuentaOf(c, { desde, cuantas }).execute(db)
  return rows.map((r) => present(r, c.zona))
}

/** A page of them, with how many they are. */
export const readEnCuenta = (db: Db, c: Cuenta, desde: number, cuantas: number) =>
  readTogether(db, async (snapshot) => ({
    data: await findEnCuenta(snapshot, c, desde, cuantas),
    ...(await sumEnCuenta(snapshot, c)),
  }))

export const walkEnCuenta = (db: Db, c: Cuenta) =>
  walkWithSums(
    db,
    (snapshot) => sumEnCuenta(snapshot, c),
    () => enCuentaOf(c, null),
    (r: RowEnCuenta) => present(r, c.zona),
  )

/** How many containers of an account have a name (`total`), and how many were entered without. */
export async function sumEnCuenta(db: Db, c: Cuenta): Promise<{ total: number; sin_nombre: number }> {
  const suma = await sql<{ total: number; saldo: number }>`
    select (select count(*)::int from en_cuenta c where ${ofCuenta(c)}) as total,
      (select coalesce(sum(n), 0)::int from saldo where empresa_id = ${c.empresa} and cuenta = ${c.tercero ?? 0}
         and (${c.familia}::text is null or familia = ${c.familia})) as saldo`.execute(db)
  const { total = 0, saldo = 0 } = suma.rows[0] ?? {}
  return { total, sin_nombre: saldo - total }
}

/** Registered containers of a company, by mac. */
export async function listContenedores(tx: Db, empresa: number, macs: readonly string[]) {
  const { rows } = await sql<{ id: number; mac: string; nombre: string; familia: string }>`
    select id, mac, coalesce(apodo, mac) as nombre, coalesce(familia, '') as familia from dispositivo
    where mac = any(${macs as string[]}::text[]) and empresa_id = ${empresa} and eliminado is null and tipo <> 'Reader'`.execute(
    tx,
  )
  return rows
}
