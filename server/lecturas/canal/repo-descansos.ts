import type pg from 'pg'
import { jsons, numeros } from '../../db/columnas'
import type { Muestra } from '../lugar/muestra'
import type { Rastro } from '../reglas/rastro'

/** A rest that leaves no doubt; readers by their ids. */
export type Descanso = { empresa: number; lector: number; muestra: Muestra }

/** What these devices have taught since they were last written, which is forgotten here. */
export function takeDescansos(rastros: readonly Rastro[]): Descanso[] {
  return rastros.flatMap((r) => {
    const { descanso, empresa } = r
    r.descanso = null
    return descanso ? [{ empresa, ...descanso }] : []
  })
}

const DESCANSOS = `
insert into descanso (empresa_id, lector_id, muestra)
select e, l, m from unnest($1::int[], $2::bigint[], $3::jsonb[]) as x(e, l, m)`

/** In the transaction of the batch that they came with. */
export async function insertDescansos(cliente: pg.ClientBase, d: Descanso[]): Promise<void> {
  const values = [numeros(d, (x) => x.empresa), numeros(d, (x) => x.lector), jsons(d, (x) => x.muestra)]
  await cliente.query({ name: 'descansos', text: DESCANSOS, values })
}
