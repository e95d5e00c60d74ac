import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/operacion/epcis/epcis'
import { ESPACIO_EPCIS, PREFIJO_EPCIS } from '#contract/operacion/epcis/values'
import { bind } from '../../platform/api/bind'
import { checkAccess, uniqueEmpresa } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { ErrorHttp, noEncontrado } from '../../platform/http/errores'
import { type Consulta, narrow, readTokenOfName, wordOf, writeTokenOfName } from './consulta'
import { queryDocument } from './documento'
import { installProblemas } from './problema'
import * as repo from './repo'
import { readPage } from './service'

const VERSION = '2.0.0'
const SPOKEN = {
  'gs1-epcis-version': VERSION,
  'gs1-cbv-version': VERSION,
  'gs1-extensions': `${PREFIJO_EPCIS}=${ESPACIO_EPCIS}`,
  'gs1-epc-format': 'Never_Translates',
}
const UNDERSTOOD = {
  ...SPOKEN,
  'gs1-epcis-min': VERSION,
  'gs1-epcis-max': VERSION,
  'gs1-cbv-min': VERSION,
  'gs1-cbv-max': VERSION,
  'gs1-cbv-xml-format': 'Never_Translates',
  'gs1-vendor-version': '1',
}
const CONTEXT = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'

const notAcceptable = (mensaje: string, cabecera: string) =>
  new ErrorHttp(406, 'no_aceptable', mensaje, cabecera)

/** Compares versions part by part, as numbers. */
function isOver(a: string, b: string): boolean {
  const [x, y] = [a, b].map((v) => v.split('.').map(Number)) as [number[], number[]]
  const i = x.findIndex((n, k) => n !== (y[k] ?? 0))
  return i >= 0 && (x[i] as number) > (y[i] ?? 0)
}

/** Throws 406 for request headers that ask for something unsupported. */
function checkHeaders({ headers }: FastifyRequest): void {
  for (const of of ['epcis', 'cbv']) {
    const [min, max] = ['min', 'max'].map((x) => String(headers[`gs1-${of}-${x}`] ?? VERSION))
    if (isOver(min as string, VERSION) || isOver(VERSION, max as string))
      throw notAcceptable(`Aquí se habla ${of.toUpperCase()} ${VERSION}.`, `GS1-${of.toUpperCase()}-Min`)
  }
  const formato = headers['gs1-epc-format']
  if (formato !== undefined && !['No_Preference', 'Never_Translates'].includes(String(formato)))
    throw notAcceptable('Los identificadores se dicen como se contaron: no se traducen.', 'GS1-EPC-Format')
  const accept = headers.accept
  if (accept !== undefined && !/\*\/\*|application\/\*|application\/(ld\+)?json/.test(accept))
    throw notAcceptable('Los eventos se dicen como application/ld+json o application/json.', 'Accept')
}

const typeOf = ({ headers: { accept = '' } }: FastifyRequest) =>
  accept.includes('application/json') && !accept.includes('application/ld+json')
    ? 'application/json; charset=utf-8'
    : 'application/ld+json; charset=utf-8'

/** Resources whose URL narrows a query. */
const RESOURCES = [
  {
    clase: 'eventType',
    list: contrato.listTiposEpcis,
    get: contrato.getTipoEpcis,
    events: contrato.listEventosDeTipo,
    query: (v: string): Consulta => ({ eventType: [v as 'ObjectEvent'] }),
  },
  {
    clase: 'epc',
    list: contrato.listEpcs,
    get: contrato.getEpc,
    events: contrato.listEventosDeEpc,
    query: (v: string): Consulta => ({ MATCH_anyEPC: [v] }),
  },
  {
    clase: 'bizStep',
    list: contrato.listBizSteps,
    get: contrato.getBizStep,
    events: contrato.listEventosDeBizStep,
    query: (v: string): Consulta => ({ EQ_bizStep: [v] }),
  },
  {
    clase: 'bizLocation',
    list: contrato.listBizLocations,
    get: contrato.getBizLocation,
    events: contrato.listEventosDeBizLocation,
    query: (v: string): Consulta => ({ EQ_bizLocation: [v] }),
  },
  {
    clase: 'readPoint',
    list: contrato.listReadPoints,
    get: contrato.getReadPoint,
    events: contrato.listEventosDeReadPoint,
    query: (v: string): Consulta => ({ EQ_readPoint: [v] }),
  },
  {
    clase: 'disposition',
    list: contrato.listDispositions,
    get: contrato.getDisposition,
    events: contrato.listEventosDeDisposition,
    query: (v: string): Consulta => ({ EQ_disposition: [v] }),
  },
] as const

const TOP = ['events', 'eventTypes', 'epcs', 'bizSteps', 'bizLocations', 'readPoints', 'dispositions']
const collection = (member: string[]) => ({ '@context': CONTEXT, type: 'Collection' as const, member })

