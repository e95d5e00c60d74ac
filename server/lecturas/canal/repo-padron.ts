import { sql } from 'kysely'
import type { Db } from '../../db/cliente'

export type Registrado = {
  id: number
  empresa: number
  mac: string
  tipo: 'Reader' | 'iBeacon' | 'SmartBle'
  etiqueta: string | null
}

/** With what an administrator may switch at any moment. */
export type Conocido = Registrado & { activado: boolean }

/** Those of these macs that are registered. */
export async function listConocidos(db: Db, macs: string[]): Promise<Conocido[]> {
  const { rows } = await sql<Conocido>`
    select id, empresa_id as empresa, mac, tipo, etiqueta, activado from dispositivo
    where mac = any(${macs}) and eliminado is null`.execute(db)
  return rows
}
