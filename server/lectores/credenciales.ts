import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/cliente'
import type { Origen } from '../lecturas/canal/mensaje'
import type { Rechazos } from '../lecturas/puerta/repo-rechazos'
import { findCredencial, hashDeClave } from './repo-credenciales'

/** PostgreSQL takes no text that holds it. */
const NUL = '\u0000'
const RECORDADA_MS = 30_000
/** A pair that does not fit what is remembered is looked up again this often: it may have been issued a moment ago, elsewhere. */
const RELECTURA_MS = 50
const MAX_RECORDADAS = 20_000

type Credencial = { hash: Buffer; origen: Origen; hasta: number }

/** Pairs of user name and secret that readers show, remembered for half a minute or until told that they changed. */
export function createCredenciales(db: Db, rechazos: Rechazos) {
  const recordadas = new Map<string, Credencial | null>()

  async function load(usuario: string): Promise<Credencial | null> {
    const f = await findCredencial(db, usuario)
    if (!f) return null
    const lector = { id: f.id, empresa: f.empresa_id, mac: f.mac, tipo: f.tipo, etiqueta: f.etiqueta }
    return {
      hash: f.clave_hash,
      origen: { lector, puente: f.puente },
      hasta: performance.now() + RECORDADA_MS,
    }
  }

  async function reload(usuario: string): Promise<Credencial | null> {
    const c = await load(usuario)
    if (recordadas.size > MAX_RECORDADAS) recordadas.clear()
    // Only good names are remembered: guessed ones would fill the memory.
    if (c) recordadas.set(usuario, c)
    else recordadas.delete(usuario)
    return c
  }

  return {
    /** Whom this pair speaks for; null where it is wrong or was revoked. */
    async check(usuario: string, clave: string): Promise<Origen | null> {
      if (usuario.length > 200 || clave.length > 200 || usuario.includes(NUL)) return null
      const hash = hashDeClave(clave)
      let c = recordadas.get(usuario)
      if (!c || c.hasta < performance.now()) c = await reload(usuario)
      else if (!timingSafeEqual(c.hash, hash) && c.hasta - performance.now() < RECORDADA_MS - RELECTURA_MS)
        c = await reload(usuario)
      if (!c) return null
      if (timingSafeEqual(c.hash, hash)) return c.origen
      if (c.origen.lector) rechazos.note(c.origen.lector.id, 'La clave no es la suya.')
      return null
    },
    forget(): void {
      recordadas.clear()
    },
  }
}

export type Credenciales = ReturnType<typeof createCredenciales>
