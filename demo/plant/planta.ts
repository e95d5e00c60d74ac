import { createRandom } from '../random'
import { LTS } from './lt'

/** The demonstration plant: places, readers and containers, the same on every machine. */

export type Place = {
  nombre: string
  planta: string
  grupo: string
  lat: number
  lon: number
  /** Position on the floor plan, 0..1; absent: not on the plan. */
  nodo?: readonly [x: number, y: number]
  lectores: number
}

export const PLACES: readonly Place[] = [
  {
    nombre: 'Gestamp',
    planta: 'Abadiño',
    grupo: 'proveedor',
    lat: 43.1528,
    lon: -2.6094,
    nodo: [0.09, 0.17],
    lectores: 2,
  },
  {
    nombre: 'Descarga Llenos',
    planta: 'Vitoria',
    grupo: 'llenos',
    lat: 42.841,
    lon: -2.6821,
    nodo: [0.31, 0.17],
    lectores: 2,
  },
  {
    nombre: 'Almacén Lleno',
    planta: 'Vitoria',
    grupo: 'llenos',
    lat: 42.8439,
    lon: -2.6758,
    nodo: [0.547, 0.17],
    lectores: 3,
  },
  {
    nombre: 'En Consumo',
    planta: 'Vitoria',
    grupo: 'consumo',
    lat: 42.8476,
    lon: -2.6701,
    nodo: [0.84, 0.3],
    lectores: 3,
  },
  {
    nombre: 'Almacén Vacío',
    planta: 'Vitoria',
    grupo: 'vacios',
    lat: 42.8515,
    lon: -2.6749,
    nodo: [0.547, 0.56],
    lectores: 3,
  },
  {
    nombre: 'Carga Vacíos',
    planta: 'Vitoria',
    grupo: 'vacios',
    lat: 42.8532,
    lon: -2.6813,
    nodo: [0.31, 0.56],
    lectores: 2,
  },
  {
    nombre: 'Control de Calidad',
    planta: 'Vitoria',
    grupo: 'servicio',
    lat: 42.8497,
    lon: -2.6629,
    nodo: [0.84, 0.6],
    lectores: 1,
  },
  {
    nombre: 'Reparación',
    planta: 'Vitoria',
    grupo: 'servicio',
    lat: 42.8549,
    lon: -2.6672,
    nodo: [0.547, 0.86],
    lectores: 1,
  },
  {
    nombre: 'Limpieza',
    planta: 'Vitoria',
    grupo: 'servicio',
    lat: 42.8563,
    lon: -2.6738,
    nodo: [0.31, 0.86],
    lectores: 1,
  },
  {
    nombre: 'Expedición',
    planta: 'Vitoria',
    grupo: 'vacios',
    lat: 42.845,
    lon: -2.6854,
    nodo: [0.09, 0.56],
    lectores: 2,
  },
  {
    nombre: 'Montaje Bruto',
    planta: 'Vitoria',
    grupo: 'consumo',
    lat: 42.8425,
    lon: -2.6643,
    nodo: [0.84, 0.86],
    lectores: 1,
  },
  { nombre: 'Montaje Final', planta: 'Vitoria', grupo: 'consumo', lat: 42.8459, lon: -2.6589, lectores: 1 },
  { nombre: 'En Tránsito', planta: 'Ruta', grupo: 'transito', lat: 42.9814, lon: -2.6411, lectores: 2 },
]

/** Shifts of the plant: three from Monday to Friday, one on Saturday; their activity is in `fisica/calendario.ts`. */
const TURNOS = [
  { desde: '06:00', hasta: '14:00' },
  { desde: '14:00', hasta: '22:00' },
  { desde: '22:00', hasta: '06:00' },
]
export const WEEK = [...Array.from({ length: 5 }, () => TURNOS), TURNOS.slice(0, 1), []]

/** The stages of the demonstration's loop in order, by the group of their places; a round begins with the first one. */
export const ETAPAS: readonly (readonly [nombre: string, kind: Place['grupo']])[] = [
  ['Llenos', 'llenos'],
  ['Consumo', 'consumo'],
  ['Vacíos', 'vacios'],
  ['En camino', 'transito'],
  ['Proveedor', 'proveedor'],
  ['Servicio', 'servicio'],
]

/** Targets of some stages: limit in open hours, and minimum, target and maximum stock. */
export const METAS = [
  ['Llenos', 20, 100, 120, 150],
  ['Consumo', 12, 55, 65, 75],
  ['Vacíos', 30, 180, 215, 245],
  ['Proveedor', 28, null, null, null],
  ['Servicio', 24, null, null, 20],
] as const

/** Message format of a reader: one of the formats that the product reads. */
export type ReaderFormat = 'minew' | 'ruuvi' | 'moko' | 'kkm' | 'ingics' | 'theengs' | 'raddec' | 'retorna'
const VOCES: readonly ReaderFormat[] = [
  'minew',
  'moko',
  'kkm',
  'ruuvi',
  'ingics',
  'minew',
  'theengs',
  'raddec',
  'retorna',
]

