import type pg from 'pg'

let n = 0

/**
 * Have the database refuse writes to a table.
 * @param cuando SQL condition on `new`
 * @param order `insert`, `update` or both
 * @returns ends the refusal
 */
export async function refuseRows(
  pool: pg.Pool,
  tabla: string,
  cuando: string,
  order = 'insert or update',
): Promise<() => Promise<void>> {
  const nombre = `prueba_rechaza_${++n}`
  await pool.query(
    `create function ${nombre}() returns trigger language plpgsql as $$
     begin
       if ${cuando} then raise exception 'esta fila no'; end if;
       return new;
     end $$;
     create trigger ${nombre} before ${order} on ${tabla} for each row execute function ${nombre}()`,
  )
  return async () => {
    await pool.query(`drop function ${nombre} cascade`)
  }
}
