import { z } from 'zod'
import {
  Archivo,
  Dia,
  empresaOpcional,
  entero,
  filtro,
  Instante,
  MacSerie,
  NumeroEmpresa,
  opcional,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import {
  CLASES_ASIENTO,
  LARGO_NOTA_PERDIDA,
  LLEVA_PERDIDA,
  MAX_CENTIMOS,
  MAX_HISTORIA_PERDIDA,
  MAX_JUNTOS,
  MAX_PERDIDAS_LOTE,
  ORDENES_PERDIDA,
  PELDANOS,
  PELDANOS_CALLADOS,
} from './values'

const MAX_ID = 2 ** 53 - 1
const id = z.number().int().min(1).max(MAX_ID)
/** `esperada`: expected loss of a sum of prices, in cents; `sin_estimar`: containers with a price whose probability is unknown. */
const Esperada = { esperada: z.number().int(), sin_estimar: z.number().int() }
/** Probability that a silence ends. */
export const Vuelve = z.object({
  /** Probability, 0 to 1, with its 90 % confidence band. */
  p: z.number(),
  bajo: z.number(),
  alto: z.number(),
  /** Number of past silences that reached this length: the basis of the estimate. */
  silencios: z.number().int(),
  /** Estimated from the stage where it fell silent; false: from the whole company. */
  de_etapa: z.boolean(),
})
const Persona = z.object({ id: z.number().int(), nombre: z.string() })

export const getPerdidas = endpoint('GET /api/perdidas', 'perdidas:leer', {
  summary:
    'How many containers are on each rung of the loss ladder, and what they are worth at the price of the day on which their silence began.',
  query: z.object({ familia: filtro(64), ...empresaOpcional }),
  response: z.object({
    /** False: the containers were not counted yet, which takes a minute after the first start; the figures say nothing. */
    contado: z.boolean(),
    /** Containers that were never heard: they are on no rung. */
    nunca_oidos: z.number().int(),
    /** All rungs in their order. */
    peldanos: z.array(
      z.object({
        peldano: z.enum(PELDANOS),
        n: z.number().int(),
        /** Price of the containers that have one, in cents; containers that are heard have no expected loss. */
        centimos: z.number().int(),
        sin_precio: z.number().int(),
        ...Esperada,
      }),
    ),
    /** Containers in search for which nobody searches. */
    sin_responsable: z.number().int(),
    /** Families of containers in the visible companies. */
    familias: z.array(z.string()).max(10_000),
    /** Names of the locations where silent containers were heard last. */
    lugares: z.array(z.string()).max(10_000),
  }),
})
export type Perdidas = z.infer<(typeof getPerdidas)['response']>

const FiltrosPerdida = z.object({
  peldano: opcional(z.enum(PELDANOS_CALLADOS, { error: 'Ese peldaño no existe.' })),
  familia: filtro(64),
  /** Location where it was heard last. */
  lugar: filtro(200),
  /** Those that the caller searches for, or those in search for which nobody does. */
  lleva: opcional(
    z.enum(LLEVA_PERDIDA, { error: 'Se filtra por los que buscas tú o los que no busca nadie.' }),
  ),
  /** Part of the nickname or the MAC. */
  search: filtro(200),
  ...empresaOpcional,
  orden: z.enum(ORDENES_PERDIDA, { error: 'No se puede ordenar por esa columna.' }).default('desde'),
  sentido: z.enum(['asc', 'desc'], { error: 'El sentido debe ser asc o desc.' }).default('asc'),
})

export const FilaPerdida = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  Familia: z.string().nullable(),
  empresa: z.number().int(),
  peldano: z.enum(PELDANOS),
  /** Begin of the silence that counts: the last reading, or the end of the cause that kept readers from hearing it. */
  desde: Instante,
  /** Readers hear it: it is searched for because a count did not find it where they do. */
  se_oye: z.boolean(),
  /** Location where it was heard last. */
  Ubicacion: z.string().nullable(),
  /** Price in cents; null: its family had none on that day. */
  centimos: z.number().int().nullable(),
  /** Stage in which it was then. */
  etapa: z.string().nullable(),
  /** Null: too few past silences reached this length. */
  vuelve: Vuelve.nullable(),
  /** Expected loss in cents; null: it has no price, or the probability is unknown. */
  esperada: z.number().int().nullable(),
  /** Who searches for it; null: nobody, or a person who is gone, shut out or of another company since. */
  busca: Persona.nullable(),
  /** The last entry during this silence. */
  asiento: z
    .object({
      id: z.number().int(),
      clase: z.enum(CLASES_ASIENTO),
      /** The closed count that did not find it; null: no count is the reason. */
      recuento: z.number().int().nullable(),
      momento: Instante,
      /** Null: the account no longer exists, or silence alone led to it. */
      persona: Persona.nullable(),
      /** Person who was to search for it, as it was said. */
      lleva: Persona.nullable(),
      nota: z.string().nullable(),
      /** Silence alone has given the search to the person who searches for the company. */
      por_silencio: z.boolean(),
    })
    .nullable(),
})
export type FilaPerdida = z.infer<typeof FilaPerdida>

