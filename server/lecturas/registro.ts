import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import { Ajustes } from './ajustes'

export type Registrado = {
  id: number
  empresa: number
  mac: string
  tipo: 'Reader' | 'iBeacon' | 'SmartBle'
  etiqueta: string | null
}

const SIN_REGISTRAR_MS = 2000
const MAX_ENTRADAS = 400_000

/**
 * Who is registered, remembered in memory: found in the database once, forgotten when told that it changed. That a
 * mac is unknown is believed for two seconds only, so that a registration made elsewhere is seen at once.
 */
export function createRegistro(db: Db) {
  const conocidos = new Map<string, Registrado>()
  const desconocidos = new Map<string, number>()
  const ajustes = new Map<number, Ajustes>()

  async function load(macs: string[]): Promise<void> {
    const { rows } = await sql<Registrado>`
      select id, empresa_id as empresa, mac, tipo, etiqueta from dispositivo
      where mac = any(${macs}) and eliminado is null`.execute(db)
    const ahora = Date.now()
    if (conocidos.size > MAX_ENTRADAS) conocidos.clear()
    if (desconocidos.size > MAX_ENTRADAS) desconocidos.clear()
    for (const r of rows) conocidos.set(r.mac, r)
    for (const m of macs) if (!conocidos.has(m)) desconocidos.set(m, ahora)
  }

  return {
    /** Look many up at once; afterwards `get` answers for them. */
    async prepare(macs: Iterable<string>): Promise<void> {
      const limite = Date.now() - SIN_REGISTRAR_MS
      const faltan = new Set<string>()
      for (const m of macs) if (!conocidos.has(m) && (desconocidos.get(m) ?? 0) < limite) faltan.add(m)
      if (faltan.size) await load([...faltan])
    },
    get(mac: string): Registrado | undefined {
      return conocidos.get(mac)
    },
    /** Forget these (all where none are named): they changed. */
    forget(macs?: string[]): void {
      if (!macs) {
        conocidos.clear()
        desconocidos.clear()
        ajustes.clear()
      }
      for (const m of macs ?? []) {
        conocidos.delete(m)
        desconocidos.delete(m)
      }
    },
    async prepareAjustes(empresas: Iterable<number>): Promise<void> {
      const faltan = [...new Set(empresas)].filter((e) => !ajustes.has(e))
      if (!faltan.length) return
      const filas = await db
        .selectFrom('empresa')
        .select(['id', 'ajustes'])
        .where('id', 'in', faltan)
        .execute()
      for (const f of filas) ajustes.set(f.id, Ajustes.parse(f.ajustes))
    },
    ajustes(empresa: number): Ajustes {
      return ajustes.get(empresa) ?? Ajustes.parse({})
    },
  }
}

export type Registro = ReturnType<typeof createRegistro>
