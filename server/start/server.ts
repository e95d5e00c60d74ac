import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createNotificationSender, readSecretos } from '../domains/avisos/delivery/notification-sender'
import { createFleet } from '../domains/dispositivos/fleet/fleet'
import { createCredenciales } from '../domains/lecturas/ingress/credenciales'
import { openGrabacion } from '../domains/lecturas/ingress/grabacion'
import { startClients } from '../domains/lecturas/ingress/mqtt/externo'
import { startBroker } from '../domains/lecturas/ingress/mqtt/integrado'
import { createRecepcion, createRefused } from '../domains/lecturas/ingress/recepcion'
import { createCuarentena } from '../domains/lecturas/ingress/repo-cuarentena'
import { createRejections } from '../domains/lecturas/ingress/repo-rejections'
import { openLog } from '../domains/lecturas/log/connection'
import { startEntrada } from '../domains/lecturas/log/entrada'
import type { Aplicado } from '../domains/lecturas/log/leer'
import { createLogPipeline } from '../domains/lecturas/log/pipeline'
import { createPlantas } from '../domains/lecturas/pipeline/memory/plants'
import { createRegistry } from '../domains/lecturas/pipeline/memory/registry'
import { createPipeline, type Pipeline } from '../domains/lecturas/pipeline/pipeline'
import { createRelayPipeline } from '../domains/lecturas/pipeline/relay-pipeline'
import { createProbe } from '../domains/salud/probe'
import { createVentana, startProcessHeartbeat } from '../domains/salud/process-heartbeat'
import { createInformes } from '../domains/vistas/informe'
import { createBroadcast } from '../domains/vivo/broadcast'
import type { Config } from '../platform/config/config'
import { ErrorStartup } from '../platform/config/startup-errors'
import { createDb, createPool, type Db, USOS } from '../platform/db/client'
import { startBaseEmbedded } from '../platform/db/embedded/server'
import { createOnFailure } from '../platform/db/failures'
import { createNotificationListener } from '../platform/db/notification-listener'
import { createReplica } from '../platform/db/replica'
import { listen, urlOf } from '../platform/http/port'
import { type Jobs, startJobs } from '../platform/jobs/jobs'
import { prepareBase } from '../platform/jobs/prepare'
import { createCorreo } from '../platform/mail/mail'
import { createMetricas } from '../platform/metrics/metrics'
import { startIdleGc } from '../platform/process/idle-gc'
import { buildApp } from './app'
import { measureReceive } from './receive'
import { createWorkers } from './workers'

export type Server = {
  app: FastifyInstance
  db: Db
  pool: pg.Pool
  url: string
  /** Port of the embedded broker; null where an outside one is used. */
  puertoMqtt: number | null
  jobs: Jobs
  stop(): Promise<void>
}

/** How to stop a part; what it returns is waited for. */
type Parada = () => unknown

function checkAbortado(abortar: AbortSignal | undefined): void {
  if (abortar?.aborted) throw new ErrorStartup('Arranque interrumpido.')
}

async function openBase(config: Config, avisos: { onDeath(): void; onGiveUp(e: Error): void }) {
  if (config.DATABASE_URL) return { conexion: config.DATABASE_URL, stop: async () => {} }
  return startBaseEmbedded(config.DATA_DIR, avisos)
}

/**
 * Start everything that the settings ask of this process, in order, and hand back how to stop it. What fails undoes
 * what was started before. `onPrepared` runs once the schema is up to date and before anybody is let in; `abortar`
 * ends it early. `onGiveUp` is called when the embedded database is gone and restarting it was given up.
 */
export async function startServer(
  config: Config,
  onPrepared: (db: Db, pool: pg.Pool) => Promise<void> = async () => {},
  abortar?: AbortSignal,
  onGiveUp: (e: Error) => void = () => {},
): Promise<Server> {
  const paradas: Parada[] = []
  const stop = async () => {
    for (const parada of paradas.splice(0).reverse()) await parada()
  }
  try {
    return await start(config, onPrepared, abortar, onGiveUp, paradas, stop)
  } catch (e) {
    await stop().catch(() => {})
    throw e
  }
}

