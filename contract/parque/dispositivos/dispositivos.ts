import { z } from 'zod'
import {
  Archivo,
  decimal,
  empresaOpcional,
  entero,
  enteroOpcional,
  filtro,
  Instante,
  MacSerie,
  opcional,
  texto,
} from '../../comunes'

import { endpoint } from '../../endpoint'
import { Formato, seguimientoOpcional } from '../../exportar'
import { Informe, MAX_CAMBIOS_INFORME } from '../../importar'
import { SITUACIONES } from '../ubicaciones/lugar-values'
import { ESTADOS, ORDENES_VISIBLES, POSIBLES_ESTADOS, TIPOS } from './values'

export const TipoDispositivo = z.enum(TIPOS)
export type TipoDispositivo = z.infer<typeof TipoDispositivo>

export const Estado = z.enum(ESTADOS)
export type Estado = z.infer<typeof Estado>

export const PosibleEstado = z.enum(POSIBLES_ESTADOS)
export type PosibleEstado = z.infer<typeof PosibleEstado>

export const STATUS_KEYS = {
  'Posible extravío': 'LOST',
  'Posible tránsito': 'UNUSUALTRANSIT',
  'Necesita revisar': 'REVIEW',
  Ubicado: 'LOCATED',
  Operativo: 'OPERATIONAL',
  'Sin registro': 'UNREGISTERED',
} as const satisfies Record<PosibleEstado, string>

export const Activado = z.enum(['Activado', 'Desactivado'])

export const Dispositivo = z.object({
  Apodo: z.string().nullable(),
  /** MAC or serial. */
  Dispositivo: z.string(),
  TipoDispositivo,
  Activado,
  UltimoRegistro: Instante.nullable(),
  ApodoLector: z.string().nullable(),
  Bateria: z.number().min(0).max(100).nullable(),
  PosibleEstado,
  Estado: Estado.nullable(),
  FechaRegistro: Instante,
  Etiqueta: z.string().nullable(),
  Lat: z.number().nullable(),
  Lon: z.number().nullable(),
  Roll: z.number().nullable(),
  Pitch: z.number().nullable(),
  Ubicacion: z.string().nullable(),
  /** The location in words, with its certainty: `Almacén Lleno probable`, `última vez en Expediciones`. */
  Lugar: z.string().nullable(),
  /** How the location is known; null: no reader knows it. */
  Situacion: z.enum(SITUACIONES).nullable(),
  /** Certainty of the location, 0 to 1; null: not known. */
  Certeza: z.number().min(0).max(1).nullable(),
  /** The second likeliest location. */
  SegundaUbicacion: z.string().nullable(),
  empresa: z.number().int(),
  /** Reason for the state, for people: `lector sin señal`. */
  Nota: z.string().nullable(),
  /** `No se sabe desde 15/11 04:35, por lector sin señal`; null where readers can hear it. */
  NoSeSabe: z.string().nullable(),
  /** Id of the open cause that keeps readers from hearing it. */
  Causa: z.number().int().nullable(),
  Rssi: z.number().nullable(),
  BateriaMv: z.number().nullable(),
  Temperatura: z.number().nullable(),
  Humedad: z.number().nullable(),
  /** Last acceleration in g, x y z. */
  Aceleracion: z.array(z.number()).length(3).nullable(),
  /** Other fields of the last reading. */
  Valor: z.record(z.string(), z.unknown()),
})
export type Dispositivo = z.infer<typeof Dispositivo>

export const listFamilies = endpoint('GET /api/families', 'inventario:leer', {
  summary:
    'Families: what stands before the first hyphen of the names of types 55 and 64, without 08EFA names.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(z.string()) }),
})

/** `{ familia: { ubicacion: n } }` */
const PorFamilia = z.record(z.string(), z.record(z.string(), z.number().int()))

export const countDispositivos = endpoint('GET /api/contar_dispositivos', 'inventario:leer', {
  summary: 'Count of containers per family and location.',
  query: z.object(empresaOpcional),
  response: PorFamilia,
})

