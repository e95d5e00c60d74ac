import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/db/client'
import { shareNext } from '../../../platform/db/share'
import { hashDeClave, listCredenciales } from '../../lectores/service'
import type { Origen } from '../pipeline/message'
import type { Rejections } from './repo-rejections'

/** PostgreSQL takes no text that holds it. */
const NUL = '\u0000'
const RECORDADA_MS = 30_000
/** A pair that does not fit what is remembered is looked up again, this long after the last look: it may have been issued a moment ago, elsewhere. */
const RELECTURA_MS = 50
const MAX_RECORDADAS = 20_000
/** This many are read again before somebody asks for them. */
const MAX_JOINED = 1000

type Credencial = { hash: Buffer; origen: Origen; hasta: number; usada: boolean }

/** Pairs of user name and secret that readers show, remembered for half a minute or until told that they changed. */
export function createCredenciales(db: Db, rejections: Rejections) {
  const recordadas = new Map<string, Credencial>()

  const porLeer = new Set<string>()
  /** How often what was remembered had to be forgotten. */
  let olvidos = 0

  /** Those that were asked for since they were read are asked for again in a moment. */
  function addOld(): void {
    const now = performance.now()
    for (const [usuario, c] of recordadas) {
      if (porLeer.size >= MAX_JOINED) return
      if (c.hasta >= now) continue
      if (c.usada) porLeer.add(usuario)
      else recordadas.delete(usuario)
    }
  }

  /** All that are missing at once: readers speak at the same time. */
  const readAll = shareNext(async () => {
    addOld()
    const usuarios = [...porLeer]
    porLeer.clear()
    const before = olvidos
    const rows = await listCredenciales(db, usuarios)
    if (recordadas.size > MAX_RECORDADAS) recordadas.clear()
    for (const usuario of usuarios) recordadas.delete(usuario)
    // What changed while it was read is good for who has asked already, and for nobody after them.
    const hasta = performance.now() + (before === olvidos ? RECORDADA_MS : -1)
    // Only good names are remembered: guessed ones would fill the memory.
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
    /** Whom this pair speaks for; null where it is wrong or was revoked. */
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
