import { z } from 'zod'
import {
  Archivo,
  Dia,
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
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { normalizeMacSerie } from '../../values/comunes'
import { CERTEZAS } from '../ubicaciones/lugar-values'
import { Activado, Dispositivo, Estado, PosibleEstado, STATUS_KEYS, TipoDispositivo } from './dispositivos'
import {
  COLUMNAS_ANTIGUAS,
  COLUMNAS_POC,
  MAX_DIAS_FILTRO,
  MAX_LOTE,
  MONTAJES,
  NIVELES_BATERIA,
  TIPOS_FILTRO,
} from './inventario-values'

const sentido = z.enum(['asc', 'desc']).default('asc')
const paginaOpcional = {
  /** Absent: the whole list is returned. */
  page: enteroOpcional('page', 1_000_000),
  per_page: entero('per_page', 1000, 10),
}

export const FiltrosPoc = z.object({
  /** Substring of the nickname, ignoring case. */
  apodo: filtro(200),
  /** Substring of the nickname, the MAC or the serial, ignoring case and the separators of a MAC. */
  buscar: filtro(200),
  /** Complete MAC or serial. */
  dispositivo: filtro(64).transform((s) => s && normalizeMacSerie(s)),
  /** `Contenedor`: any type but the readers. */
  tipo: opcional(z.enum(TIPOS_FILTRO)),
  activado: opcional(Activado),
  posible_estado: opcional(PosibleEstado),
  estado: opcional(Estado),
  bateria: opcional(z.enum(NIVELES_BATERIA)),
  /** Plant days on FechaRegistro, both included. */
  fecha_desde: opcional(Dia),
  fecha_hasta: opcional(Dia),
  familia: filtro(64),
  /** Name of the location, or `Sin ubicación`. */
  ubicacion: filtro(200),
  /** Substring of the reader's nickname. */
  lector: filtro(200),
  /** Complete nickname of the reader, or its MAC if it has none. */
  visto_por: filtro(200),
  /** `true`: not heard for at least as long as makes a container lost (`minutosPerdido`). */
  sin_actualizar: opcional(z.enum(['true', 'false'])),
  /** Not heard for more days than these, or never. */
  sin_ver_dias: enteroOpcional('sin_ver_dias', MAX_DIAS_FILTRO),
  /** At its place for more days than these. */
  en_sitio_dias: enteroOpcional('en_sitio_dias', MAX_DIAS_FILTRO),
  /**
   * `dudosa`: it may be at another location; `sin_senal`: no reader hears it there any more; `incierta`: either of both; `lector_mudo`: its
   * reader is silent.
   */
  certeza: opcional(z.enum(CERTEZAS)),
  /**
   * `final`: containers of the families of the LT catalogue, as the floor plan counts Montaje Final. `otras`: those of them at a location
   * that is no column of the LT board.
   */
  montaje: opcional(z.enum(MONTAJES)),
  ...empresaOpcional,
})

/** For `refine`: the first day is not after the last. */
export const fechasEnOrden = [
  (q: { fecha_desde?: string; fecha_hasta?: string }) =>
    !q.fecha_desde || !q.fecha_hasta || q.fecha_desde <= q.fecha_hasta,
  { error: 'La fecha de fin es anterior a la de inicio.', path: ['fecha_hasta'] },
] as [(q: { fecha_desde?: string; fecha_hasta?: string }) => boolean, { error: string; path: string[] }]

export const ordenPoc = { orden: z.enum(COLUMNAS_POC).default('Apodo'), sentido }

export const devicePocStatus = endpoint('GET /api/device_poc_status', 'inventario:leer', {
  summary: 'Devices with their state now: all that pass the filters, or with `page` one page and the total.',
  query: FiltrosPoc.extend({ ...ordenPoc, ...paginaOpcional }).refine(...fechasEnOrden),
  response: z.object({
    data: z.array(Dispositivo),
    /** Devices that pass the filters; only if a page was requested. */
    total: z.number().int().optional(),
  }),
})

export const exportPoc = endpoint('GET /api/export_poc', 'inventario:leer', {
  summary: 'The devices of the filters as status_poc.xlsx or status_poc.pdf, with the columns asked for.',
  query: FiltrosPoc.extend({
    ...ordenPoc,
    formato: Formato,
    ...columnasOpcional,
    ...seguimientoOpcional,
  }).refine(...fechasEnOrden),
  response: Archivo,
})

export const resumenPoc = endpoint('GET /api/resumen_poc', 'inventario:leer', {
  summary:
    'How many devices of the filters there are, are on, are off, and were not updated for as long as makes a container lost (3 days unless the company sets another limit).',
  query: FiltrosPoc.refine(...fechasEnOrden),
  response: z.object({
    total: z.number().int(),
    activados: z.number().int(),
    desactivados: z.number().int(),
    sin_actualizar: z.number().int(),
  }),
})
export type ResumenPoc = z.infer<typeof resumenPoc.response>

export const inventarioUbicaciones = endpoint('GET /api/inventario_ubicaciones', 'inventario:leer', {
  summary: 'Names of the locations, each once, in order: what the inventory can be filtered by.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(z.string()).max(10_000) }),
})

export const Hecho = z.object({ ok: z.literal(true), message: z.string(), data: Dispositivo })
const etiquetaOpcional = texto(64).nullish()

export const changeDeviceStatus = endpoint('POST /api/change_device_status', 'inventario:escribir', {
  summary: 'Switch a device on or off, and nothing else; readers by admins only.',
  body: z.object({
    mac_serie: MacSerie,
    /** The nickname, or `-` where there is none; it is not changed. */
    apodo: texto(64).nullish(),
    nuevo_estado: Activado,
    tipo_dispositivo: TipoDispositivo.optional(),
    etiqueta: etiquetaOpcional,
  }),
  response: Hecho,
})

export const changeDeviceApodo = endpoint('POST /api/change_device_apodo', 'inventario:escribir', {
  summary:
    'Give a device another nickname, and change nothing else; readers by admins only. 409 when it is taken.',
  body: z.object({
    mac_serie: MacSerie,
    apodo: texto(64, 'Falta apodo')
      .min(1, { error: 'Falta apodo' })
      // Clients send `-` for a device without a nickname.
      .refine((s) => s !== '-', { error: 'Falta apodo' }),
    estado: Activado.optional(),
    tipo_dispositivo: TipoDispositivo.optional(),
    etiqueta: etiquetaOpcional,
  }),
  response: Hecho,
})

const lote = <T extends z.ZodType>(de: T, nombre: string) =>
  z
    .array(de, { error: `Falta ${nombre}` })
    .min(1, { error: 'Selecciona al menos un dispositivo.' })
    .max(MAX_LOTE, { error: `Como mucho ${MAX_LOTE} dispositivos.` })

const Resultado = { status: z.enum(['success', 'error']), message: z.string() }
export const ResultadoMac = z.object({ mac: z.string(), Apodo: z.string().nullable(), ...Resultado })
export type ResultadoMac = z.infer<typeof ResultadoMac>

export const dispositivosLote = endpoint('POST /api/dispositivos_lote', 'inventario:escribir', {
  summary: 'Change state, label or location of many devices; what became of each, in the order given.',
  body: z
    .object({
      macs: lote(MacSerie, 'macs'),
      estado: Activado.optional(),
      /** Null or blank removes the label. */
      etiqueta: etiquetaOpcional,
      /** Name of a location of the device's company, which applies until a reader hears the device; null: none. */
      ubicacion: texto(200).min(1, { error: 'Falta ubicacion' }).nullish(),
    })
    .refine((b) => b.estado !== undefined || b.etiqueta !== undefined || b.ubicacion !== undefined, {
      error: 'Falta qué cambiar: estado, etiqueta o ubicacion.',
      path: ['estado'],
    }),
  response: z.object({ resultados: z.array(ResultadoMac) }),
})

const IdDispositivo = z
  .number({ error: 'El identificador no es válido.' })
  .int({ error: 'El identificador no es válido.' })
  .min(1, { error: 'El identificador no es válido.' })
  .max(2 ** 53 - 1, { error: 'El identificador no es válido.' })

export const ResultadoId = z.object({
  id: z.number().int(),
  Name: z.string().nullable(),
  ...Resultado,
  /** Stable error code. */
  code: z.string().optional(),
})
export type ResultadoId = z.infer<typeof ResultadoId>

export const deleteDevices = endpoint('POST /api/delete_devices', 'inventario:escribir', {
  summary: 'Delete devices by the ids of /api/devices; their history stays, their credentials do not.',
  body: z.object({ ids: lote(IdDispositivo, 'ids') }),
  response: z.object({ resultados: z.array(ResultadoId) }),
})

export const restoreDevices = endpoint('POST /api/restore_devices', 'inventario:escribir', {
  summary: 'Bring deleted devices back; refused for one whose mac or nickname another has taken meanwhile.',
  body: z.object({ ids: lote(IdDispositivo, 'ids') }),
  response: z.object({ resultados: z.array(ResultadoId) }),
})

export const Eliminado = z.object({
  id: z.number().int(),
  Name: z.string(),
  Dispositivo: z.string(),
  TipoDispositivo,
  empresa: z.number().int(),
  eliminado: Instante,
})
export type Eliminado = z.infer<typeof Eliminado>

export const listEliminados = endpoint('GET /api/devices_eliminados', 'inventario:leer', {
  summary: 'A page of the deleted devices, the last deleted first.',
  query: z.object({
    /** Substring of the name or the MAC. */
    name: filtro(200),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 1000, 10),
    ...empresaOpcional,
  }),
  response: z.object({ data: z.array(Eliminado), total: z.number().int() }),
})

