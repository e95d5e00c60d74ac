import type pg from 'pg'
import type { NewEvento } from '#server/oir/eventos/evento'
import { idDeEvento } from '#server/oir/eventos/identidad'

/** A copy of the event table with its partitions and indexes, but without the counts that the product keeps. */
const TABLA = `
create table desnudo (like evento including defaults) partition by range (tiempo);
alter table desnudo add primary key (tiempo, id);
create index on desnudo (dispositivo_id, tiempo, id);
create index on desnudo (lector_id, tiempo, id);
create index on desnudo (empresa_id, estado, tiempo, id);
create index on desnudo (empresa_id, tiempo, id);`

const INSERT = `
insert into desnudo (id, empresa_id, dispositivo_id, lector_id, tiempo, estado, etiqueta, bateria, temperatura, valor)
select * from json_to_recordset($1::json) as x(
  id bigint, e int, d bigint, l bigint, t timestamptz, s smallint, et text, b real, te real, v jsonb)`

export async function createDesnudo(pool: pg.Pool, desde: Date, hasta: Date): Promise<void> {
  await pool.query(TABLA)
  for (const m = new Date(Date.UTC(desde.getUTCFullYear(), desde.getUTCMonth(), 1)); m <= hasta; ) {
    const inicio = m.toISOString()
    m.setUTCMonth(m.getUTCMonth() + 1)
    await pool.query(
      `create table desnudo_${inicio.slice(0, 7).replace('-', '')} partition of desnudo for values from ('${inicio}') to ('${m.toISOString()}')`,
    )
  }
}

/** The minimum to store the rows: one statement, no counts, no deduplication. */
export async function insertDesnudo(
  client: pg.ClientBase,
  eventos: NewEvento[],
  ids: string[],
): Promise<void> {
  const rows = eventos.map((e, i) => ({
    id: ids[i],
    e: e.empresa,
    d: e.dispositivo,
    l: e.lector,
    t: new Date(e.tiempo),
    s: e.estado,
    et: e.etiqueta,
    b: e.bateria,
    te: e.temperatura,
    v: e.valor,
  }))
  await client.query({ name: 'desnudo', text: INSERT, values: [JSON.stringify(rows)] })
}

export const idsOf = (eventos: NewEvento[]) => eventos.map(idDeEvento)
