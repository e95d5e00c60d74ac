import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/cliente'
import type { Origen } from '../lecturas/canal/mensaje'
import type { Rechazos } from '../lecturas/puerta/rechazos'
import { findCredencial, hashDeClave } from './repo-credenciales'

/** PostgreSQL takes no text that holds it. */
const NUL = '\u0000'
const RECORDADA_MS = 30_000
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
      if (timingSafeEqual(c.hash, hashDeClave(clave))) return c.origen
      if (c.origen.lector) rechazos.note(c.origen.lector.id, 'La clave no es la suya.')
      return null
    },
    forget(): void {
      recordadas.clear()
    },
  }
}

export type Credenciales = ReturnType<typeof createCredenciales>
