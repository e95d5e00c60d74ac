import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { COOKIE, installAcceso, isDeApi } from './acceso/acceso'
import { createConocidos } from './acceso/conocido'
import { createCookie } from './acceso/cookie'
import { createCuentaLlamadas, createFrenos } from './acceso/freno'
import { installSesion } from './acceso/routes'
import { installCuenta } from './acceso/routes-cuenta'
import { installAdhesivos } from './adhesivos/routes'
import { installAjustes } from './ajustes/routes'
import { installAuditoria } from './auditoria/routes'
import type { Mensajeria } from './avisos/envio'
import { installAvisos } from './avisos/routes'
import { installDestinos } from './avisos/routes-destinos'
import { installCalendario } from './calendario/routes'
import { installCausas } from './causas/routes'
import { installCiclos } from './ciclos/routes'
import { installCuadro } from './ciclos/routes-cuadro'
import type { Config } from './config'
import { installContenedores } from './contenedores/routes'
import { installCorreo } from './correo/routes'
import type { Cartas } from './correo/service'
import { asAutor } from './db/autor'
import type { Db } from './db/cliente'
import type { Flota } from './dispositivos/flota'
import { installDispositivos } from './dispositivos/routes'
import { installEventos } from './eventos/routes'
import { installExportar } from './exportar/routes'
import { installGraficos } from './graficos/routes'
import { installHoy } from './hoy/routes'
import { installCierre } from './http/cierre'
import { cspDe } from './http/csp'
import { demasiadas, erroresTempranos, installErrores, noEncontrado } from './http/errores'
import { installLlegada } from './http/llegada'
import { installRespuestas } from './http/respuestas'
import { installResto } from './http/resto'
import { installWeb } from './http/web'
import { installIncidencias } from './incidencias/routes'
import { installJuego } from './juego/routes'
import { installLectores } from './lectores/routes'
import { installCalibracion } from './lecturas/aprendizaje/routes'
import { installConfirmaciones } from './lecturas/aprendizaje/routes-confirmaciones'
import type { Plantas } from './lecturas/canal/plantas'
import type { Credenciales } from './lecturas/puerta/credenciales'
import type { Recepcion } from './lecturas/puerta/recepcion'
import { installLecturasGateway } from './lecturas/puerta/routes'
import { installLecturas } from './lecturas/routes'
import { installLogistica } from './logistica/routes'
import { installManuales } from './manuales/routes'
import type { Metricas } from './metricas'
import { installOperacion } from './operacion'
import { installPrevision } from './prevision/routes'
import { createEstado } from './salud/estado'
import { createMetricasSalud } from './salud/metricas'
import { installSalud } from './salud/routes'
import type { Sonda } from './salud/sonda'
import { installUbicaciones } from './ubicaciones/routes'
import { installPerfil } from './usuarios/routes-perfil'
import { installAdministracion } from './usuarios/routes-usuarios'
import { installVistas } from './vistas/routes'
import { leaveEnvio } from './vistas/service'
import type { Difusion } from './vivo/difusion'
import { installVivo } from './vivo/routes'

export type Partes = {
  config: Config
  pool: pg.Pool
  db: Db
  /** For reads that may be some seconds old. */
  replica: Db
  /** Counts tries and places, whatever becomes of what they are taken for. */
  dbLimites: Db
  metricas: Metricas
  difusion: Difusion
  flota: Flota
  credenciales: Credenciales
  receive: Recepcion
  plantas: Plantas
  /** Whether readers speak to this process. */
  oye: boolean
  /** Port of the embedded broker; null where there is none. */
  puertoMqtt(): number | null
  /** Logs what nobody is answered with; that the database is away is told elsewhere. */
  onFallo(que: string): (e: unknown) => void
  /** Resolves once this process has heard of what was committed until now: the next reading meets it. */
  hear(): Promise<void>
  sonda: Sonda
  cartas: Pick<Cartas, 'correo' | 'base'>
  mensajeria: Mensajeria
  /** Key that devices subscribe with. */
  vapid: string
}

/** The headers of a call must have come in by then; see installLlegada for what follows them. */
const CABECERAS_MAX_MS = 60_000