export const countInciertos = endpoint('GET /api/contar_inciertos', 'inventario:leer', {
  summary:
    'Of the same counts, the containers that may as well be at another location, and those that nobody hears there any more.',
  query: z.object(empresaOpcional),
  response: z.object({ dudosos: PorFamilia, sin_senal: PorFamilia }),
})

const latitud = decimal('La latitud no es válida.', -90, 90)
const longitud = decimal('La longitud no es válida.', -180, 180)

/** The area that the map shows, and the filters of the table beside it. */
export const Zona = z.object({
  minlat: latitud,
  minlon: longitud,
  maxlat: latitud,
  maxlon: longitud,
  /** Substring of the nickname, ignoring case. */
  search: filtro(200),
  tipo: opcional(TipoDispositivo),
  ...empresaOpcional,
})

export const devicesInBounds = endpoint('GET /api/devices_in_bounds', 'inventario:leer', {
  summary: 'Devices that stand within the bounds; without `page`, up to 10,000 of them.',
  query: Zona.extend({
    page: enteroOpcional('page', 1_000_000),
    per_page: entero('per_page', 1000, 25),
    orden: z.enum(ORDENES_VISIBLES).default('Apodo'),
    sentido: z.enum(['asc', 'desc']).default('asc'),
  }),
  response: z.object({
    data: z.array(Dispositivo),
    /** Devices within the bounds that pass the filters, on all pages. */
    total: z.number().int(),
  }),
})

/** A marker of the map: the devices of one grid cell, about 24 px wide at the requested zoom. */
export const Celda = z.object({
  lat: z.number(),
  lon: z.number(),
  /** Location of most of its devices. */
  lugar: z.string().nullable(),
  /** Number of devices in the cell. */
  n: z.number().int().positive(),
  impacto: z.number().int(),
  movimiento: z.number().int(),
  parado: z.number().int(),
  /** Devices whose PosibleEstado is Posible extravío. */
  extravio: z.number().int(),
  /** Devices whose PosibleEstado is Necesita revisar. */
  revisar: z.number().int(),
  /** Of these, containers that may be at another location. */
  dudosos: z.number().int(),
  /** Of these, containers that no reader hears there any more. */
  sin_senal: z.number().int(),
  /** Number of readers. */
  lectores: z.number().int(),
  /** MAC, nickname and type of the device if it is the only one in the cell. */
  solo: z
    .object({
      mac: z.string(),
      apodo: z.string().nullable(),
      tipo: TipoDispositivo,
      estado: Estado.nullable(),
    })
    .nullable(),
})
export type Celda = z.infer<typeof Celda>

export const listCeldas = endpoint('GET /api/mapa_celdas', 'inventario:leer', {
  summary:
    'What the map draws within the bounds: devices gathered by grid cell, so that the answer follows the view.',
  query: Zona.extend({ zoom: decimal('El zoom no es válido.', 0, 24) }),
  response: z.object({ celdas: z.array(Celda), total: z.number().int() }),
})

export const exportVisibles = endpoint('GET /api/export_dispositivos_visibles', 'inventario:leer', {
  summary: 'The visible devices as dispositivos_visibles.xlsx or .pdf.',
  query: Zona.extend({
    formato: Formato,
    orden: z.enum(ORDENES_VISIBLES).default('Apodo'),
    sentido: z.enum(['asc', 'desc']).default('asc'),
    ...seguimientoOpcional,
  }),
  response: Archivo,
})

export const deviceDetails = endpoint('GET /api/device_details', 'inventario:leer', {
  summary: 'What the registration form fills in for a mac; 404 when nobody registered it.',
  query: z.object({ mac: MacSerie }),
  response: z.object({
    Apodo: z.string().nullable(),
    TipoDispositivo,
    /** Power: Activado or Desactivado. */
    Valor: Activado,
    Etiqueta: z.string().nullable(),
    Lat: z.number().nullable(),
    Lon: z.number().nullable(),
  }),
})

export const getOido = endpoint('GET /api/dispositivos/{mac}/oido', 'inventario:leer', {
  summary: 'When a device was last heard, and by whom; null: never. 404 when nobody registered it.',
  params: z.object({ mac: MacSerie }),
  response: z.object({ UltimoRegistro: Instante.nullable(), ApodoLector: z.string().nullable() }),
})

