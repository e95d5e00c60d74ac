import type pg from 'pg'

/** What is kept of times, by table: they go back together, which is as good as the clock going on. */
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

/** Let minutes pass for a database. What a process remembers does not notice. */
export async function passMinutes(pool: pg.Pool, minutes: number): Promise<void> {
  for (const [tabla, columns] of Object.entries(TIMES)) {
    const cambios = columns.map((c) => `${c} = ${c} - make_interval(secs => ${minutes * 60})`)
    await pool.query(`update ${tabla} set ${cambios.join(', ')}`)
  }
}