const FilaPerdidaLista = FilaPerdida.extend({
  /**
   * How many others left its last place within minutes of it: the list of `getPerdidaOf`. MAX_JUNTOS: that many or more. Null: the place is
   * unknown.
   */
  juntos: z.number().int().max(MAX_JUNTOS).nullable(),
})
export type FilaPerdidaLista = z.infer<typeof FilaPerdidaLista>

export const listPerdidas = endpoint('GET /api/perdidas/lista', 'perdidas:leer', {
  summary: 'The containers on a rung of the loss ladder, or on all but the first.',
  query: FiltrosPerdida.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({
    data: z.array(FilaPerdidaLista),
    total: z.number().int(),
    /** Total of all containers. */
    centimos: z.number().int(),
    sin_precio: z.number().int(),
    ...Esperada,
  }),
})

export const getPerdidaOf = endpoint('GET /api/perdidas/contenedor/{mac}', 'perdidas:leer', {
  summary:
    'On which rung of the loss ladder a container is, and what people said of its silences; 404 where the caller sees none.',
  params: z.object({ mac: MacSerie }),
  response: z.object({
    /** Null: never heard, so on no rung. */
    peldano: z.enum(PELDANOS).nullable(),
    /** Begin of the silence that counts; null: it is heard. */
    desde: Instante.nullable(),
    /** Its price at that time, in cents; null: its family had none, or the container is heard. */
    centimos: z.number().int().nullable(),
    vuelve: Vuelve.nullable(),
    esperada: z.number().int().nullable(),
    /** Days since then on which the calendar of its plant is closed: they do not count towards search and proposal. */
    dias_cerrados: z.number().int(),
    busca: Persona.nullable(),
    /**
     * Where a silent container was heard last, and what left that place within minutes of it; null: it is heard, or the place is unknown.
     */
    ultimo: z
      .object({
        lugar: z.string(),
        etapa: z.string().nullable(),
        momento: Instante,
        /** Containers that were not heard since come first. */
        juntos: z
          .array(
            z.object({
              mac: z.string(),
              Apodo: z.string().nullable(),
              salio: Instante,
              /** When it was next heard; null: not since. */
              vuelto: Instante.nullable(),
              /** Where that was; null: not heard, or the place is unknown. */
              en: z.string().nullable(),
            }),
          )
          .max(MAX_JUNTOS),
        juntos_total: z.number().int(),
        juntos_vueltos: z.number().int(),
      })
      .nullable(),
    /** The newest first. */
    historia: z
      .array(
        z.object({
          id: z.number().int(),
          clase: z.enum(CLASES_ASIENTO),
          /** The closed count that did not find it; null: no count is the reason. */
          recuento: z.number().int().nullable(),
          momento: Instante,
          /** Null: the account no longer exists, or silence alone led to it. */
          persona: Persona.nullable(),
          lleva: Persona.nullable(),
          nota: z.string().nullable(),
          por_silencio: z.boolean(),
          /** When it was taken back; null: it stands. */
          anulado: Instante.nullable(),
        }),
      )
      .max(MAX_HISTORIA_PERDIDA),
  }),
})
export type PerdidaOf = z.infer<(typeof getPerdidaOf)['response']>

