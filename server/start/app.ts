import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { createKnownBrowsers } from '../domains/acceso/known-browser'
import { createCuentaLlamadas, createKeyCalls, createRateLimits } from '../domains/acceso/rate-limit'
import { installSesion } from '../domains/acceso/routes'
import { installCuenta } from '../domains/acceso/routes-cuenta'
import { installAdhesivos } from '../domains/adhesivos/routes'
import { installAjustes } from '../domains/ajustes/routes'
import { installAuditoria } from '../domains/auditoria/routes'
import type { NotificationSender } from '../domains/avisos/delivery/envio'
import { installAvisos } from '../domains/avisos/routes'
import { installDestinos } from '../domains/avisos/routes-destinos'
import { installCalendario } from '../domains/calendario/routes'
import { installCausas } from '../domains/causas/routes'
import { installCiclos } from '../domains/ciclos/routes'
import { installCuadro } from '../domains/ciclos/routes-cuadro'
import { installClavesApi } from '../domains/claves-api/routes'
import { installContenedores } from '../domains/contenedores/routes'
import { installCorreo } from '../domains/correo/routes'
import type { MailMessages } from '../domains/correo/service'
import { installAlbaranes } from '../domains/custodia/albaranes/routes'
import { installCustodia } from '../domains/custodia/routes'
import { installDatos } from '../domains/datos/routes'
import type { Fleet } from '../domains/dispositivos/fleet/fleet'
import { installDispositivos } from '../domains/dispositivos/routes'
import { installEpcis } from '../domains/epcis/routes'
import { installAjustesEpcis } from '../domains/epcis/routes-ajustes'
import { installEventos } from '../domains/eventos/routes'
import { installGraficos } from '../domains/graficos/routes'
import { installHoy } from '../domains/hoy/routes'
import { installIncidencias } from '../domains/incidencias/routes'
import { installLectores } from '../domains/lectores/routes'
import type { Credenciales } from '../domains/lecturas/ingress/credenciales'
import type { Recepcion } from '../domains/lecturas/ingress/recepcion'
import { installLecturasGateway } from '../domains/lecturas/ingress/routes'
import { installCalibracion } from '../domains/lecturas/learning/routes'
import { installConfirmaciones } from '../domains/lecturas/learning/routes-confirmaciones'
import type { Plantas } from '../domains/lecturas/pipeline/memory/plants'
import { installLecturas } from '../domains/lecturas/routes'
import { installLogistica } from '../domains/logistica/routes'
import { installManuales } from '../domains/manuales/routes'
import { installMerma } from '../domains/perdidas/merma/routes'
import { installPerdidas } from '../domains/perdidas/routes'
import { installPilas } from '../domains/pilas/routes'
import { installPrevision } from '../domains/prevision/routes'
import { installRecuentos } from '../domains/recuentos/routes'
import { createEstado } from '../domains/salud/estado'
import { createMetricasSalud } from '../domains/salud/metricas'
import type { Probe } from '../domains/salud/probe'
import { installSalud } from '../domains/salud/routes'
import { findLogoutUrl } from '../domains/sso/logout'
import { createProvider } from '../domains/sso/provider'
import { installSso } from '../domains/sso/routes'
import { installUbicaciones } from '../domains/ubicaciones/routes'
import { installPerfil } from '../domains/usuarios/routes-perfil'
import { installAdministracion } from '../domains/usuarios/routes-usuarios'
import { installVistas } from '../domains/vistas/routes'
import { leaveEnvio } from '../domains/vistas/service'
import type { Broadcast } from '../domains/vivo/broadcast'
import { installLive } from '../domains/vivo/routes'
import { openApi } from '../platform/api/openapi'
import { installAcceso, isDeApi } from '../platform/auth/auth'
import { createCookie } from '../platform/auth/cookie'
import type { Config } from '../platform/config/config'
import { asActor } from '../platform/db/actor'
import type { Db } from '../platform/db/client'
import { installExportar } from '../platform/export/routes'
import { demasiadas, erroresTempranos, installErrores, noEncontrado } from '../platform/http/errores'
import { installLlegada } from '../platform/http/llegada'
import { installResponses } from '../platform/http/responses'
import { installResto } from '../platform/http/resto'
import { installShutdown } from '../platform/http/shutdown'
import type { Metricas } from '../platform/metrics/metrics'
import { cspOf } from '../platform/static/csp'
import { installWeb } from '../platform/static/web'
import { installJuego } from '../relics/juego/routes'
import { installOperacion } from './operations'

