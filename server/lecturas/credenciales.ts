import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/cliente'
import type { Origen } from './mensaje'
import type { Rechazos } from './rechazos'

const hashOf = (clave: string) => createHash('sha256').update(clave).digest()
/** PostgreSQL takes no text that holds it. */
const NUL = '\u0000'
const RECORDADA_MS = 30_000
const MAX_RECORDADAS = 20_000

type Credencial = { hash: Buffer; origen: Origen; hasta: number }

/** Pairs of user name and secret that readers show, remembered for half a minute or until told that they changed. */
export function createCredenciales(db: Db, rechazos: Rechazos) {
  const recordadas = new Map<string, Credencial | null>()

  async function load(usuario: string): Promise<Credencial | null> {
    const f = await db
      .selectFrom('credencial as c')
      .innerJoin('dispositivo as d', 'd.id', 'c.dispositivo_id')
      .select(['c.clave_hash', 'c.puente', 'd.id', 'd.empresa_id', 'd.mac', 'd.tipo', 'd.etiqueta'])
      .where('c.usuario', '=', usuario)
      .where('d.eliminado', 'is', null)
      // A device that is no reader any more speaks for none.
      .where('d.tipo', '=', 'Reader')
      .executeTakeFirst()
    if (!f) return null
    const lector = { id: f.id, empresa: f.empresa_id, mac: f.mac, tipo: f.tipo, etiqueta: f.etiqueta }
    return {
      hash: f.clave_hash,
      origen: { lector, puente: f.puente },
      hasta: performance.now() + RECORDADA_MS,
    }
  }

  return {
    /** Whom this pair speaks for; null where it is wrong or was revoked. */
    async check(usuario: string, clave: string): Promise<Origen | null> {
      if (usuario.length > 200 || clave.length > 200 || usuario.includes(NUL)) return null
      let c = recordadas.get(usuario)
      if (!c || c.hasta < performance.now()) {
        c = await load(usuario)
        if (recordadas.size > MAX_RECORDADAS) recordadas.clear()
        // Only good names are remembered: guessed ones would fill the memory.
        if (c) recordadas.set(usuario, c)
        else recordadas.delete(usuario)
      }
      if (!c) return null
      if (timingSafeEqual(c.hash, hashOf(clave))) return c.origen
      if (c.origen.lector) rechazos.note(c.origen.lector.id, 'La clave no es la suya.')
      return null
    },
    forget(): void {
      recordadas.clear()
    },
  }
}

export type Credenciales = ReturnType<typeof createCredenciales>

/** Issue or replace the credential of a reader, in the caller's transaction. Only the hash of the secret is kept. */
export async function createCredencial(
  tx: Db,
  lector: { id: number; empresa: number; mac: string },
  puente: boolean,
) {
  const usuario = `lector-${lector.mac.toLowerCase()}`
  const clave = randomBytes(24).toString('base64url')
  const clave_hash = hashOf(clave)
  // The reader that had this mac before and was deleted keeps nothing.
  await tx
    .deleteFrom('credencial')
    .where('usuario', '=', usuario)
    .where('dispositivo_id', '<>', lector.id)
    .execute()
  await tx
    .insertInto('credencial')
    .values({ dispositivo_id: lector.id, empresa_id: lector.empresa, usuario, clave_hash, puente })
    .onConflict((oc) =>
      oc
        .column('dispositivo_id')
        .doUpdateSet({ usuario, clave_hash, puente, creada: new Date(), usada: null }),
    )
    .execute()
  return { usuario, clave }
}

/** Whether the reader, by the credential that it has now, speaks for the others of its company too. */
export async function isPuente(db: Db, lector: number): Promise<boolean> {
  const c = await db
    .selectFrom('credencial')
    .select('puente')
    .where('dispositivo_id', '=', lector)
    .executeTakeFirst()
  return c?.puente === true
}

/** @returns whether there was one */
export async function removeCredencial(db: Db, lector: number): Promise<boolean> {
  const r = await db.deleteFrom('credencial').where('dispositivo_id', '=', lector).executeTakeFirst()
  return r.numDeletedRows > 0n
}
