import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import type { Db } from '#server/platform/db/client'

export const EMPRESA = 1
export const LECTORES = 64
export const TAGS = 5000

const hex = (n: number, cifras: number) => n.toString(16).toUpperCase().padStart(cifras, '0')
export const macDeLector = (i: number) => `C30000${hex(i, 6)}`
export const macDeTag = (i: number) => `AC233F${hex(i, 6)}`
export const usuarioOf = (i: number) => `lector-${macDeLector(i).toLowerCase()}`
/** Password of a reader's credential, for a database that exists for minutes and listens on loopback only. */
export const claveOf = (i: number) => `clave-${macDeLector(i)}`

/** Create the credentials of the first readers, by which their messages are accepted. */
export async function seedCredenciales(pool: pg.Pool, cuantos: number): Promise<void> {
  const lectores = Array.from({ length: cuantos }, (_, i) => i)
  await pool.query(
    `insert into credencial (dispositivo_id, empresa_id, usuario, clave_hash)
     select d.id, $1, usuario, hash from unnest($2::text[], $3::text[], $4::bytea[]) as c(mac, usuario, hash)
     join dispositivo d on d.mac = c.mac and d.empresa_id = $1`,
    [
      EMPRESA,
      lectores.map(macDeLector),
      lectores.map(usuarioOf),
      lectores.map((i) => createHash('sha256').update(claveOf(i)).digest()),
    ],
  )
}

/**
 * Create readers with their credentials, and tags; ids are consecutive.
 * @returns the first id of each
 */
export async function seedPlanta(db: Db, pool: pg.Pool): Promise<{ tag: number; lector: number }> {
  await ensureEmpresa(db, EMPRESA, 'Banco de pruebas')
  const lectores = Array.from({ length: LECTORES }, (_, i) => i)
  const tags = Array.from({ length: TAGS }, (_, i) => i)
  const insert = (macs: string[], tipo: string, prefijo: string) =>
    pool.query<{ id: number }>(
      `insert into dispositivo (empresa_id, mac, apodo, tipo)
       select $1, mac, $4 || i, $3 from unnest($2::text[]) with ordinality as m(mac, i) order by i returning id`,
      [EMPRESA, macs, tipo, prefijo],
    )
  const l = await insert(lectores.map(macDeLector), 'Reader', 'LEC-')
  const t = await insert(tags.map(macDeTag), 'SmartBle', '20014-')
  await seedCredenciales(pool, LECTORES)
  return { tag: t.rows[0]?.id ?? 0, lector: l.rows[0]?.id ?? 0 }
}