export type Partes = {
  config: Config
  pool: pg.Pool
  db: Db
  /** Database for reads that may be some seconds old. */
  replica: Db
  /** Database for counts of tries and of slots, which stand even if the call itself fails. */
  dbLimites: Db
  metricas: Metricas
  broadcast: Broadcast
  flota: Fleet
  credenciales: Credenciales
  receive: Recepcion
  plantas: Plantas
  /** Whether this process receives readings. */
  oye: boolean
  /** Port of the embedded broker; null where there is none. */
  puertoMqtt(): number | null
  /** Logs an error that reaches no caller. That the database is away is logged elsewhere. */
  onFallo(que: string): (e: unknown) => void
  /** Resolves once this process knows of everything committed until now, so that the next reading is handled accordingly. */
  hear(): Promise<void>
  probe: Probe
  mailMessages: Pick<MailMessages, 'correo' | 'base'>
  notificationSender: NotificationSender
  /** Public key with which browsers subscribe to push. */
  vapid: string
}

/** Limit for the headers of a request, in ms; for the body see installLlegada. */
const HEADERS_MAX_MS = 60_000

/** The application without listening: all calls, their error handling, and the built web. */
export async function buildApp(p: Partes): Promise<FastifyInstance> {
  const { config } = p
  const app = fastify({
    logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    trustProxy: (_address: string, salto: number) => salto < config.TRUST_PROXY,
    bodyLimit: 1 << 20,
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MAX_MS },
    logController: new LogController({ disableRequestLogging: true }),
    // Calls in flight when the process ends may end normally; see installShutdown.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...erroresTempranos,
  })
  app.removeContentTypeParser('text/plain')
  // Some clients send `content-type: application/json` with calls that have no body too.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  )
  app.setValidatorCompiler(validatorCompiler)
  installResponses(app, process.env.NODE_ENV === 'test')
  installErrores(app)
  installResto(app)
  installShutdown(app, config.TRUST_PROXY > 0)
  installLlegada(app, { llegadaMs: config.LLEGADA_MAX_S * 1000, paradaMs: config.PARADA_MAX_S * 1000 })
  app.addHook('onResponse', async (request, reply) => {
    const ruta = request.routeOptions.url ?? 'otra'
    p.metricas.http.observe(
      { metodo: request.method, ruta, estado: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.addHook('onError', async (_request, _reply, error) => p.probe.noteFallo(error))
  app.addHook('onSend', async (request, reply) => {
    if (isDeApi(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  await app.register(swagger, openApi)
  if (p.oye) installLecturasGateway(app, p.receive, p.credenciales, p.metricas)
  await app.register((people) => installPeople(people, p))
  return app
}

/** What people and their programs call, with all that browsers need and gateways do not: policies, cookies, compression, sessions. */
async function installPeople(app: FastifyInstance, p: Partes): Promise<void> {
  const { config, db } = p
  app.setNotFoundHandler((request) => {
    throw noEncontrado(`No existe ${request.method} ${request.url.split('?')[0]}.`)
  })
  await app.register(helmet, {
    contentSecurityPolicy: cspOf(config),
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ?? false,
  })
  await app.register(cookie)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // Up to this many bytes an answer is compressed at once, in up to 4 ms: handing it over to threads takes longer.
    syncThreshold: 1_000_000,
  })
  await app.register(rateLimit, {
    global: false,
    store: createCuentaLlamadas(p.dbLimites),
    errorResponseBuilder: (_r, c) => demasiadas(Math.ceil(c.ttl / 1000)),
  })
  // The page that shows the description of the API.
  await app.register(swaggerUi, { routePrefix: '/api/docs' })

  app.decorate('paradaMaxMs', config.PARADA_MAX_S * 1000)
  app.decorate('primaria', db)
  app.decorate('replica', p.replica)
  app.decorate('writeAs', async (principal, direccion, work) => {
    const { usuarioId: id, username, clave } = principal
    const res = await asActor(
      db,
      { id, username: clave ? `${username} · ${clave.nombre}` : username, direccion },
      work,
    )
    await p.hear()
    return res
  })
  installAcceso(app, db, config, createKeyCalls(p.dbLimites))
  const estado = createEstado(db, config)
  installOperacion(
    app,
    config,
    p.metricas,
    p.probe.check,
    createMetricasSalud(p.metricas.coleccion, estado, p.onFallo('no figures for /metrics')),
  )
  const galleta = createCookie(config)
  const rateLimits = createRateLimits(p.dbLimites)
  const conocidos = createKnownBrowsers(db, config)
  const provider = config.OIDC_ISSUER ? createProvider(config) : null
  installSesion(app, {
    db,
    rateLimits,
    cookie: galleta,
    conocidos,
    sso: provider && {
      name: config.OIDC_NOMBRE,
      findLogoutUrl: (tokenHash) => findLogoutUrl(db, provider, tokenHash),
    },
  })
  installSso(app, { db, config, provider, cookie: galleta })
  installCuenta(app, { db, zona: config.TZ_PLANTA, rateLimits, cookie: galleta, conocidos })
  installPerfil(app, db)
  const mailMessages = { ...p.mailMessages, onFail: (err: unknown) => app.log.warn({ err }, 'mail not sent') }
  installCorreo(app, db, rateLimits, mailMessages)
  installAdministracion(app, db, config.TZ_PLANTA, mailMessages)
  installAvisos(app, db, config.TZ_PLANTA, leaveEnvio)
  installDestinos(app, { ...p, internos: config.AVISOS_HOSTS })
  installAjustes(app, db, config)
  installCalendario(app, db)
  installCiclos(app, db)
  installClavesApi(app, db, config.TZ_PLANTA)
  installPrevision(app, p.replica, config.TZ_PLANTA)
  installCuadro(app, db, config.TZ_PLANTA)
  installPerdidas(app, db, config.TZ_PLANTA)
  installMerma(app, db, config.TZ_PLANTA)
  installPilas(app, db, config.TZ_PLANTA)
  installRecuentos(app, db, config.TZ_PLANTA)
  installCustodia(app, db, config.TZ_PLANTA)
  installAlbaranes(app, db, config.TZ_PLANTA)
  installAdhesivos(app, db, config)
  installDispositivos(app, db, p.flota, config.TZ_PLANTA)
  installEventos(app, db, config.TZ_PLANTA)
  installDatos(app)
  await installEpcis(app, db, config.TZ_PLANTA)
  installAjustesEpcis(app, { db, replica: p.replica, zona: config.TZ_PLANTA, base: p.mailMessages.base })
  installIncidencias(app, db, config.TZ_PLANTA)
  installCausas(app, db, config.TZ_PLANTA)
  installHoy(app, db, config.TZ_PLANTA)
  installVistas(app, db, config.TZ_PLANTA, mailMessages.correo !== null)
  installUbicaciones(app, db, p.flota, config.TZ_PLANTA)
  installLogistica(app, db, p.flota, config.TZ_PLANTA)
  installExportar(app, db)
  installJuego(app, db)
  installContenedores(app, db, config.TZ_PLANTA)
  installGraficos(app, p.replica, config.TZ_PLANTA)
  installAuditoria(app, db, config.TZ_PLANTA)
  await installManuales(app, db, config)
  installLive(app, p.broadcast)
  installLectores(app, db, config, p.puertoMqtt)
  installLecturas(app, db, config.TZ_PLANTA, p.receive)
  installSalud(app, estado)
  installCalibracion(app, db, config.TZ_PLANTA)
  installConfirmaciones(app, db, p.plantas)
  await installWeb(app, db)
}