/** A device in the format of the old inventory API. */
export const DispositivoAntiguo = z.object({
  Id: z.number().int(),
  id: z.number().int(),
  Name: z.string(),
  /** 54 Reader, 55 Beacon/Tracker, 64 Smart Beacon/Tracker. */
  DeviceType: z.number().int(),
  statusKey: z.enum(Object.values(STATUS_KEYS) as [string, ...string[]]),
  fields: z.object({ LOCATION: z.string().nullable() }),
  Reader: z.string().nullable(),
  updated: Instante.nullable(),
  lastActive: Instante.nullable(),
  empresa: z.number().int(),
})
export type DispositivoAntiguo = z.infer<typeof DispositivoAntiguo>

export const FiltrosAntiguos = z.object({
  /** Substring of the name, ignoring case. */
  name: filtro(200),
  tipo: opcional(TipoDispositivo),
  /** Name of the location, or `Sin ubicación`. */
  location: filtro(200),
  /** Substring of the reader's nickname. */
  reader: filtro(200),
  ...empresaOpcional,
})

const ordenAntiguo = { orden: z.enum(COLUMNAS_ANTIGUAS).default('Name'), sentido }

export const listDevices = endpoint('GET /api/devices', 'inventario:leer', {
  summary:
    'Devices in the shape of the old inventory: all of the filters, or with `page` one page and the total.',
  query: FiltrosAntiguos.extend({ ...ordenAntiguo, ...paginaOpcional }),
  response: z.object({ data: z.array(DispositivoAntiguo), total: z.number().int().optional() }),
})

export const exportInventario = endpoint('GET /api/export_inventario', 'inventario:leer', {
  summary: 'The old inventory as Inventario.xlsx: the devices of the filters, or those of `ids` alone.',
  query: FiltrosAntiguos.extend({
    ...ordenAntiguo,
    /** Ids of /api/devices, separated by commas. */
    ids: texto(17_000)
      .refine((s) => s === '' || /^\d{1,15}(,\d{1,15})*$/.test(s), {
        error: 'Los identificadores no son válidos.',
      })
      .transform((s) => (s === '' ? undefined : [...new Set(s.split(',').map(Number))]))
      .refine((ids) => !ids || ids.length <= MAX_LOTE, { error: `Como mucho ${MAX_LOTE} dispositivos.` })
      .optional(),
    ...columnasOpcional,
    ...seguimientoOpcional,
  }),
  response: Archivo,
})
