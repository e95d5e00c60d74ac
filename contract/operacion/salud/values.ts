/** Kinds of background jobs, with a text for people on what each does. */
export const TRABAJOS_DICHOS = {
  vigilar: 'Busca averías y cambios de estado',
  particiones: 'Prepara los meses que vienen',
  retencion: 'Elimina lo que ya no se guarda',
  limpieza: 'Recoge ficheros y restos antiguos',
  escuela: 'Aprende de la planta',
  copia: 'Hace la copia diaria',
  avisar: 'Convierte los cambios en avisos',
  envios: 'Envía avisos por correo, a dispositivos y a webhooks',
  vistas: 'Envía por correo las vistas guardadas',
  hoy: 'Cuenta lo de la pantalla Hoy',
  visitas: 'Sigue las vueltas de los contenedores',
  pilas: 'Sigue las pilas de las etiquetas',
  prever: 'Prevé las existencias de cada etapa',
  ciclos: 'Mide los ciclos',
  epcis: 'Cuenta lo que ocurre en EPCIS',
  medida: 'Mide la base de datos',
} as const
export type NombreTrabajo = keyof typeof TRABAJOS_DICHOS

/** Groups of tables, with a text for people on what each holds. */
export const GRUPOS_BASE = {
  eventos: 'Eventos y sus cuentas',
  lugares: 'Lugares, estancias y sus motivos',
  dispositivos: 'Dispositivos y su estado',
  cambios: 'Cambios, averías y avisos',
  entrada: 'Cuarentena y vistos sin registrar',
  personas: 'Personas y auditoría',
  archivos: 'Manuales, planos y fotos',
  cola: 'Cola de trabajos',
  resto: 'Lo demás y el catálogo',
} as const
export type GrupoBase = keyof typeof GRUPOS_BASE

/** Growth is shown from this many days of samples. */
export const DIAS_MEDIDA_MIN = 1

/** Limits beyond which an operator should look. */
export const LIMITES_SALUD = {
  /** Time from arrival to commit. */
  retrasoMs: 5000,
  enCola: 10_000,
  /** Time for which a due job waits without being started. */
  esperaTrabajoMs: 10 * 60_000,
  discoDias: 14,
  /** Free share of the disk. */
  discoLibre: 0.05,
  copiaHoras: 36,
  /** A process that receives readings sends a heartbeat several times a minute. */
  pulsoMs: 60_000,
  /** A session at the outside broker that no process reported for this long is read by nobody. */
  sesionMs: 60_000,
} as const
