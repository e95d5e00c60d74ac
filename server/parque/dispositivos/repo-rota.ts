import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** Who marked this tag as broken, and when; undefined: it is not marked. */
export async function findRota(
  db: Db,
  empresa: number,
  mac: string,
): Promise<{ marcada_por: string; momento: Date } | undefined> {
  const { rows } = await sql<{ marcada_por: string; momento: Date }>`
    select marcada_por, momento from etiqueta_rota where empresa_id = ${empresa} and mac = ${mac}`.execute(db)
  return rows[0]
}

/** Those of these tags that are marked as broken. */
export async function listRotas(db: Db, empresa: number, macs: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ mac: string }>`
    select mac from etiqueta_rota where empresa_id = ${empresa} and mac = any(${macs}::text[])`.execute(db)
  return new Set(rows.map((r) => r.mac))
}

/** Marks a tag that is on no device any more as broken. */
export async function markRota(tx: Db, dispositivo: number, mac: string, username: string): Promise<void> {
  await sql`insert into etiqueta_rota (empresa_id, mac, dispositivo_id, marcada_por)
    select empresa_id, ${mac}, id, ${username} from dispositivo where id = ${dispositivo}
    on conflict (empresa_id, mac) do update set dispositivo_id = excluded.dispositivo_id,
      marcada_por = excluded.marcada_por, momento = now()`.execute(tx)
}