async function start(
  config: Config,
  onPrepared: (db: Db, pool: pg.Pool) => Promise<void>,
  abortar: AbortSignal | undefined,
  onGiveUp: (e: Error) => void,
  paradas: Parada[],
  stop: () => Promise<void>,
): Promise<Server> {
  // First of all: who asks for a recording and mistypes its file waits for nothing.
  const onGap = (e: unknown) => app.log.error({ err: e }, 'not all that arrives is recorded')
  const recording = config.GRABAR ? await openGrabacion(config.GRABAR, onGap) : null
  paradas.push(() => recording?.stop())
  let onDeath = () => {}
  const base = await openBase(config, { onDeath: () => onDeath(), onGiveUp })
  paradas.push(() => base.stop())
  checkAbortado(abortar)
  // A long preparation ends with its database; what it had not committed never was.
  const abort = () => base.stop()
  abortar?.addEventListener('abort', abort)
  const maintenancePool = createPool(base.conexion, USOS.maintenance)
  paradas.push(() => maintenancePool.end())
  await prepareBase(maintenancePool, config.TZ_PLANTA)
  checkAbortado(abortar)
  await onPrepared(createDb(maintenancePool), maintenancePool)
  abortar?.removeEventListener('abort', abort)
  checkAbortado(abortar)

  const pool = createPool(base.conexion, USOS.personas)
  paradas.push(() => pool.end())
  const db = createDb(pool)
  const poolLimites = createPool(base.conexion, USOS.limites)
  paradas.push(() => poolLimites.end())
  const poolIngesta = createPool(base.conexion, USOS.ingesta)
  paradas.push(() => poolIngesta.end())
  const dbIngesta = createDb(poolIngesta)
  const probe = createProbe(
    base.conexion,
    () => (!clients || clients.conectado()) && (!log || log.conectada()),
  )
  paradas.push(() => probe.stop(), startIdleGc())
  const metricas = createMetricas()
  const copia = config.DATABASE_READ_URL
    ? createReplica(pool, base.conexion, config.DATABASE_READ_URL, config.REPLICA_MAX_S, (enUso, porque) =>
        app.log.warn({ porque }, enUso ? 'reading from the replica' : 'not reading from the replica'),
      )
    : null
  paradas.push(() => copia?.stop())
  if (copia) metricas.watchReplica(copia.readEstado)
  const replica = copia?.db ?? db
  const conIngesta = config.ROLES !== 'api'
  const onFail = (e: unknown) => {
    metricas.batchesFallidas.inc()
    probe.noteFallo(e)
    app.log.error({ err: e }, 'batch of readings not committed')
  }
  const nats = { nombre: config.NATS_STREAM, replicas: config.NATS_REPLICAS }
  const log = config.NATS_URL ? await openLog(config.NATS_URL, nats, onFail) : null
  paradas.push(() => log?.stop())
  const registry = createRegistry(dbIngesta)
  const plantas = createPlantas(dbIngesta)
  const ventana = createVentana()
  /** Of the log: what counts is not that it is kept, but that it is applied. */
  const onApplied = ({ lecturas, recibido }: Aplicado) => {
    ventana.note(Date.now() - recibido, lecturas)
    probe.noteGuardado()
  }
  const cuarentena = createCuarentena(dbIngesta)
  const canal = openCanal()
  paradas.push(() => canal.stop())

  function openCanal(): Pipeline {
    const lugar = { pool: poolIngesta, db: dbIngesta, zona: config.TZ_PLANTA, registry }
    const keepRefused = createRefused(cuarentena, metricas)
    if (log) return createLogPipeline(log, lugar, conIngesta, { onApplied, keepRefused, onFail })
    return conIngesta ? createPipeline(lugar, !config.DATABASE_URL, onFail) : createRelayPipeline(poolIngesta)
  }

  const onFallo = createOnFailure(() => app.log)
  const onSinCuarentena = (e: unknown) => {
    metricas.cuarentenaFallida.inc()
    onFallo('what is refused could not be kept')(e)
  }
  const rejections = createRejections(dbIngesta, onSinCuarentena)
  const credenciales = createCredenciales(dbIngesta, rejections)
  const decode = createRecepcion(canal, cuarentena, rejections, metricas, onSinCuarentena)
  const receive = measureReceive(decode, { recording, ventana, metricas, probe, fromLog: log !== null })
  const broadcast = createBroadcast(db, config.TZ_PLANTA, onFallo('live changes not sent'))
  paradas.push(() => broadcast.stop())
  const fleet = createFleet(
    db,
    () => notificationListener.flush(),
    undefined,
    onFallo('devices in memory not compared'),
  )
  paradas.push(() => fleet.stop())

  const notificationListener = createNotificationListener(
    base.conexion,
    {
      retorna_cambios: (a) => {
        broadcast.changed(a)
        fleet.changed(a)
      },
      retorna_ajustes: (empresa) => {
        registry.forgetAjustes(Number(empresa))
        // What a device is thought to be depends on them.
        fleet.forget()
        broadcast.reset()
      },
      retorna_dispositivos: (mac) => forgetDispositivo(mac),
      retorna_credenciales: () => credenciales.forget(),
      retorna_aprendido: (empresa) => forgetPlantas(Number(empresa)),
      retorna_lectores: (empresa) => forgetPlantas(Number(empresa)),
      retorna_confirmaciones: () => canal.attend(),
      retorna_avisos: (empresa) => broadcast.told(Number(empresa)),
    },
    () => {
      registry.forget()
      forgetPlantas()
      credenciales.forget()
      broadcast.reset()
      fleet.forget()
    },
  )
  await notificationListener.start()
  paradas.push(() => notificationListener.stop())

  function forgetPlantas(empresa?: number): void {
    plantas.forget(empresa)
    canal.forgetPlantas(empresa)
  }

  /** Its credential too: a reader may have become something else. */
  function forgetDispositivo(mac: string): void {
    registry.forget(mac ? [mac] : undefined)
    credenciales.forget()
  }

  /** While nothing is heard, what was remembered may be old. */
  const hear = () =>
    notificationListener.flush().catch(() => {
      forgetDispositivo('')
      forgetPlantas()
    })

  const poolEnvios = createPool(base.conexion, USOS.envios)
  paradas.push(() => poolEnvios.end())
  const correo = createCorreo(config)
  const publica = config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${config.HOST}:${config.PORT}`
  const dbEnvios = createDb(poolEnvios)
  const secretos = await readSecretos(db)
  const notificationSender = createNotificationSender({
    db: dbEnvios,
    config,
    correo,
    base: publica,
    secretos,
    makeInforme: createInformes(dbEnvios, copia?.db ?? dbEnvios, config.TZ_PLANTA, (err) =>
      app.log.error({ err }, 'a view that is to be mailed could not be made a file'),
    ),
  })

  let broker: Awaited<ReturnType<typeof startBroker>> | null = null
  let clients: Awaited<ReturnType<typeof startClients>> | null = null
  const app = await buildApp({
    config,
    pool,
    db,
    replica,
    dbLimites: createDb(poolLimites),
    metricas,
    broadcast,
    flota: fleet,
    credenciales,
    plantas,
    receive,
    oye: conIngesta || log !== null,
    puertoMqtt: () => broker?.puerto ?? null,
    hear,
    onFallo,
    probe,
    mailMessages: { correo, base: publica },
    notificationSender,
    vapid: secretos.vapid.publica,
  })
  paradas.push(() => app.leave())
  copia?.start()
  onDeath = () => app.log.error('the embedded database is gone; it is being started again')
  await listen(app, config)

  // Another process may have to go first.
  const leave = () => canal.stop()
  abortar?.addEventListener('abort', leave)
  await canal.start()
  abortar?.removeEventListener('abort', leave)
  checkAbortado(abortar)
  if (conIngesta) {
    metricas.watchIngesta(
      () => canal.enCola,
      () => ventana.ultima,
    )
    const processHeartbeat = startProcessHeartbeat(
      dbIngesta,
      ventana,
      () => canal.enCola,
      onFallo('this process could not tell how it is'),
    )
    paradas.push(() => processHeartbeat.stop())
    if (log && config.NATS_ENTRADA) {
      const entrada = await startEntrada(log, {
        stream: config.NATS_ENTRADA,
        replicas: config.NATS_REPLICAS,
        receive,
        metricas,
        onFail: (e) => app.log.warn({ err: e }, 'what gateways say at NATS is not read, trying again'),
      })
      paradas.push(() => entrada.stop())
    }
    if (config.MQTT_URL) {
      clients = await startClients(config.MQTT_URL, {
        group: config.MQTT_GRUPO,
        identidad: config.DATA_DIR,
        receive,
        metricas,
        onFail: (e) => app.log.warn({ err: e }, 'outside MQTT broker not reached, trying again'),
        onLost: () => app.log.warn('more messages at QoS 0 than can be saved: some are lost'),
      })
      paradas.push(() => clients?.stop())
    } else {
      broker = await startBroker(
        { host: config.HOST, puerto: config.MQTT_PORT },
        {
          receive,
          credenciales,
          rejections,
          metricas,
          onFail: onFallo('readers are refused: no credential can be checked'),
        },
      )
      paradas.push(() => broker?.stop())
    }
  }
  const readReplica = () => (copia?.readEstado().enUso ? (config.DATABASE_READ_URL ?? null) : null)
  const { conexion } = base
  const jobs = await startJobs(
    conexion,
    maintenancePool,
    createWorkers({
      config,
      pool: maintenancePool,
      db: createDb(maintenancePool),
      notificationSender,
      conexion,
      readReplica,
      bitacora: log,
    }),
    (queue, e) => app.log.error({ err: e, queue }, 'job not done'),
    // A test asks for the jobs that it needs; nothing is done because of the hour.
    { schedule: process.env.NODE_ENV !== 'test' },
  )
  paradas.push(() => {
    probe.leave()
    return Promise.all([jobs.stop(), app.leave()])
  })
  return { app, db, pool, url: urlOf(app, config), puertoMqtt: broker?.puerto ?? null, jobs, stop }
}
