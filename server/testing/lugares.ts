import type { Prueba } from './retorna'

/**
 * Create a location of a company.
 * @returns its number
 */
export async function createLugar(
  p: Prueba,
  nombre: string,
  { empresa = 1, planta = '', grupo = 'llenos' } = {},
): Promise<number> {
  const { rows } = await p.servidor.pool.query(
    'insert into ubicacion (empresa_id, nombre, planta, grupo) values ($1, $2, $3, $4) returning id',
    [empresa, nombre, planta, grupo],
  )
  return rows[0].id
}

/** Assign a reader to a location. */
export async function putLector(p: Prueba, mac: string, ubicacion: number): Promise<void> {
  await p.servidor.pool.query('update dispositivo set ubicacion_id = $1 where mac = $2', [ubicacion, mac])
}
