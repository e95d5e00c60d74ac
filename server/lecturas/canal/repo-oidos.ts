import type pg from 'pg'
import { numeros } from '../../db/columnas'

/** A reader heard the tag of a walk, Unix ms. */
export type Oido = { dispositivo: number; lector: number; tiempo: number; rssi: number | null }

const OIDOS = `
insert into paseo_oido (dispositivo_id, tiempo, lector_id, rssi)
select d, to_timestamp(t / 1000), l, r from unnest($1::bigint[], $2::float8[], $3::bigint[], $4::smallint[]) as x(d, t, l, r)`

/** In the transaction of the batch that they came with. */
export async function insertOidos(cliente: pg.ClientBase, oidos: Oido[]): Promise<void> {
  const values = [
    numeros(oidos, (o) => o.dispositivo),
    numeros(oidos, (o) => o.tiempo),
    numeros(oidos, (o) => o.lector),
    numeros(oidos, (o) => o.rssi),
  ]
  await cliente.query({ name: 'oidos', text: OIDOS, values })
}
