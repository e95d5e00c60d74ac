/** What a key may be let into, by what it is about; the names are the screens'. */
export const DOMINIOS = {
  inventario: 'Contenedores e inventario',
  eventos: 'Eventos',
  incidencias: 'Incidencias',
  ubicaciones: 'Ubicaciones y plano',
  ciclo: 'Ciclo y previsión',
  perdidas: 'Pérdidas y precios',
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

/** A permission of a key: to read of a domain, or to change it, which lets read it too. */
export type Ambito = `${Dominio}:${'leer' | 'escribir'}`

/** Domains of which a call changes something; of the others a key can read only. */
export const ESCRIBIBLES: ReadonlySet<Dominio> = new Set([
  'inventario',
  'incidencias',
  'ubicaciones',
  'ciclo',
  'perdidas',
  'averias',
  'logistica',
  'lectores',
  'ajustes',
])

export const AMBITOS: readonly Ambito[] = NOMBRES_DOMINIO.flatMap((d): Ambito[] =>
  ESCRIBIBLES.has(d) ? [`${d}:leer`, `${d}:escribir`] : [`${d}:leer`],
)

/** Whether these permissions let in what asks for `ambito`. */
export const allows = (ambitos: readonly Ambito[], ambito: Ambito): boolean =>
  ambitos.includes(ambito) || ambitos.includes(ambito.replace(':leer', ':escribir') as Ambito)

/** Every key begins with it. */
export const PREFIJO_CLAVE = 'ret_'

/** Days that a key may be good for at most. */
export const MAX_DIAS_CLAVE = 730

/** Calls a minute: the first value, and the bounds. */
export const POR_MINUTO = { inicial: 600, min: 10, max: 6000 } as const
