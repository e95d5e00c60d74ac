/** Roles of people on the screen Hoy. */
export const PAPELES = ['planificacion', 'linea', 'calidad', 'parque', 'sistemas', 'cliente'] as const
export type Papel = (typeof PAPELES)[number]
export const NOMBRES_PAPEL: Record<Papel, string> = {
  planificacion: 'Planificación',
  linea: 'Línea',
  calidad: 'Calidad',
  parque: 'Dueño del parque',
  sistemas: 'Sistemas de planta',
  cliente: 'Cliente',
}