export type LectorDemo = {
  mac: string
  apodo: string
  lugar: string
  lat: number
  lon: number
  voz: ReaderFormat
  empresa: number
}

/** Advert format of a tag. */
export type Etiqueta = 'minew' | 'ruuvi' | 'ingics' | 'moko' | 'teltonika' | 'bthome' | 'ibeacon'

/** normal: heard every day. The others exist so that every PosibleEstado occurs. */
export type Papel = 'normal' | 'perdido' | 'transito' | 'nunca' | 'sin_bateria'

export type ContenedorDemo = {
  mac: string
  apodo: string
  tipo: 'SmartBle' | 'iBeacon'
  habla: Etiqueta
  etiqueta: string
  papel: Papel
  activado: boolean
  empresa: number
  /** Hours between the plant's registration and its own. */
  fase: number
  /** Seed of its random properties. */
  semilla: number
}

type Familia = readonly [familia: string, cuantos: number]
const delCatalogo = (empresa: number) =>
  LTS.filter((l) => l.empresa === empresa).map((l): Familia => [l.codigo, l.contenedores])

const FAMILIAS: readonly Familia[] = [['20014', 160], ...delCatalogo(1), ['80010', 10]]
const FAMILIAS_2: readonly Familia[] = delCatalogo(2)
const PREFIJOS: Record<Etiqueta, string> = {
  minew: 'AC233F',
  ruuvi: 'F41F0C',
  ingics: '806FB0',
  moko: 'FA05C2',
  teltonika: '7CD9F4',
  bthome: '38398F',
  ibeacon: 'DD3304',
}
const HABLAS: readonly Etiqueta[] = [
  'minew',
  'ruuvi',
  'ingics',
  'moko',
  'minew',
  'teltonika',
  'ruuvi',
  'bthome',
  'minew',
  'ibeacon',
]

const hex = (n: number, cifras: number) => n.toString(16).toUpperCase().padStart(cifras, '0')

function lectoresOf(empresa: number, places: readonly Place[]): LectorDemo[] {
  const salida: LectorDemo[] = []
  for (const place of places)
    for (let i = 0; i < place.lectores; i++) {
      const n = salida.length
      const ruta = place.nombre === 'En Tránsito' && i === 1
      salida.push({
        mac: `C3${hex(empresa, 2)}46${hex(0x50 + n * 7, 6)}`,
        apodo: `LEC-${String(empresa * 100 + n + 1)}`,
        lugar: place.nombre,
        // About 45 m apart; the second one of the route stands further up the road.
        lat: Number((ruta ? 43.0643 : place.lat + (i - (place.lectores - 1) / 2) * 0.0003).toFixed(6)),
        lon: Number((ruta ? -2.6387 : place.lon + (i - (place.lectores - 1) / 2) * 0.0004).toFixed(6)),
        voz: VOCES[n % VOCES.length] as ReaderFormat,
        empresa,
      })
    }
  return salida
}

function papelOf(n: number): Papel {
  if (n % 41 === 7) return 'perdido'
  if (n % 29 === 11) return 'transito'
  if (n % 47 === 3) return 'nunca'
  if (n % 37 === 19) return 'sin_bateria'
  return 'normal'
}

function contenedoresOf(empresa: number, familias: typeof FAMILIAS): ContenedorDemo[] {
  const random = createRandom(empresa * 7919)
  const salida: ContenedorDemo[] = []
  for (const [familia, cuantos] of familias)
    for (let i = 1; i <= cuantos; i++) {
      const n = salida.length
      const habla = familia === '80010' ? 'ibeacon' : (HABLAS[n % HABLAS.length] as Etiqueta)
      salida.push({
        mac: `${PREFIJOS[habla]}${hex(empresa, 1)}${hex(n * 13 + 5, 5)}`,
        apodo: `${familia}-${String(i).padStart(3, '0')}`,
        tipo: habla === 'ibeacon' ? 'iBeacon' : 'SmartBle',
        habla,
        etiqueta: random.chance(0.06) ? '-1' : `ET${String(empresa)}${String(n + 1).padStart(4, '0')}`,
        papel: papelOf(n),
        activado: !random.chance(0.03),
        empresa,
        fase: random.between(0, 57),
        semilla: Math.floor(random.next() * 2 ** 32),
      })
    }
  return salida
}

export const LECTORES: readonly LectorDemo[] = [
  ...lectoresOf(1, PLACES),
  ...lectoresOf(
    2,
    PLACES.filter((l) => ['Gestamp', 'Descarga Llenos', 'Almacén Vacío'].includes(l.nombre)).map((l) => ({
      ...l,
      lectores: 1,
    })),
  ),
]
export const CONTENEDORES: readonly ContenedorDemo[] = [
  ...contenedoresOf(1, FAMILIAS),
  ...contenedoresOf(2, FAMILIAS_2),
]

/** A reader that fell silent long ago, as an example of one that needs attention. */
export const LECTOR_MUDO = LECTORES.find((l) => l.lugar === 'Limpieza')?.mac as string