/** The query interface of EPCIS 2.0. It is read-only: only Retorna publishes events. */
export async function installEpcis(app: FastifyInstance, db: Db, zona: string): Promise<void> {
  await app.register(async (e) => {
    installProblemas(e, SPOKEN)
    e.addHook('preHandler', async (request, reply) => {
      if (request.method === 'OPTIONS') return
      checkHeaders(request)
      reply.headers(SPOKEN).type(typeOf(request))
    })
    installQueries(e, db, zona)
    installOptions(e)
    for (const url of ['/epcis/v2', '/epcis/v2/*'])
      e.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        schema: { hide: true },
        config: { ambito },
        // Before the body is read: what is captured may have any type and size.
        onRequest: async (request) => {
          onlyReaders(request)
          throw notDone()
        },
        handler: async () => {},
      })
    e.get(
      '/epcis/v2/*',
      { schema: { hide: true }, config: { ambito }, onRequest: async (request) => onlyReaders(request) },
      async (request) => {
        if (/^\/epcis\/v2\/(capture|queries|nextPageToken)(\/|\?|$)/.test(request.url)) throw notDone()
        throw noEncontrado('No existe ese recurso de EPCIS.')
      },
    )
  })
}

type Answer = { principal: Principal; request: FastifyRequest; reply: FastifyReply }

function installQueries(app: FastifyInstance, db: Db, zona: string): void {
  async function answer(
    { principal, request, reply }: Answer,
    q: contrato.ConsultaEpcis,
    more: Consulta,
  ): Promise<object> {
    const consulta = narrow(q, more)
    const empresa = uniqueEmpresa(principal, q.empresa)
    const { rows, next } = await readPage(db, empresa, consulta, q)
    if (next) reply.header('link', linkTo(request, next))
    return queryDocument(rows, zona)
  }

  bind(app, contrato.getEpcis, 'sesion', async ({ principal, query }) => {
    uniqueEmpresa(principal, query.empresa)
    return collection(TOP)
  })

  bind(app, contrato.listEventosEpcis, 'sesion', ({ query, ...c }) => answer(c, query, {}))

  bind(app, contrato.getEventoEpcis, 'sesion', async ({ principal, query, params }) => {
    const empresa = uniqueEmpresa(principal, query.empresa)
    const rows = await repo.findEvento(db, empresa, String(params.eventID))
    if (!rows.length) throw noEncontrado('No existe ese evento.')
    return queryDocument(rows, zona)
  })

  for (const { clase, list, get, events, query: queryOf } of RESOURCES) {
    const namedBy = (params: Record<string, unknown>) => wordOf(String(params[clase]))
    const checkNamed = async (empresa: number, uri: string) => {
      if (!(await repo.isNombre(db, empresa, clase, uri))) throw noEncontrado('Ningún evento lo nombra.')
    }
    bind(app, list, 'sesion', async ({ principal, query, request, reply }) => {
      const empresa = uniqueEmpresa(principal, query.empresa)
      const desde = query.nextPageToken === undefined ? '' : readTokenOfName(query.nextPageToken)
      const page = await repo.listNombres(db, empresa, clase, { desde, limite: query.perPage + 1 })
      const member = page.slice(0, query.perPage)
      if (page.length > member.length)
        reply.header('link', linkTo(request, writeTokenOfName(member.at(-1) ?? '')))
      return collection(member)
    })
    bind(app, get, 'sesion', async ({ principal, query, params }) => {
      await checkNamed(uniqueEmpresa(principal, query.empresa), namedBy(params))
      return collection(['events'])
    })
    bind(app, events, 'sesion', async ({ query, params, ...c }) => {
      const uri = namedBy(params)
      await checkNamed(uniqueEmpresa(c.principal, query.empresa), uri)
      return answer(c, query, queryOf(uri))
    })
  }
}

/** URL of the same request for the next page. */
function linkTo({ url }: FastifyRequest, token: string): string {
  const [path, search = ''] = url.split('?')
  const asked = new URLSearchParams(search)
  asked.set('nextPageToken', token)
  return `<${path}?${asked}>; rel="next"`
}

const ambito = contrato.getEpcis.key
const onlyReaders = (request: FastifyRequest) => checkAccess(request, ambito, 'sesion')

const notDone = () =>
  new ErrorHttp(501, 'no_se_hace', 'Aquí se leen eventos: ni se capturan ni se guardan consultas.')

/** OPTIONS of every URL: the supported versions and extensions. */
function installOptions(app: FastifyInstance): void {
  for (const path of ['/epcis/v2', '/epcis/v2/*'])
    app.options(
      path,
      {
        schema: { hide: true },
        onRequest: async (request) => onlyReaders(request),
        config: { ambito },
      },
      async (_request, reply) =>
        reply
          .code(204)
          .headers({ ...UNDERSTOOD, allow: 'OPTIONS, GET' })
          .send(),
    )
}
