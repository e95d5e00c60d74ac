import { z } from 'zod'
import {
  Archivo,
  empresaOpcional,
  entero,
  filtro,
  Id,
  Instante,
  MacSerie,
  NumeroEmpresa,
  opcional,
  porId,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { FrenteAlLibro } from './libro'
import {
  ESTADOS_RECUENTO,
  FILTROS_ESTADO_RECUENTO,
  LISTAS_RECUENTO,
  MAX_ESCANEOS_LOTE,
  MAX_ESPERA_MS,
  MAX_ESPERADOS,
  MAX_FOTOS_RECUENTO,
  MAX_LARGO_CODIGO,
  MAX_NOTA_RECUENTO,
  MODOS_ESCANEO,
  RESULTADOS_RECUENTO,
} from './values'

const n = z.number().int()
const Persona = z.object({
  /** Null: the account no longer exists. */
  id: n.nullable(),
  nombre: z.string(),
})

export const Cifras = z.object({
  esperados: n,
  /** Valid scans. */
  escaneos: n,
  encontrados: n,
  faltantes: n,
  sobrantes: n,
  desconocidos: n,
  repetidos: n,
  /** Containers for which count and readers agree. */
  acuerdan: n,
  /** Containers for which count and readers can be compared. */
  comparados: n,
})

export const Recuento = z.object({
  id: n,
  empresa: n,
  /** Id of the place; null: a count of a family or a partner, or a place that no longer exists. */
  ubicacion: n.nullable(),
  /** Scope of the count: exactly one of place, family and partner is set. */
  lugar: z.string().nullable(),
  familia: z.string().nullable(),
  /** Name of the partner, in a count of what the book has in its account. */
  tercero: z.string().nullable(),
  tercero_id: n.nullable(),
  estado: z.enum(ESTADOS_RECUENTO),
  abierto: Instante,
  abrio: Persona,
  nota: z.string().nullable(),
  cerrado: Instante.nullable(),
  cerro: Persona.nullable(),
  firmado: Instante.nullable(),
  firmo: Persona.nullable(),
  esperados: n,
  /** Null: the count is open, or was opened by mistake. */
  cifras: Cifras.nullable(),
})
export type Recuento = z.infer<typeof Recuento>

const FiltrosRecuento = z.object({
  /** `por_revisar`: the count waits for a signature, or has differences that were neither signed nor counted again since. */
  estado: opcional(z.enum(FILTROS_ESTADO_RECUENTO, { error: 'Ese estado no existe.' })),
  /** Name of a place. */
  ubicacion: filtro(200),
  familia: filtro(64),
  /** Name of a partner. */
  tercero: filtro(120),
  ...empresaOpcional,
})

export const listRecuentos = endpoint('GET /api/recuentos', 'recuentos:leer', {
  summary: 'Counts, the newest first.',
  query: FiltrosRecuento.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(Recuento), total: n }),
})

