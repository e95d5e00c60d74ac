import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashDeClave, listCredenciales } from '../../../parque/lectores/service'
import type { Db } from '../../../platform/db/client'
import { shareNext } from '../../../platform/db/share'
import type { Origen } from '../pipeline/message'
import type { Rejections } from './repo-rejections'

/** A PostgreSQL text cannot contain this character. */
const NUL = '\u0000'
const RECORDADA_MS = 30_000
/**
 * If a pair does not fit the cached one, it is looked up again, this long after the last look-up: another process may just have issued it.
 */
const RELECTURA_MS = 50
const MAX_RECORDADAS = 20_000
/** Most expired credentials that are refreshed ahead with a look-up. */
const MAX_JOINED = 1000

type Credencial = { hash: Buffer; origen: Origen; hasta: number; usada: boolean }

/** Cache of pairs of user name and secret: kept for half a minute, or until notified of a change. */
export function createCredenciales(db: Db, rejections: Rejections) {
  const recordadas = new Map<string, Credencial>()

  const porLeer = new Set<string>()
  /** How often the cache was cleared. */
  let olvidos = 0

  /** Add expired credentials that were used since they were read: they will be asked for again soon. Drop unused ones. */
  function addOld(): void {
    const now = performance.now()
    for (const [usuario, c] of recordadas) {
      if (porLeer.size >= MAX_JOINED) return
      if (c.hasta >= now) continue
      if (c.usada) porLeer.add(usuario)
      else recordadas.delete(usuario)
    }
  }

  /** Read all missing credentials in one query: many readers speak at the same time. */
  const readAll = shareNext(async () => {
    addOld()
    const usuarios = [...porLeer]
    porLeer.clear()
    const before = olvidos
    const rows = await listCredenciales(db, usuarios)
    if (recordadas.size > MAX_RECORDADAS) recordadas.clear()
    for (const usuario of usuarios) recordadas.delete(usuario)
    // If the cache was cleared during the query, its result serves only the callers that already wait.
    const hasta = performance.now() + (before === olvidos ? RECORDADA_MS : -1)
    // Only existing user names are cached: guessed ones would fill the memory.
    for (const f of rows) {
      const lector = { id: f.id, empresa: f.empresa_id, mac: f.mac, tipo: f.tipo, etiqueta: f.etiqueta }
      const origen = { lector, puente: f.puente }
      recordadas.set(f.usuario, { hash: f.clave_hash, origen, hasta, usada: false })
    }
  })

  async function reload(usuario: string): Promise<Credencial | undefined> {
    porLeer.add(usuario)
    await readAll()
    return recordadas.get(usuario)
  }

  return {
    /** The sender that this pair belongs to; null: it is wrong or was revoked. */
    async check(usuario: string, clave: string): Promise<Origen | null> {
      if (usuario.length > 200 || clave.length > 200 || usuario.includes(NUL)) return null
      const hash = hashDeClave(clave)
      let c = recordadas.get(usuario)
      if (!c || c.hasta < performance.now()) c = await reload(usuario)
      else if (!timingSafeEqual(c.hash, hash)) {
        const early = c.hasta - performance.now() - (RECORDADA_MS - RELECTURA_MS)
        if (early > 0) await sleep(early)
        c = await reload(usuario)
      }
      if (!c) return null
      c.usada = true
      if (timingSafeEqual(c.hash, hash)) return c.origen
      if (c.origen.lector) rejections.note(c.origen.lector.id, 'La clave no es la suya.')
      return null
    },
    forget(): void {
      olvidos++
      recordadas.clear()
    },
  }
}

export type Credenciales = ReturnType<typeof createCredenciales>
