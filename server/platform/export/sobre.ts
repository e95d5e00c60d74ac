import { NOMBRE_MOTIVO_PILA } from '#contract/cuentas/pilas/values'
import type { Db } from '../db/client'
import { findEmpresa } from '../db/queries/empresa'
import { formatInstant } from '../time/time'

/** What a file is about, for its recipient: label and value, in order. */
export type Sobre = [rotulo: string, valor: string][]

/** Name of the sheet that states what the workbook is about. */
export const HOJA_SOBRE = 'Sobre el fichero'

/** The rows of that sheet. */
export const filasSobre = (t: { titulo: string; sobre: Sobre }, rows: number): [string, string][] => [
  ['Fichero', t.titulo],
  ...t.sobre,
  ['Total', formatFilas(rows)],
]

/** `&` begins a code in printed headers and footers. */
const impreso = (text: string) => text.slice(0, 110).replaceAll('&', '&&')

/** Printed header and footer of each page of a workbook, in the codes of Excel. */
export const impresionOf = (t: { titulo: string; sobre: Sobre }) => ({
  oddHeader: `&L&B${impreso(t.titulo)}`,
  oddFooter: `&L${impreso(t.sobre.map((p) => p.join(': ')).join(' · '))}&RPágina &P de &N`,
})

/** `1 fila`, `660 filas`. */
export const formatFilas = (n: number) => `${n.toLocaleString('es')} ${n === 1 ? 'fila' : 'filas'}`

/** Labels of the export filters for people, by their wire name. */
const FILTERS: Record<string, string> = {
  accion: 'Acción',
  activado: 'Activado',
  anio: 'Año',
  apodo: 'Apodo',
  apodoLector: 'Lector',
  bateria: 'Batería',
  buscar: 'Apodo o MAC',
  certeza: 'Lugar',
  danio: 'Daño en pieza',
  desde: 'Desde',
  dispositivo: 'MAC o serie',
  en_sitio_dias: 'Más días en el sitio que',
  end_date: 'Hasta',
  entidad: 'Qué',
  estado: 'Estado',
  falta: 'Faltan contenedores',
  familia: 'Familia',
  modelo: 'Modelo',
  fecha_desde: 'Registrado desde',
  fecha_hasta: 'Registrado hasta',
  hasta: 'Hasta',
  lector: 'Lector',
  location: 'Ubicación',
  lugar: 'Último lugar',
  mias: 'Las lleva quien lo pide',
  mios: 'Los lleva quien lo pide',
  montaje: 'Montaje',
  motivo: 'Por qué',
  name: 'Nombre',
  pendientes: 'Pendientes',
  pieza: 'Pieza',
  por: 'Por',
  posible_estado: 'Posible estado',
  que: 'Lista',
  reader: 'Lector',
  search: 'Búsqueda',
  siempre: 'Desde siempre',
  sin_ver_dias: 'Más días sin ver que',
  sin_actualizar: 'Sin actualizar',
  start_date: 'Desde',
  timestamp: 'Fecha',
  tipo: 'Tipo',
  ubicacion: 'Ubicación',
  ver: 'Se ven',
  visto_por: 'Visto por',
}

/** Labels of wire values that differ from what people say. */
const DICHOS: Record<string, string> = {
  abierta: 'abiertas',
  cerrada: 'cerradas',
  si: 'sí',
  true: 'sí',
  false: 'no',
  dudosa: 'dudoso',
  sin_senal: 'sin señal',
  incierta: 'dudoso o sin señal',
  lector_mudo: 'lector sin señal',
  nadie: 'no las lleva nadie',
  por_firmar: 'falta la firma',
  por_revisar: 'por revisar',
  disputa: 'en disputa',
  ...NOMBRE_MOTIVO_PILA,
  antiguas: 'de hace más de un día',
  final: 'Final',
  otras: 'Final, en otras ubicaciones',
  dentro: 'los que están ahora',
  callan: 'los que ya no se oyen',
  aparte: 'los que pasan de su tiempo con motivo',
  estancias: 'estancias acabadas',
  faltas: 'las que van a faltar',
  principales: 'etapas enteras y familias con mínimo',
}

/** Query parameters that are no filter, or that their file states in its own words. */
const CONTROL = new Set([
  'a',
  'aceleraciones',
  'ciclo',
  'clase',
  'clave',
  'columnas',
  'empresa',
  'etapa',
  'exportacion',
  'formato',
  'grafico',
  'maxlat',
  'maxlon',
  'minlon',
  'orden',
  'papel',
  'peldano',
  'sentido',
  'tercero',
])

/** Free-text filters: they are shown as they were typed. */
const LIBRES = new Set([
  'apodo',
  'apodoLector',
  'buscar',
  'dispositivo',
  'entidad',
  'familia',
  'lector',
  'location',
  'lugar',
  'name',
  'pieza',
  'reader',
  'search',
  'timestamp',
  'ubicacion',
  'visto_por',
])

function tell(clave: string, v: unknown): string {
  const text = String(v)
  if (LIBRES.has(clave)) return text
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (day) return `${day[3]}/${day[2]}/${day[1]}`
  const instant = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(text)
  if (instant) return `${instant[3]}/${instant[2]}/${instant[1]} ${instant[4]}`
  return Object.hasOwn(DICHOS, text) ? (DICHOS[text] as string) : text
}

/** The filters of a query in words. Throws for a name that is neither a filter nor control: every file must state what it left out. */
export function formatFiltros(query: Record<string, unknown>): Sobre {
  const sobre: Sobre = []
  for (const [clave, valor] of Object.entries(query)) {
    if (valor === undefined || valor === null || valor === '' || CONTROL.has(clave)) continue
    if (clave === 'minlat') sobre.push(['Zona', 'la visible en el mapa'])
    else if (clave === 'lleva') sobre.push(['Lo busca', valor === 'yo' ? 'quien lo pide' : 'nadie'])
    else if (clave === 'ids') sobre.push(['Elegidos', `${(valor as unknown[]).length}`])
    else if (FILTERS[clave] === undefined) throw new Error(`no words for the filter ${clave}`)
    else sobre.push([FILTERS[clave], tell(clave, valor)])
  }
  if (query.orden !== undefined)
    sobre.push(['Orden', `${query.orden}, ${query.sentido === 'desc' ? 'descendente' : 'ascendente'}`])
  return sobre
}

/**
 * Company, time and filters of a file.
 * @param empresa id; null: all
 */
export async function readSobre(
  db: Db,
  empresa: number | null,
  query: Record<string, unknown>,
  zona: string,
): Promise<Sobre> {
  const nombre = empresa === null ? 'Todas' : ((await findEmpresa(db, empresa)) ?? `Empresa ${empresa}`)
  const filters = formatFiltros(query)
  return [
    ['Empresa', nombre],
    ['Momento', formatInstant(new Date(), zona)],
    ...(filters.some(([r]) => r !== 'Orden') ? [] : ([['Filtros', 'ninguno']] satisfies Sobre)),
    ...filters,
  ]
}