export const getDispositivo = endpoint('GET /api/dispositivos/{mac}', 'inventario:leer', {
  summary: 'One device by its MAC or serial, as the lists have it; 404 where the caller sees none.',
  params: z.object({ mac: MacSerie }),
  response: Dispositivo,
})

/** An empty coordinate of a form: null or blank. */
const sinCoordenada = z.union([z.null(), z.string().trim().length(0)]).transform(() => null)
const coordenada = (numero: typeof latitud, error: string) =>
  z.union([sinCoordenada, numero], { error }).optional()

/** A device as the registration form sends it. */
export const AltaDispositivo = z.object({
  mac_serie: MacSerie,
  /** Confirms that `mac_serie` is no MAC but a serial number. */
  es_serie: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
  /** Confirms that a tag that was marked as broken works again; without it the answer is 409. */
  usar_rota: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
  /** Seconds for which the change waited to be sent: refused if another person changed the device meanwhile. */
  hace_s: z
    .number({ error: 'Debe ser un número.' })
    .int()
    .min(0)
    .max(366 * 86_400)
    .optional(),
  tipo_dispositivo: TipoDispositivo,
  /** A nickname; `-` keeps the present one. */
  apodo: texto(64, 'Falta apodo').min(1, { error: 'Falta apodo' }),
  estado: Activado.default('Activado'),
  etiqueta: texto(64).nullish(),
  lat: coordenada(latitud, 'La latitud no es válida.'),
  lon: coordenada(longitud, 'La longitud no es válida.'),
  ...empresaOpcional,
})

export const updateDeviceDetails = endpoint('POST /api/update_device_details', 'inventario:escribir', {
  summary: 'Register a device or change one; readers by admins only.',
  body: AltaDispositivo,
  response: z.object({ ok: z.literal(true), message: z.string(), data: Dispositivo }),
})

export const MAX_FILAS_DISPOSITIVOS = 100_000
export const MAX_CSV_DISPOSITIVOS_BYTES = 16 * 1024 * 1024

/** Columns of a file of devices: what the registration form asks for. */
export const COLUMNAS_ALTA = [
  'mac_serie',
  'apodo',
  'tipo_dispositivo',
  'estado',
  'etiqueta',
  'lat',
  'lon',
] as const
export type ColumnaAlta = (typeof COLUMNAS_ALTA)[number]

export const InformeDispositivos = Informe.extend({
  /** Rows that would have no errors if their device were a serial number. */
  series: z.number().int(),
  cambios: z
    .array(
      z.object({
        linea: z.number().int(),
        mac: z.string(),
        apodo: z.string(),
        /** Changed fields, in words for people; null: the device is new. */
        campos: z
          .array(z.object({ columna: z.enum(COLUMNAS_ALTA), antes: z.string(), despues: z.string() }))
          .nullable(),
      }),
    )
    .max(MAX_CAMBIOS_INFORME),
})
export type InformeDispositivos = z.infer<typeof InformeDispositivos>

export const importDispositivos = endpoint('POST /api/dispositivos/importar', 'inventario:escribir', {
  formFile: 'archivo',
  summary:
    'Register or change the devices of a CSV (field `archivo`, multipart/form-data), all of them or none. With `ensayo=true` nothing is written; rows with errors are a 409 unless `con_errores=omitir` leaves them out.',
  query: z.object({
    ensayo: z.enum(['true', 'false']).default('false'),
    con_errores: z.enum(['impedir', 'omitir']).default('impedir'),
    /** `true`: confirms that values that are no MAC are serial numbers. */
    series: z.enum(['true', 'false']).default('false'),
    ...empresaOpcional,
    ...seguimientoOpcional,
  }),
  response: InformeDispositivos,
})

export const publicDevice = endpoint('GET /api/public_device', null, {
  summary: 'Nickname of a mac, without a session; null when unknown.',
  query: z.object({ mac: MacSerie }),
  response: z.object({ mac: z.string(), Apodo: z.string().nullable() }),
})
