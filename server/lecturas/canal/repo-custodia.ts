import type pg from 'pg'

const sorted = (empresas: Iterable<number>) => [...empresas].sort((a, b) => a - b)

/**
 * Keep custody of these companies until the caller's transaction ends. False where one is not this process': then
 * what it knows of that company's devices is old.
 */
export async function holdCustodias(
  cliente: pg.ClientBase,
  proceso: string,
  empresas: Set<number>,
): Promise<boolean> {
  if (!empresas.size) return true
  const { rowCount } = await cliente.query({
    name: 'guarda-custodias',
    text: `select from ingesta_custodia where empresa_id = any($1::int[]) and proceso = $2
      order by empresa_id for update`,
    values: [sorted(empresas), proceso],
  })
  return rowCount === empresas.size
}

/**
 * Take custody of these companies, and keep them until the caller's transaction ends, waiting for whoever has them.
 * Returns the companies that it did not have in custody before, and those of them that another process had.
 */
export async function takeCustodias(
  cliente: pg.ClientBase,
  proceso: string,
  empresas: Set<number>,
): Promise<{ ganadas: number[]; ajenas: number[] }> {
  if (await holdCustodias(cliente, proceso, empresas)) return { ganadas: [], ajenas: [] }
  const ids = sorted(empresas)
  const { rows } = await cliente.query<{ empresa_id: number; proceso: string }>({
    name: 'mira-custodias',
    text: 'select * from ingesta_custodia where empresa_id = any($1::int[]) order by empresa_id for update',
    values: [ids],
  })
  await cliente.query({
    name: 'toma-custodias',
    text: `insert into ingesta_custodia (empresa_id, proceso) select e, $2::uuid from unnest($1::int[]) as e order by e
      on conflict (empresa_id) do update set proceso = excluded.proceso`,
    values: [ids, proceso],
  })
  const de = new Map(rows.map((r) => [r.empresa_id, r.proceso]))
  const ganadas = ids.filter((e) => de.get(e) !== proceso)
  return { ganadas, ajenas: ganadas.filter((e) => de.has(e)) }
}

/** Of these companies, those in the custody of another process. */
export async function listCustodiasAjenas(
  pool: pg.Pool,
  proceso: string,
  empresas: Set<number>,
): Promise<Set<number>> {
  const { rows } = await pool.query<{ empresa_id: number }>(
    'select empresa_id from ingesta_custodia where empresa_id = any($1::int[]) and proceso <> $2',
    [[...empresas], proceso],
  )
  return new Set(rows.map((r) => r.empresa_id))
}

/** Give up custody of every company. */
export async function releaseCustodias(pool: pg.Pool, proceso: string): Promise<void> {
  await pool.query('delete from ingesta_custodia where proceso = $1', [proceso])
}
