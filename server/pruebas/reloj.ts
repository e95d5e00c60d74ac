import type pg from 'pg'

/** What is kept of times, by table: they go back together, which is as good as the clock going on. */
const TIEMPOS = {
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
export async function passMinutos(pool: pg.Pool, minutos: number): Promise<void> {
  for (const [tabla, columnas] of Object.entries(TIEMPOS)) {
    const cambios = columnas.map((c) => `${c} = ${c} - make_interval(secs => ${minutos * 60})`)
    await pool.query(`update ${tabla} set ${cambios.join(', ')}`)
  }
}
