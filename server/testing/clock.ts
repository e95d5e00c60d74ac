import type pg from 'pg'

/** Columns with times, by table. All go back together, which is equivalent to the clock moving on. */
const TIMES = {
  dispositivo_estado: [
    'ultimo_registro',
    'recibido',
    'lector_desde',
    'previa_hasta',
    'estado_desde',
    'ultimo_movimiento',
  ],
  causa: ['desde', 'hasta', 'bien', 'vista', 'avisada'],
  vigilancia: ['ultima'],
  lector_rechazo: ['cuando'],
  cambio: ['tiempo'],
}

/** Let minutes pass for a database. Caches of a process do not notice it. */
export async function passMinutes(pool: pg.Pool, minutes: number): Promise<void> {
  for (const [tabla, columns] of Object.entries(TIMES)) {
    const cambios = columns.map((c) => `${c} = ${c} - make_interval(secs => ${minutes * 60})`)
    await pool.query(`update ${tabla} set ${cambios.join(', ')}`)
  }
}