/** The application without its sockets: every call, its errors, and the built web. */
export async function buildApp(p: Partes): Promise<FastifyInstance> {
  const { config, db } = p
  const app = fastify({
    logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    trustProxy: (_direccion: string, salto: number) => salto < config.TRUST_PROXY,
    bodyLimit: 1 << 20,
    requestTimeout: 0,
    http: { headersTimeout: CABECERAS_MAX_MS },
    logController: new LogController({ disableRequestLogging: true }),
    // Calls under way when the process ends go on to their end; see installCierre.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...erroresTempranos,
  })
  app.removeContentTypeParser('text/plain')
  // Clients that always send the header send it with calls that have no body too.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, cuerpo, done) =>
    cuerpo === '' ? done(null, undefined) : parseJson(request, cuerpo as string, done),
  )
  app.setValidatorCompiler(validatorCompiler)
  installRespuestas(app, process.env.NODE_ENV === 'test')
  installErrores(app)
  installResto(app)
  installCierre(app, config.TRUST_PROXY > 0)
  installLlegada(app, { llegadaMs: config.LLEGADA_MAX_S * 1000, paradaMs: config.PARADA_MAX_S * 1000 })
  app.setNotFoundHandler((request) => {
    throw noEncontrado(`No existe ${request.method} ${request.url.split('?')[0]}.`)
  })

  await app.register(helmet, {
    contentSecurityPolicy: cspDe(config),
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ?? false,
  })
  await app.register(cookie)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  await app.register(rateLimit, {
    global: false,
    store: createCuentaLlamadas(p.dbLimites),
    errorResponseBuilder: (_r, c) => demasiadas(Math.ceil(c.ttl / 1000)),
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Retorna', version: '1', description: 'API of Retorna.' },
      components: { securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: COOKIE } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })

  app.addHook('onResponse', async (request, reply) => {
    const ruta = request.routeOptions.url ?? 'otra'
    p.metricas.http.observe(
      { metodo: request.method, ruta, estado: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.addHook('onError', async (_request, _reply, error) => p.sonda.noteFallo(error))
  app.addHook('onSend', async (request, reply) => {
    if (isDeApi(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  app.decorate('paradaMaxMs', config.PARADA_MAX_S * 1000)
  app.decorate('primaria', db)
  app.decorate('replica', p.replica)
  app.decorate('writeAs', async (principal, direccion, work) => {
    const res = await asAutor(db, { id: principal.usuarioId, username: principal.username, direccion }, work)
    await p.hear()
    return res
  })
  installAcceso(app, db, config)
  const estado = createEstado(db, config)
  installOperacion(
    app,
    config,
    p.metricas,
    p.sonda.check,
    createMetricasSalud(p.metricas.coleccion, estado, p.onFallo('no figures for /metrics')),
  )
  const galleta = createCookie(config)
  const frenos = createFrenos(p.dbLimites)
  const conocidos = createConocidos(db, config)
  installSesion(app, { db, frenos, cookie: galleta, conocidos })
  installCuenta(app, { db, zona: config.TZ_PLANTA, frenos, cookie: galleta, conocidos })
  installPerfil(app, db)
  const cartas = { ...p.cartas, onFail: (err: unknown) => app.log.warn({ err }, 'mail not sent') }
  installCorreo(app, db, frenos, cartas)
  installAdministracion(app, db, config.TZ_PLANTA, cartas)
  installAvisos(app, db, config.TZ_PLANTA, leaveEnvio)
  installDestinos(app, { ...p, internos: config.AVISOS_HOSTS })
  installAjustes(app, db, config)
  installCalendario(app, db)
  installCiclos(app, db)
  installPrevision(app, p.replica, config.TZ_PLANTA)
  installCuadro(app, db, config.TZ_PLANTA)
  installAdhesivos(app, db, config)
  installDispositivos(app, db, p.flota, config.TZ_PLANTA)
  installEventos(app, db, config.TZ_PLANTA)
  installIncidencias(app, db, config.TZ_PLANTA)
  installCausas(app, db, config.TZ_PLANTA)
  installHoy(app, db, config.TZ_PLANTA)
  installVistas(app, db, config.TZ_PLANTA, cartas.correo !== null)
  installUbicaciones(app, db, p.flota, config.TZ_PLANTA)
  installLogistica(app, db, p.flota, config.TZ_PLANTA)
  installExportar(app, db)
  installJuego(app, db)
  installContenedores(app, db, config.TZ_PLANTA)
  installGraficos(app, p.replica, config.TZ_PLANTA)
  installAuditoria(app, db, config.TZ_PLANTA)
  await installManuales(app, db, config)
  installVivo(app, p.difusion)
  installLectores(app, db, config, p.puertoMqtt)
  installLecturas(app, db, config.TZ_PLANTA, p.receive)
  installSalud(app, estado)
  installCalibracion(app, db, config.TZ_PLANTA)
  installConfirmaciones(app, db, p.plantas)
  if (p.oye) installLecturasGateway(app, p.receive, p.credenciales, p.metricas)
  await installWeb(app, db)
  return app
}
