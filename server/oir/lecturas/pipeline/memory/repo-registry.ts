import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/client'

export type Registrado = {
  id: number
  empresa: number
  mac: string
  tipo: 'Reader' | 'iBeacon' | 'SmartBle'
  etiqueta: string | null
}

/** A device with fields that an administrator may change at any moment. */
export type Conocido = Registrado & {
  activado: boolean
  familia: string | null
  /** Since when the container carries this tag, Unix ms; null: it never carried another. */
  macDesde: number | null
}

/** The registered devices among these macs. */
export async function listConocidos(db: Db, macs: string[]): Promise<Conocido[]> {
  const { rows } = await sql<Conocido>`
    select id, empresa_id as empresa, mac, tipo, etiqueta, activado, familia,
      (extract(epoch from mac_desde) * 1000)::float8 as "macDesde"
    from dispositivo
    where mac = any(${macs}) and eliminado is null`.execute(db)
  return rows
}
