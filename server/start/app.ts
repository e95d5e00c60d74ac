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
import type { NotificationSender } from '../avisos/avisos/delivery/envio'
import { installAvisos } from '../avisos/avisos/routes'
import { installDestinos } from '../avisos/avisos/routes-destinos'
import { installCausas } from '../avisos/causas/routes'
import { installAlbaranes } from '../cuentas/custodia/albaranes/routes'
import { installCustodia } from '../cuentas/custodia/routes'
import { installMerma } from '../cuentas/perdidas/merma/routes'
import { installPerdidas } from '../cuentas/perdidas/routes'
import { installPilas } from '../cuentas/pilas/routes'
import { installRecuentos } from '../cuentas/recuentos/routes'
import { installCiclos } from '../flujo/ciclos/routes'
import { installCuadro } from '../flujo/ciclos/routes-cuadro'
import { installPrevision } from '../flujo/prevision/routes'
import { installContenedores } from '../oir/contenedores/routes'
import { installEventos } from '../oir/eventos/routes'
import { installIncidencias } from '../oir/incidencias/routes'
import type { Credenciales } from '../oir/lecturas/ingress/credenciales'
import type { Recepcion } from '../oir/lecturas/ingress/recepcion'
import { installLecturasGateway } from '../oir/lecturas/ingress/routes'
import { installCalibracion } from '../oir/lecturas/learning/routes'
import { installConfirmaciones } from '../oir/lecturas/learning/routes-confirmaciones'
import type { Plantas } from '../oir/lecturas/pipeline/memory/plants'
import { installConexion, installLecturas } from '../oir/lecturas/routes'
import type { Broadcast } from '../oir/vivo/broadcast'
import { installLive } from '../oir/vivo/routes'
import { installDatos } from '../operacion/datos/routes'
import { installEpcis } from '../operacion/epcis/routes'
import { installAjustesEpcis } from '../operacion/epcis/routes-ajustes'
import { createEstado } from '../operacion/salud/estado'
import { createMetricasSalud } from '../operacion/salud/metricas'
import type { Probe } from '../operacion/salud/probe'
import { installSalud } from '../operacion/salud/routes'
import { installAdhesivos } from '../parque/adhesivos/routes'
import { installAjustes } from '../parque/ajustes/routes'
import { installCalendario } from '../parque/calendario/routes'
import type { Fleet } from '../parque/dispositivos/fleet/fleet'
import { installDispositivos } from '../parque/dispositivos/routes'
import { installLectores } from '../parque/lectores/routes'
import { installLogistica } from '../parque/logistica/routes'
import { installUbicaciones } from '../parque/ubicaciones/routes'
import { createKnownBrowsers } from '../personas/acceso/known-browser'
import { createCuentaLlamadas, createKeyCalls, createRateLimits } from '../personas/acceso/rate-limit'
import { installSesion } from '../personas/acceso/routes'
import { installCuenta } from '../personas/acceso/routes-cuenta'
import { installAuditoria } from '../personas/auditoria/routes'
import { installClavesApi } from '../personas/claves-api/routes'
import { installCorreo } from '../personas/correo/routes'
import type { MailMessages } from '../personas/correo/service'
import { installManuales } from '../personas/manuales/routes'
import { findLogoutUrl } from '../personas/sso/logout'
import { createProvider } from '../personas/sso/provider'
import { installSso } from '../personas/sso/routes'
import { installPerfil } from '../personas/usuarios/routes-perfil'
import { installAdministracion } from '../personas/usuarios/routes-usuarios'
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
import { installGraficos } from '../resumen/graficos/routes'
import { installHoy } from '../resumen/hoy/routes'
import { installVistas } from '../resumen/vistas/routes'
import { leaveEnvio } from '../resumen/vistas/service'
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
  installLectores(app, db, config.TZ_PLANTA)
  installLecturas(app, db, config.TZ_PLANTA, p.receive)
  installConexion(app, config, p.puertoMqtt)
  installSalud(app, estado)
  installCalibracion(app, db, config.TZ_PLANTA)
  installConfirmaciones(app, db, p.plantas)
  await installWeb(app, db)
}
