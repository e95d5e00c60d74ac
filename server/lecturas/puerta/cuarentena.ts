import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/cliente'
import type { Rechazo } from '../formatos/lectura'

const MAX_FILAS = 2000
const MAX_CUERPO = 64 * 1024
const POR_SEGUNDO = 20
const MAX_VISTOS_POR_EMPRESA = 5000

export type Ilegible = {
  empresa: number | null
  lector: number | null
  formato: string
  via: string
  topic: string | null
  texto: string
  rechazo: Rechazo
}

/** Keeps messages that could not be read: the same one once, at most 20 a second, the newest 2,000. */
export function createCuarentena(db: Db) {
  let segundo = 0
  let enSegundo = 0
  let desdeLimpieza = 0

  return {
    async keep(i: Ilegible): Promise<boolean> {
      const ahora = Math.floor(Date.now() / 1000)
      if (ahora !== segundo) [segundo, enSegundo] = [ahora, 0]
      if (++enSegundo > POR_SEGUNDO) return false
      const cuerpo = Buffer.from(i.texto).subarray(0, MAX_CUERPO)
      const huella = createHash('sha256')
        .update(`${i.formato}\n${i.lector}\n${i.rechazo.motivo}\n`)
        .update(cuerpo)
        .digest()
      await db
        .insertInto('cuarentena')
        .values({
          empresa_id: i.empresa,
          formato: i.formato,
          via: i.via,
          topic: i.topic?.replaceAll('\u0000', '').slice(0, 500) ?? null,
          lector_id: i.lector,
          motivo: i.rechazo.motivo,
          detalle: i.rechazo.detalle.slice(0, 500),
          huella,
          cuerpo,
        })
        .onConflict((oc) =>
          oc.column('huella').doUpdateSet({ veces: sql`cuarentena.veces + 1`, recibida: sql`now()` }),
        )
        .execute()
      if (++desdeLimpieza >= 100) {
        desdeLimpieza = 0
        await sql`delete from cuarentena where id in (
          select id from cuarentena order by recibida desc offset ${MAX_FILAS})`.execute(db)
      }
      return true
    },
  }
}

export type Cuarentena = ReturnType<typeof createCuarentena>

export async function listCuarentena(db: Db, empresa: number | null, limite: number) {
  return db
    .selectFrom('cuarentena as c')
    .leftJoin('dispositivo as l', 'l.id', 'c.lector_id')
    .select(['c.id', 'c.recibida', 'c.formato', 'c.via', 'c.motivo', 'c.detalle', 'c.veces', 'c.cuerpo'])
    .select(sql<string | null>`coalesce(l.apodo, l.mac)`.as('lector'))
    .$if(empresa !== null, (q) => q.where('c.empresa_id', '=', empresa as number))
    .orderBy('c.recibida', 'desc')
    .limit(limite)
    .execute()
}

export async function findCuarentena(db: Db, id: number) {
  return db.selectFrom('cuarentena').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function removeCuarentena(db: Db, id: number): Promise<void> {
  await db.deleteFrom('cuarentena').where('id', '=', id).execute()
}

export async function listVistos(db: Db, empresa: number | null, limite: number) {
  return db
    .selectFrom('visto_sin_registrar as v')
    .leftJoin('dispositivo as l', 'l.id', 'v.lector_id')
    .select(['v.mac', 'v.veces', 'v.primera', 'v.ultima', 'v.rssi', 'v.aleatoria'])
    .select(sql<string | null>`coalesce(l.apodo, l.mac)`.as('lector'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dispositivo as d')
            .select('d.id')
            .whereRef('d.mac', '=', 'v.mac')
            .where('d.eliminado', 'is', null),
        ),
      ),
    )
    .$if(empresa !== null, (q) => q.where('v.empresa_id', '=', empresa as number))
    .orderBy('v.ultima', 'desc')
    .limit(limite)
    .execute()
}

/** Keep the newest of each company, and none that has not been heard for a month. Called now and then. */
export async function pruneVistos(db: Db): Promise<void> {
  await sql`
    delete from visto_sin_registrar v using (
      select empresa_id, mac, row_number() over (partition by empresa_id order by ultima desc) as puesto
      from visto_sin_registrar
    ) o
    where v.empresa_id = o.empresa_id and v.mac = o.mac
      and (o.puesto > ${MAX_VISTOS_POR_EMPRESA} or v.ultima < now() - interval '30 days')`.execute(db)
}
