import { z } from 'zod'
import { empresaOpcional, entero, instantePedido } from '../../comunes'
import { endpoint } from '../../endpoint'
import { ACCIONES_EPCIS, POR_PAGINA_EPCIS, TIPOS_EPCIS } from './values'

const MAX_VALORES = 100

/** The database cannot store a NUL character. */
const holds = (s: string) => !s.includes('\0')
const noVale = { error: 'Lleva un carácter que no vale.' }

/** A list as the standard writes it in a URL: values separated by `|`. */
const lista = (max = 500) =>
  z
    .string()
    .max(20_000, { error: 'Son demasiados valores.' })
    .refine(holds, noVale)
    .transform((s) => s.split('|').filter(Boolean))
    .pipe(z.array(z.string().max(max)).min(1).max(MAX_VALORES, { error: 'Son demasiados valores.' }))
    .optional()
const alguna = <const T extends readonly string[]>(values: T, error: string) =>
  lista().pipe(z.array(z.enum(values, { error })).optional())
const instante = instantePedido(
  'Debe ser un instante ISO 8601 con zona, como 2026-11-24T10:00:00+01:00.',
).optional()

const filtros = {
  eventType: alguna(TIPOS_EPCIS, 'Ese tipo de evento no se cuenta: ObjectEvent o AssociationEvent.'),
  GE_eventTime: instante,
  LT_eventTime: instante,
  GE_recordTime: instante,
  LT_recordTime: instante,
  EQ_action: alguna(ACCIONES_EPCIS, 'Esa acción no existe: ADD, OBSERVE o DELETE.'),
  EQ_bizStep: lista(),
  EQ_disposition: lista(),
  EQ_readPoint: lista(),
  EQ_bizLocation: lista(),
  MATCH_epc: lista(),
  MATCH_parentID: lista(),
  MATCH_anyEPC: lista(),
  EQ_eventID: lista(),
  EXISTS_errorDeclaration: z
    .enum(['true', ''], { error: 'EXISTS_errorDeclaration va sin valor o con true.' })
    .optional(),
  GE_errorDeclarationTime: instante,
  LT_errorDeclarationTime: instante,
  EQ_errorReason: lista(),
  EQ_correctiveEventID: lista(),
}

const paginas = {
  ...empresaOpcional,
  perPage: entero('perPage', POR_PAGINA_EPCIS.max, POR_PAGINA_EPCIS.inicial),
  nextPageToken: z.string().max(1000).optional(),
}

/** Supported query parameters of the standard; any other is refused. */
export const ConsultaEpcis = z.strictObject({
  ...filtros,
  ...paginas,
  orderBy: z.enum(['eventTime', 'recordTime'], { error: 'orderBy es eventTime o recordTime.' }).optional(),
  orderDirection: z.enum(['ASC', 'DESC'], { error: 'orderDirection es ASC o DESC.' }).optional(),
  eventCountLimit: z.coerce
    .number({ error: 'eventCountLimit es un número.' })
    .int()
    .min(1)
    .max(1_000_000)
    .optional(),
  maxEventCount: z.coerce
    .number({ error: 'maxEventCount es un número.' })
    .int()
    .min(0)
    .max(1_000_000)
    .optional(),
})
export type ConsultaEpcis = z.output<typeof ConsultaEpcis>

/** Parameters of a subscribed query that are stored, as they would be in a URL. */
export const CAMPOS_CONSULTA = [
  'eventType',
  'EQ_action',
  'EQ_bizStep',
  'EQ_disposition',
  'EQ_readPoint',
  'EQ_bizLocation',
  'MATCH_epc',
  'MATCH_anyEPC',
] as const
export const ConsultaGuardada = z.partialRecord(
  z.enum(CAMPOS_CONSULTA, { error: 'Ese parámetro no sirve en una suscripción.' }),
  z.string().trim().min(1).max(2000, { error: 'Son demasiados valores.' }),
)
export type ConsultaGuardada = z.infer<typeof ConsultaGuardada>

/** A document of the standard: its schema is GS1's, and a test validates it. */
export const DocumentoEpcis = z.any()
export const Coleccion = z.object({
  '@context': z.string(),
  type: z.literal('Collection'),
  member: z.array(z.string()),
})
const nombre = (de: string) => ({
  params: z.object({ [de]: z.string().min(1).max(1000).refine(holds, noVale) }),
})

