import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import type { Rejection } from '../formats/lectura'

/** Bytes of a message that are shown; a character takes up to 4 bytes. */
const BYTES_SAMPLE = 8000

export type Ilegible = {
  empresa: number | null
  lector: number | null
  formato: string
  via: string
  topic: string | null
  texto: string
  rechazo: Rejection
  /** When it arrived; absent: now. */
  recibida?: Date
}

type Limite = { mensajes: number; bytes: number }
type Limites = {
  porSegundo: { quien: number; empresa: number }
  /** Limit of one reader, or of one topic if the reader is not known. */
  quien: Limite
  empresa: Limite
}

/** Messages are kept whole, up to 1 MiB each. */
const LIMITES: Limites = {
  porSegundo: { quien: 10, empresa: 20 },
  quien: { mensajes: 200, bytes: 8 << 20 },
  empresa: { mensajes: 2000, bytes: 32 << 20 },
}

/** Nobody is left who could see the message: it must not hold up the log. */
const isEmpresaGone = (e: unknown) => (e as { code?: string } | null)?.code === '23503'

/** Counts how often a name came up in the present second. */
function createCuentas(now: () => number) {
  const veces = new Map<string, number>()
  let second = 0
  return (nombre: string): number => {
    const este = Math.floor(now() / 1000)
    if (este !== second) veces.clear()
    second = este
    const n = (veces.get(nombre) ?? 0) + 1
    veces.set(nombre, n)
    return n
  }
}

/**
 * Keeps messages that could not be read, or came from a reader that nobody registered: whole, identical ones once. The newest of each
 * reader and of each company are kept, so that a noisy reader takes no place from others. Messages of no known company count as one
 * company.
 */
export function createCuarentena(db: Db, limites = LIMITES, now = Date.now) {
  const count = createCuentas(now)

  async function prune(empresa: number | null): Promise<void> {
    const { quien: q, empresa: e } = limites
    await sql`
      delete from cuarentena where id in (
        select id from (
          select id, row_number() over quien as n, sum(octet_length(cuerpo)) over quien as bytes,
            row_number() over todos as n_todos, sum(octet_length(cuerpo)) over todos as bytes_todos
          from cuarentena where empresa_id is not distinct from ${empresa}::int
          window quien as (partition by coalesce(lector_id::text, topic, '') order by recibida desc, id desc),
            todos as (order by recibida desc, id desc)
        ) x
        where n > ${q.mensajes} or bytes > ${q.bytes} or n_todos > ${e.mensajes} or bytes_todos > ${e.bytes})`.execute(
      db,
    )
  }

  return {
    /** @returns false: too many came in the same second, or its company is gone. Rejects if it was not written. */
    async keep(i: Ilegible): Promise<boolean> {
      const who = `${i.empresa} ${i.lector ?? i.topic ?? ''}`
      if (count(who) > limites.porSegundo.quien) return false
      if (count(String(i.empresa)) > limites.porSegundo.empresa) return false
      const cuerpo = Buffer.from(i.texto)
      const fingerprint = createHash('sha256')
        .update(`${i.formato}\n${i.lector}\n${i.rechazo.motivo}\n`)
        .update(cuerpo)
        .digest()
      const written = await db
        .insertInto('cuarentena')
        .values({
          empresa_id: i.empresa,
          formato: i.formato,
          via: i.via,
          topic: i.topic?.replaceAll('\u0000', '').slice(0, 500) ?? null,
          lector_id: i.lector,
          motivo: i.rechazo.motivo,
          detalle: i.rechazo.detalle.slice(0, 500),
          huella: fingerprint,
          cuerpo,
          ...(i.recibida && { recibida: i.recibida }),
        })
        .onConflict((oc) =>
          oc.column('huella').doUpdateSet({ veces: sql`cuarentena.veces + 1`, recibida: sql`now()` }),
        )
        .execute()
        .catch((e) => {
          if (isEmpresaGone(e)) return null
          throw e
        })
      if (!written) return false
      await prune(i.empresa)
      return true
    },
  }
}

export type Cuarentena = ReturnType<typeof createCuarentena>

/** Messages in quarantine, newest first, with the beginning of each. */
export async function listCuarentena(db: Db, empresa: number | null, limite: number) {
  return db
    .selectFrom('cuarentena as c')
    .leftJoin('dispositivo as l', 'l.id', 'c.lector_id')
    .select(['c.id', 'c.recibida', 'c.formato', 'c.via', 'c.motivo', 'c.detalle', 'c.veces'])
    .select(sql<Buffer>`substring(c.cuerpo from 1 for ${BYTES_SAMPLE})`.as('muestra'))
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

export async function countCuarentena(db: Db, empresa: number | null, limite: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select 1 from cuarentena where ${empresa}::int is null or empresa_id = ${empresa} limit ${limite}) c`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
