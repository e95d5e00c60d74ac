/** Domains that a key can be given access to; they are named as on the screens. */
export const DOMINIOS = {
  inventario: 'Contenedores e inventario',
  eventos: 'Eventos',
  incidencias: 'Incidencias',
  ubicaciones: 'Ubicaciones y plano',
  ciclo: 'Ciclo y previsión',
  perdidas: 'Pérdidas y precios',
  pilas: 'Pilas de las etiquetas',
  recuentos: 'Recuentos',
  custodia: 'Custodia: saldos y extractos',
  averias: 'Averías',
  graficos: 'Gráficos y cifras',
  logistica: 'Tabla MF',
  lectores: 'Lectores y calibración',
  ajustes: 'Ajustes y calendario',
  auditoria: 'Auditoría y envíos',
  datos: 'Datos para análisis',
  epcis: 'Eventos EPCIS',
} as const
export type Dominio = keyof typeof DOMINIOS
export const NOMBRES_DOMINIO = Object.keys(DOMINIOS) as Dominio[]

/** A permission of a key: to read a domain, or to change it (which includes reading). */
export type Ambito = `${Dominio}:${'leer' | 'escribir'}`

/** Domains with a call that changes something; the others can only be read. */
export const ESCRIBIBLES: ReadonlySet<Dominio> = new Set([
  'inventario',
  'incidencias',
  'ubicaciones',
  'ciclo',
  'perdidas',
  'pilas',
  'recuentos',
  'custodia',
  'averias',
  'logistica',
  'lectores',
  'ajustes',
])

export const AMBITOS: readonly Ambito[] = NOMBRES_DOMINIO.flatMap((d): Ambito[] =>
  ESCRIBIBLES.has(d) ? [`${d}:leer`, `${d}:escribir`] : [`${d}:leer`],
)

/** Whether these permissions include `ambito`. */
export const allows = (ambitos: readonly Ambito[], ambito: Ambito): boolean =>
  ambitos.includes(ambito) || ambitos.includes(ambito.replace(':leer', ':escribir') as Ambito)

/** Every key begins with this prefix. */
export const PREFIJO_CLAVE = 'ret_'

/** Maximum lifetime of a key, in days. */
export const MAX_DIAS_CLAVE = 730

/** Calls a minute: initial value and bounds. */
export const POR_MINUTO = { inicial: 600, min: 10, max: 6000 } as const
