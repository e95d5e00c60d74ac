import { sql } from 'kysely'
import type { FilaDiferencia } from '#contract/cuentas/custodia/custodia'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import { walkQuery } from '../../platform/db/queries/cursor'
import { isoPlanta } from '../../platform/time/time'
import { MINIMO_MS } from './vistos'

/** A container that arrived more recently may not be in the book yet: a stay has a minimum length, and the book is updated every minute. */
const RECIEN_MS = MINIMO_MS + 5 * 60_000

/** Saves which containers the book has in one account while they were last heard at a place of another. */
export async function keepDiferencias(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.diferencias)}, 0)`.execute(tx)
  await sql`
    with ahora as materialized (
      select d.id as dispositivo_id, d.empresa_id, coalesce(c.familia, d.familia, '') as familia, c.tercero_id as libro_id,
        c.dispositivo_id is null as libro_fuera, t.tercero_id as visto_id, p.ubicacion_id, s.ultimo_registro as visto
      from dispositivo_estado s
      join dispositivo d on d.id = s.dispositivo_id and d.tipo <> 'Reader' and d.eliminado is null
      left join dispositivo l on l.id = s.lector_id
      cross join lateral (select coalesce(s.ubicacion_id, l.ubicacion_id) as ubicacion_id) p
      left join tercero_lugar t on t.ubicacion_id = p.ubicacion_id
      left join en_cuenta c on c.dispositivo_id = d.id and c.empresa_id = d.empresa_id
      where d.empresa_id = any(array(select distinct empresa_id from tercero)) and p.ubicacion_id is not null
        and s.ultimo_registro is not null and (c.dispositivo_id is null or c.tercero_id is distinct from t.tercero_id)
        -- It came a moment ago, or is not looked at yet. A container in an account has an entry.
        and (s.lector_desde is null or s.lector_desde < now() - make_interval(secs => ${RECIEN_MS / 1000}))
        and (c.dispositivo_id is not null or exists (select from movimiento m where m.dispositivo_id = d.id))
        -- It is lost by the book, and by the ladder.
        and not (c.dispositivo_id is null and exists (
          select from perdida x where x.dispositivo_id = d.id and x.peldano in ('declarada', 'baja')))
        -- It left from there, and was not heard since.
        and not exists (select from movimiento m where m.id = c.movimiento_id and m.clase = 'salida' and m.ubicacion_id = p.ubicacion_id
          and s.ultimo_registro < m.momento + make_interval(secs => ${MINIMO_MS / 1000}))
    ), fuera as (
      delete from custodia_diferencia x where not exists (select from ahora a where a.dispositivo_id = x.dispositivo_id)
    )
    insert into custodia_diferencia (dispositivo_id, empresa_id, familia, libro_id, libro_fuera, visto_id, ubicacion_id, visto)
    -- A row that conflicts is written, even where nothing of it changes.
    select * from ahora
    except select dispositivo_id, empresa_id, familia, libro_id, libro_fuera, visto_id, ubicacion_id, visto from custodia_diferencia
    on conflict (dispositivo_id) do update set empresa_id = excluded.empresa_id, familia = excluded.familia, libro_id = excluded.libro_id,
      libro_fuera = excluded.libro_fuera, visto_id = excluded.visto_id, ubicacion_id = excluded.ubicacion_id, visto = excluded.visto`.execute(
    tx,
  )
}

type Donde = { empresa: number | null; tercero: number | null; zona: string }

const ofDonde = ({ empresa, tercero }: Donde) => sql`(${empresa}::int is null or x.empresa_id = ${empresa})
  and (${tercero}::bigint is null or x.libro_id = ${tercero} or x.visto_id = ${tercero})`

type Row = Omit<FilaDiferencia, 'desde'> & { desde: Date }
const present = (r: Row, zona: string): FilaDiferencia => ({ ...r, desde: isoPlanta(r.desde, zona) })

/** @param page null: all of it */
const queryOf = (donde: Donde, page: { desde: number; cuantas: number } | null) => sql<Row>`
    select d.mac, d.apodo, x.empresa_id as empresa, x.familia, b.nombre as libro, x.libro_fuera, v.nombre as visto, u.nombre as lugar,
      x.visto as desde
    from (
      select * from custodia_diferencia x where ${ofDonde(donde)}
      ${page ? sql`order by x.visto desc, x.dispositivo_id limit ${page.cuantas} offset ${page.desde}` : sql``}
    ) x join dispositivo d on d.id = x.dispositivo_id
    left join tercero b on b.id = x.libro_id left join tercero v on v.id = x.visto_id
    left join ubicacion u on u.id = x.ubicacion_id
    order by x.visto desc, x.dispositivo_id`

export async function findDiferencias(
  db: Db,
  donde: Donde,
  desde: number,
  cuantas: number,
): Promise<FilaDiferencia[]> {
  const { rows } = await queryOf(donde, { desde, cuantas }).execute(db)
  return rows.map((r) => present(r, donde.zona))
}

export const walkDiferencias = (db: Db, donde: Donde): AsyncGenerator<FilaDiferencia[]> =>
  walkQuery(
    db,
    async () => queryOf(donde, null),
    (r: Row) => present(r, donde.zona),
  )

export async function countDiferencias(db: Db, donde: Donde): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from custodia_diferencia x where ${ofDonde(donde)}`.execute(db)
  return rows[0]?.n ?? 0
}
