import { sql } from 'kysely'
import type { Plazos } from '#contract/ajustes'
import { type Ajustes, NOMBRES_DE_AJUSTE } from '#contract/valores/ajustes'
import type { Db } from '../db/cliente'

const columnaDe = (k: keyof Ajustes) => k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
const COLUMNAS = sql.raw(NOMBRES_DE_AJUSTE.map((k) => `${columnaDe(k)} as "${k}"`).join(', '))

/** The numbers of these companies, by their number; one that does not exist is not there. */
export async function listAjustes(db: Db, empresas: number[]): Promise<Map<number, Ajustes>> {
  const { rows } = await sql<Ajustes & { empresa: number }>`
    select empresa_id as empresa, ${COLUMNAS} from ajuste where empresa_id = any(${empresas})`.execute(db)
  return new Map(rows.map(({ empresa, ...a }) => [empresa, a]))
}

/** @returns false where there is no such company */
export async function saveAjustes(tx: Db, empresa: number, a: Ajustes): Promise<boolean> {
  const r = await sql`update ajuste set ${sql.join(
    NOMBRES_DE_AJUSTE.map((k) => sql`${sql.ref(columnaDe(k))} = ${a[k]}`),
  )} where empresa_id = ${empresa}`.execute(tx)
  return (r.numAffectedRows ?? 0n) > 0n
}

/** When a last record is stale and a container lost, of one company, or of all (null). */
export async function listPlazos(db: Db, empresa: number | null): Promise<Plazos[]> {
  const { rows } = await sql<Plazos>`
    select empresa_id as empresa, minutos_viejo as "minutosViejo", minutos_perdido as "minutosPerdido"
    from ajuste where ${empresa}::int is null or empresa_id = ${empresa} order by 1 limit 10000`.execute(db)
  return rows
}