const eventos = (summary: string) => ({ summary, query: ConsultaEpcis, response: DocumentoEpcis })
const nombres = (summary: string) => ({ summary, query: z.strictObject(paginas), response: Coleccion })
const parte = (summary: string) => ({ summary, query: z.strictObject(empresaOpcional), response: Coleccion })

export const getEpcis = endpoint('GET /epcis/v2', 'epcis:leer', {
  ...parte('What EPCIS 2.0 is answered for.'),
})
export const listEventosEpcis = endpoint('GET /epcis/v2/events', 'epcis:leer', {
  ...eventos('Events that fit a standard query.'),
})
export const getEventoEpcis = endpoint('GET /epcis/v2/events/{eventID}', 'epcis:leer', {
  ...nombre('eventID'),
  ...parte('An event, and the declaration that it was wrong where there is one.'),
  response: DocumentoEpcis,
})
export const listTiposEpcis = endpoint('GET /epcis/v2/eventTypes', 'epcis:leer', {
  ...nombres('Types of events that were published.'),
})
export const getTipoEpcis = endpoint('GET /epcis/v2/eventTypes/{eventType}', 'epcis:leer', {
  ...nombre('eventType'),
  ...parte('What a type of event has.'),
})
export const listEventosDeTipo = endpoint('GET /epcis/v2/eventTypes/{eventType}/events', 'epcis:leer', {
  ...nombre('eventType'),
  ...eventos('Events of a type.'),
})
export const listEpcs = endpoint('GET /epcis/v2/epcs', 'epcis:leer', {
  ...nombres('EPCs that events have named.'),
})
export const getEpc = endpoint('GET /epcis/v2/epcs/{epc}', 'epcis:leer', {
  ...nombre('epc'),
  ...parte('What an EPC has.'),
})
export const listEventosDeEpc = endpoint('GET /epcis/v2/epcs/{epc}/events', 'epcis:leer', {
  ...nombre('epc'),
  ...eventos('Events that name an EPC.'),
})
export const listBizSteps = endpoint('GET /epcis/v2/bizSteps', 'epcis:leer', {
  ...nombres('Business steps that events have named.'),
})
export const getBizStep = endpoint('GET /epcis/v2/bizSteps/{bizStep}', 'epcis:leer', {
  ...nombre('bizStep'),
  ...parte('What a business step has.'),
})
export const listEventosDeBizStep = endpoint('GET /epcis/v2/bizSteps/{bizStep}/events', 'epcis:leer', {
  ...nombre('bizStep'),
  ...eventos('Events of a business step.'),
})
export const listBizLocations = endpoint('GET /epcis/v2/bizLocations', 'epcis:leer', {
  ...nombres('Places that events left containers at.'),
})
export const getBizLocation = endpoint('GET /epcis/v2/bizLocations/{bizLocation}', 'epcis:leer', {
  ...nombre('bizLocation'),
  ...parte('What a place has.'),
})
export const listEventosDeBizLocation = endpoint(
  'GET /epcis/v2/bizLocations/{bizLocation}/events',
  'epcis:leer',
  {
    ...nombre('bizLocation'),
    ...eventos('Events that left containers at a place.'),
  },
)
export const listReadPoints = endpoint('GET /epcis/v2/readPoints', 'epcis:leer', {
  ...nombres('Places that events happened at.'),
})
export const getReadPoint = endpoint('GET /epcis/v2/readPoints/{readPoint}', 'epcis:leer', {
  ...nombre('readPoint'),
  ...parte('What a read point has.'),
})
export const listEventosDeReadPoint = endpoint('GET /epcis/v2/readPoints/{readPoint}/events', 'epcis:leer', {
  ...nombre('readPoint'),
  ...eventos('Events that happened at a place.'),
})
export const listDispositions = endpoint('GET /epcis/v2/dispositions', 'epcis:leer', {
  ...nombres('Dispositions that events have named.'),
})
export const getDisposition = endpoint('GET /epcis/v2/dispositions/{disposition}', 'epcis:leer', {
  ...nombre('disposition'),
  ...parte('What a disposition has.'),
})
export const listEventosDeDisposition = endpoint(
  'GET /epcis/v2/dispositions/{disposition}/events',
  'epcis:leer',
  {
    ...nombre('disposition'),
    ...eventos('Events of a disposition.'),
  },
)