export const exportRecuentos = endpoint('GET /api/export_recuentos', 'recuentos:leer', {
  summary: 'The same as recuentos.xlsx or recuentos.pdf.',
  query: FiltrosRecuento.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

const nota = texto(MAX_NOTA_RECUENTO).nullish()

export const createRecuento = endpoint('POST /api/recuentos', 'recuentos:escribir', {
  summary:
    'Open a count of a location, of a family, or of what the book has in the account of a partner. 409 `ya_abierto` where one of the same is open, `demasiados` where it would expect too many containers.',
  body: z
    .object({
      empresa: NumeroEmpresa.optional(),
      ubicacion: Id.nullish(),
      familia: texto(64)
        .transform((s) => s.normalize('NFC') || null)
        .nullish(),
      tercero: Id.nullish(),
      nota,
    })
    .refine((b) => [b.ubicacion, b.familia, b.tercero].filter(Boolean).length === 1, {
      error: 'Elige una ubicación, una familia o un tercero.',
      path: ['ubicacion'],
    }),
  response: Recuento,
})

export const getRecuento = endpoint('GET /api/recuentos/{id}', 'recuentos:leer', {
  summary: 'A count with its figures as they are now, or were when it was closed, and who took part.',
  ...porId,
  response: Recuento.extend({
    cifras: Cifras.nullable(),
    /** Phones that sent scans, each with its person. */
    aparatos: z
      .array(
        z.object({
          aparato: z.uuid(),
          persona: z.string(),
          escaneos: n,
          ultimo: Instante,
          /** Scans that arrived after the count was closed: kept, but not in its figures. */
          tarde: n,
        }),
      )
      .max(1000),
    /** Whether the caller neither opened nor closed the count nor scanned in it: such a person signs it. */
    puede_firmar: z.boolean(),
    /** How many active people who may change something are such persons. */
    firmantes: n,
    /** Only of a closed count of a partner; null: any other count. */
    libro: FrenteAlLibro.nullable(),
  }),
})
export type UnRecuento = z.infer<(typeof getRecuento)['response']>

export const Linea = z.object({
  /** Null: unknown code. */
  mac: z.string().nullable(),
  Apodo: z.string().nullable(),
  codigo: z.string(),
  resultado: z.enum(RESULTADOS_RECUENTO),
  /** Location that Retorna had for it when the count was opened. */
  Ubicacion: z.string().nullable(),
  /** Where it was scanned; only in a count of a family. */
  donde: z.string().nullable(),
  veces: n,
  /** First scan; null: none. */
  primero: Instante.nullable(),
  personas: z.array(z.string()),
  /** Whether the readers agree; null: they cannot tell. */
  acuerda: z.boolean().nullable(),
  /** The scan with the photo of an unknown code; null: no photo. */
  foto: z.uuid().nullable(),
})
export type Linea = z.infer<typeof Linea>

export const listLineas = endpoint('GET /api/recuentos/{id}/lineas', 'recuentos:leer', {
  summary: 'The containers and unknown codes of a count, by list.',
  ...porId,
  query: z.object({
    lista: opcional(z.enum(LISTAS_RECUENTO, { error: 'Esa lista no existe.' })),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(Linea), total: n }),
})

export const exportRecuento = endpoint('GET /api/recuentos/{id}/fichero', 'recuentos:leer', {
  summary: 'A count with all its rows as recuento-{id}.xlsx or .pdf.',
  ...porId,
  query: z.object({ formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})

/** Data that a phone needs to count offline. */
export const getEsperados = endpoint('GET /api/recuentos/{id}/esperados', 'recuentos:leer', {
  summary:
    'The containers that a count should find, and the others of the company, to count without network.',
  ...porId,
  response: z.object({
    contenedores: z
      .array(
        z.object({
          mac: z.string(),
          apodo: z.string().nullable(),
          lugar: z.string().nullable(),
          oido: z.boolean(),
          esperado: z.boolean(),
        }),
      )
      .max(2 * MAX_ESPERADOS),
    /** The list holds all containers of the company: a code that is not in it is unknown. */
    completo: z.boolean(),
  }),
})

const cursor = entero('desde', 2 ** 53 - 1, 1)

export const listEscaneos = endpoint('GET /api/recuentos/{id}/escaneos', 'recuentos:leer', {
  summary:
    'Scans of a count, from a place in their order on. Whoever asks on from `siguiente` gets each scan once, however many are being sent at the same moment.',
  ...porId,
  query: z.object({ desde: cursor }),
  response: z.object({
    data: z
      .array(
        z.object({
          id: z.uuid(),
          n,
          mac: z.string().nullable(),
          apodo: z.string().nullable(),
          /** Location that Retorna had for it when the scan arrived. */
          lugar: z.string().nullable(),
          codigo: z.string(),
          donde: z.string().nullable(),
          momento: Instante,
          persona: z.string(),
          aparato: z.uuid(),
          anula: z.uuid().nullable(),
        }),
      )
      .max(1000),
    /** Cursor for the next call; equal to the requested one if nothing is new. */
    siguiente: n,
    /** All scans of the count with a photo. */
    fotos: z.array(z.uuid()).max(MAX_FOTOS_RECUENTO),
    estado: z.enum(ESTADOS_RECUENTO),
  }),
})
export type EscaneoRecibido = z.infer<(typeof listEscaneos)['response']>['data'][number]

const uuid = z.uuid({ error: 'El identificador no es válido.' })

export const addEscaneos = endpoint('POST /api/recuentos/{id}/escaneos', 'recuentos:escribir', {
  summary:
    'Send scans; those that were sent before change nothing. After the count was closed they are kept apart, and in none of its figures.',
  ...porId,
  body: z.object({
    /** The phone that sends the scans. */
    aparato: uuid,
    escaneos: z
      .array(
        z.object({
          /** Made by the sender; the same for each retry of a scan. */
          id: uuid,
          /** The text that was scanned or typed. */
          codigo: texto(MAX_LARGO_CODIGO, 'Falta el código.').min(1, { error: 'Falta el código.' }),
          /** MAC of the container, if the sender knows it. */
          mac: MacSerie.nullish(),
          apodo: texto(64).nullish(),
          /** How long ago the scan was made, in ms. */
          hace_ms: z
            .number({ error: 'Falta hace_ms.' })
            .int({ error: 'hace_ms debe ser entero.' })
            .min(0, { error: 'hace_ms debe ser 0 o más.' })
            .max(MAX_ESPERA_MS, { error: 'hace_ms es demasiado.' }),
          modo: z.enum(MODOS_ESCANEO, { error: 'Ese modo no existe.' }),
          /** Name of the place of the scan; only in a count of a family. */
          donde: texto(200).nullish(),
          /** The scan that this one takes back. */
          anula: uuid.nullish(),
        }),
        { error: 'Faltan los escaneos.' },
      )
      .min(1, { error: 'Faltan los escaneos.' })
      .max(MAX_ESCANEOS_LOTE, { error: `Como mucho ${MAX_ESCANEOS_LOTE} escaneos de una vez.` }),
  }),
  response: z.object({
    /** Number of scans that were not received before. */
    nuevos: n,
    /** The count was closed already: the scans are not in its figures. */
    tarde: z.boolean(),
  }),
})

export const closeRecuento = endpoint('POST /api/recuentos/{id}/cerrar', 'recuentos:escribir', {
  summary:
    'Close a count: it never changes afterwards. With `anular` it was opened by mistake and says nothing. 409 `cerrado` where it is closed.',
  ...porId,
  body: z.object({ nota, anular: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional() }),
  response: Recuento,
})

export const signRecuento = endpoint('POST /api/recuentos/{id}/firmar', 'recuentos:escribir', {
  summary:
    'Sign a closed count. 403 `misma_persona` for who opened or closed it, 409 where it is open or signed.',
  ...porId,
  response: Recuento,
})

export const listAcuerdos = endpoint('GET /api/recuentos/acuerdos', 'recuentos:leer', {
  summary:
    'Of each place what its last counts say against what the readers say, the newest first: at most 12 of each.',
  query: z.object(empresaOpcional),
  response: z.object({
    data: z
      .array(
        z.object({
          empresa: n,
          lugar: z.string(),
          recuentos: z
            .array(z.object({ id: n, cerrado: Instante, acuerdan: n, comparados: n }))
            .min(1)
            .max(12),
        }),
      )
      .max(1000),
  }),
})
export type Acuerdo = z.infer<(typeof listAcuerdos)['response']>['data'][number]