export const exportPerdidas = endpoint('GET /api/export_perdidas', 'perdidas:leer', {
  summary: 'The same as perdidas.xlsx or perdidas.pdf.',
  query: FiltrosPerdida.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

export const Resultados = z.object({
  /** Ids of the new entries, to take them back. */
  asientos: z.array(z.number().int()),
  resultados: z.array(
    z.object({ mac: z.string(), status: z.enum(['success', 'error']), message: z.string() }),
  ),
})

export const createAsientos = endpoint('POST /api/perdidas/asientos', 'perdidas:escribir', {
  summary:
    'Say of containers that they are looked for, proposed as lost, declared lost or written off, which only an administrator of the company may.',
  body: z
    .object({
      contenedores: z
        .array(MacSerie, { error: 'Faltan los contenedores.' })
        .min(1, { error: 'Faltan los contenedores.' })
        .max(MAX_PERDIDAS_LOTE, { error: `Como mucho ${MAX_PERDIDAS_LOTE} contenedores de una vez.` }),
      clase: z.enum(CLASES_ASIENTO, { error: 'Eso no se puede anotar.' }),
      /** Person who looks for them. */
      lleva: id.nullish(),
      nota: texto(LARGO_NOTA_PERDIDA).nullish(),
      /**
       * The closed count that did not find them: they are looked for although readers hear them where it missed them. Such a search ends where
       * they are heard elsewhere, scanned, or a person says where they are.
       */
      recuento: id.nullish(),
    })
    .refine((b) => !b.recuento || b.clase === 'busqueda', {
      error: 'Por un recuento solo se busca.',
      path: ['recuento'],
    }),
  response: Resultados,
})

export const undoAsientos = endpoint('POST /api/perdidas/anular', 'perdidas:escribir', {
  summary: 'Take back what was said last of containers; it stays written, with who took it back.',
  body: z.object({
    asientos: z
      .array(id, { error: 'Faltan los asientos.' })
      .min(1, { error: 'Faltan los asientos.' })
      .max(MAX_PERDIDAS_LOTE, { error: `Como mucho ${MAX_PERDIDAS_LOTE} de una vez.` }),
  }),
  response: Resultados,
})

export const Quien = z.object({
  empresa: z.number().int(),
  /** Null: nobody. `puede` false: shut out or of another company since, so nobody searches. */
  persona: Persona.extend({ puede: z.boolean() }).nullable(),
})
export type Quien = z.infer<typeof Quien>

export const getQuienBusca = endpoint('GET /api/perdidas/busca', 'perdidas:leer', {
  summary: 'Who searches for the containers of a company that silence puts into search.',
  query: z.object({ ...empresaOpcional }),
  response: Quien,
})

export const setQuienBusca = endpoint('PUT /api/perdidas/busca', 'perdidas:escribir', {
  summary:
    'Set who searches: an active user of the company, or nobody. Containers in search by silence for which nobody searches are that user’s within a minute; those of others stay theirs.',
  body: z.object({
    empresa: NumeroEmpresa.optional(),
    persona: id.nullable(),
  }),
  response: Quien,
})

export const Precio = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  /** Blank: all families without a price of their own. */
  familia: z.string(),
  desde: z.iso.date(),
  centimos: z.number().int(),
  momento: Instante,
  persona: Persona.nullable(),
})
export type Precio = z.infer<typeof Precio>

export const listPrecios = endpoint('GET /api/perdidas/precios', 'perdidas:leer', {
  summary:
    'What a container of each family costs, from which day on; the newest of the 1,000 last ones first.',
  query: z.object({ ...empresaOpcional }),
  response: z.object({ data: z.array(Precio).max(1000) }),
})

export const createPrecio = endpoint('POST /api/perdidas/precios', 'perdidas:escribir', {
  summary:
    'Add the price of a family (blank: of all without their own) from a day on. Prices are only added: for the same day the last one counts.',
  body: z.object({
    empresa: NumeroEmpresa.optional(),
    familia: texto(64, 'Falta familia.').transform((s) => s.normalize('NFC')),
    desde: Dia,
    centimos: z
      .number({ error: 'El precio debe ser un número mayor que 0.' })
      .int({ error: 'El precio se pone en céntimos enteros.' })
      .min(1, { error: 'El precio debe ser un número mayor que 0.' })
      .max(MAX_CENTIMOS, { error: 'El precio es demasiado grande.' }),
  }),
  response: Precio,
})
