import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { openGrabacion } from '../oir/lecturas/ingress/grabacion'
import { portOf } from '../oir/lecturas/ingress/mqtt/integrado'
import { type ClockGuard, startClockGuard } from '../operacion/reloj/guard'
import type { Config } from '../platform/config/config'
import type { Db } from '../platform/db/client'
import { createOnFailure } from '../platform/db/failures'
import { type Claim, claimPort, claimWeb, listen, urlOf } from '../platform/http/port'
import { type Jobs, startJobs } from '../platform/jobs/jobs'
import { machineClock } from '../platform/time/machine-clock'
import { buildApp } from './app'
import { openChanges } from './parts/changes'
import { openDatabase } from './parts/database'
import { openHealth } from './parts/health'
import { openIngest } from './parts/ingest'
import { openNotices } from './parts/notices'
import { openReaders } from './parts/readers'
import { checkAborted, createClosers, createEarlyLog, orCut, type Starting } from './starting'
import { createWorkers } from './workers'

export type Server = {
  app: FastifyInstance
  db: Db
  pool: pg.Pool
  url: string
  /** Port of the embedded broker; null where an external one is used. */
  puertoMqtt: number | null
  jobs: Jobs
  clockGuard: ClockGuard
  stop(): Promise<void>
}

/** Callbacks of the code that starts this process. */
type Starter = {
  onPrepared(db: Db, pool: pg.Pool, config: Config): Promise<void>
  onGiveUp(e: Error): void
}

/**
 * Start all parts that the settings ask for, in order, and return how to stop them. If one fails, the parts that started before are closed.
 * `onPrepared` runs once the schema is up to date and before anything listens; `abortar` ends the start early. `onGiveUp` is called when
 * the embedded database has ended and restarting it was given up.
 */
export async function startServer(
  config: Config,
  onPrepared: Starter['onPrepared'] = async () => {},
  abortar?: AbortSignal,
  onGiveUp: (e: Error) => void = () => {},
): Promise<Server> {
  const closers = createClosers()
  try {
    const ports = await claimPorts(config, closers)
    const held = { ...config, PORT: ports.web.port, MQTT_PORT: ports.mqtt?.port ?? config.MQTT_PORT }
    const starting = { config: held, closers, log: createEarlyLog(), abort: abortar }
    return await start(starting, ports, { onPrepared, onGiveUp })
  } catch (e) {
    await closers.close().catch(() => {})
    throw e
  }
}

type Ports = { web: Claim; mqtt: Claim | null }

/**
 * Ports come first: a first start makes its database for a minute, and a taken port is told before. Where processes share a database the
 * port of MQTT may still be that of a process that this one relieves, and is taken once it has left.
 */
async function claimPorts(config: Config, closers: Starting['closers']): Promise<Ports> {
  const web = await claimWeb(config)
  closers.add(() => web.release())
  if (config.MQTT_URL || config.DATABASE_URL) return { web, mqtt: null }
  const mqtt = await claimPort(portOf({ host: config.HOST, puerto: config.MQTT_PORT }))
  closers.add(() => mqtt.release())
  return { web, mqtt }
}

/** Tests queue the jobs that they need, and look at clocks themselves; nothing runs by schedule. */
const schedule = process.env.NODE_ENV !== 'test'

/** Each part is closed before the parts that were opened before it. */
async function start(s: Starting, ports: Ports, { onPrepared, onGiveUp }: Starter): Promise<Server> {
  const { config, closers, log } = s
  // The recording comes first: an operator who mistypes its file gets the error at once.
  const onGap = (err: unknown) => log.error({ err }, 'not all that arrives is recorded')
  const recording = config.GRABAR ? await openGrabacion(config.GRABAR, onGap) : null
  closers.add(() => recording?.stop())
  const onDeath = () => log.error({}, 'the embedded database is gone; it is being started again')
  const database = await openDatabase(s, {
    onPrepared: (db, pool) => onPrepared(db, pool, config),
    onDeath,
    onGiveUp,
  })
  const health = openHealth(s, database)
  const ingest = await openIngest(s, database, health, recording)
  const changes = await openChanges(s, database, ingest)
  const notices = await openNotices(s, database, health)
  // It takes seconds where there are hundreds of thousands of devices. Readings are heard meanwhile; jobs would make it take longer.
  const loading = config.ROLES === 'ingest' ? Promise.resolve() : health.probe.waitFor(changes.load())

  const { pool, db } = database.personas
  let puertoMqtt: number | null = null
  const app = await buildApp({
    config,
    pool,
    db,
    replica: health.replica,
    dbLimites: database.limites.db,
    metricas: health.metricas,
    broadcast: changes.broadcast,
    flota: changes.fleet,
    credenciales: ingest.credenciales,
    plantas: ingest.plantas,
    receive: ingest.receive,
    oye: ingest.isApplying || ingest.log !== null,
    puertoMqtt: () => puertoMqtt,
    hear: changes.hear,
    onFallo: createOnFailure(() => log),
    probe: health.probe,
    ...notices,
  })
  closers.add(() => app.leave())
  log.handOver(app.log)
  health.copia?.start()
  const clockGuard = await startClockGuard(
    {
      pool: database.maintenance.pool,
      zona: config.TZ_PLANTA,
      log,
      onFail: createOnFailure(() => log)('clocks not looked at'),
      onRedated: () => ingest.pipeline.forgetPlantas(),
    },
    { schedule },
  )
  closers.add(() => clockGuard.stop())
  await listen(app, config, ports.web)

  // This may wait until another process gives up its leases.
  const { pipeline } = ingest
  await orCut(
    s,
    () => pipeline.stop(),
    () => pipeline.start(),
  )
  checkAborted(s)
  await ports.mqtt?.release()
  if (ingest.isApplying) puertoMqtt = await openReaders(s, database, health, ingest)
  await orCut(
    s,
    () => changes.fleet.stop(),
    () => loading,
  )
  checkAborted(s)
  const { conexion, maintenance } = database
  const jobs = await startJobs(
    conexion,
    maintenance.pool,
    createWorkers({
      config,
      ...maintenance,
      notificationSender: notices.notificationSender,
      conexion,
      readReplica: health.readReplica,
      bitacora: ingest.log,
    }),
    (queue, e) => log.error({ err: e, queue }, 'job not done'),
    { schedule, isHeld: () => machineClock.doubt !== null },
  )
  closers.add(() => {
    health.probe.leave()
    return Promise.all([jobs.stop(), app.leave()])
  })
  return { app, db, pool, url: urlOf(app, config), puertoMqtt, jobs, clockGuard, stop: closers.close }
}
