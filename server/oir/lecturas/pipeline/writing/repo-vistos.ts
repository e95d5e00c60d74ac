import type pg from 'pg'
import { createBatchTable, flag, later, number, text, time } from './batch-table'

/** A tag that is not registered in the company. */
export type Visto = {
  empresa: number
  mac: string
  veces: number
  /** When it was heard last, Unix ms. */
  t: number
  lector: number
  rssi: number | null
  aleatoria: boolean
  /** Its advert has a format that only tags send. */
  formatoConocido: boolean
}

const VISTOS = createBatchTable<Visto>(
  number('empresa_id', 'int', (v) => v.empresa),
  text('mac', (v) => v.mac),
  number('veces', 'bigint', (v) => v.veces),
  time('ultima', (v) => v.t),
  number('lector_id', 'bigint', (v) => v.lector),
  number('rssi', 'smallint', (v) => v.rssi),
  flag('aleatoria', (v) => v.aleatoria),
  flag('formato_conocido', (v) => v.formatoConocido),
)

const SAVE = `
insert into visto_sin_registrar as s (primera, ${VISTOS.names})
select to_timestamp(ultima / 1000), ${VISTOS.values} from ${VISTOS.rows}
on conflict (empresa_id, mac) do update set ${VISTOS.updates(['empresa_id', 'mac', 'aleatoria'], {
  veces: 's.veces + excluded.veces',
  ultima: later('ultima', 's', 'excluded.ultima'),
  formato_conocido: 's.formato_conocido or excluded.formato_conocido',
})}`

/** In the caller's transaction. */
export async function saveVistos(client: pg.ClientBase, vistos: Iterable<Visto>): Promise<void> {
  const rows = [...vistos].sort((a, b) => a.empresa - b.empresa || (a.mac < b.mac ? -1 : 1))
  await client.query({ name: 'vistos', text: SAVE, values: VISTOS.encode(rows) })
}
