import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from './app'
import { createMensajeria, readSecretos } from './avisos/mensajeria'
import type { Config } from './config'
import { createCorreo } from './correo/correo'
import { createDb, createPool, type Db, USOS } from './db/cliente'
import { createEscucha } from './db/escucha'
import { createOnFallo } from './db/fallos'
import { startBaseIntegrada } from './db/integrada/servidor'
import { createReplica } from './db/replica'
import { createFlota } from './dispositivos/flota'
import { ErrorArranque } from './errores-arranque'
import { listen, urlOf } from './http/puerto'
import { startIdleGc } from './idle-gc'
import { type Jobs, startJobs } from './jobs/jobs'
import { prepareBase } from './jobs/prepare'
import { createCanalDeBitacora } from './lecturas/bitacora/canal'
import { openBitacora } from './lecturas/bitacora/conexion'
import { startEntrada } from './lecturas/bitacora/entrada'
import type { Aplicado } from './lecturas/bitacora/leer'
import { type Canal, createCanal } from './lecturas/canal/canal'
import { createCanalAjeno } from './lecturas/canal/canal-ajeno'
import { createPadron } from './lecturas/canal/padron'
import { createPlantas } from './lecturas/canal/plantas'
import { createCredenciales } from './lecturas/puerta/credenciales'
import { openGrabacion } from './lecturas/puerta/grabacion'
import { startClientes } from './lecturas/puerta/mqtt/externo'
import { startBroker } from './lecturas/puerta/mqtt/integrado'
import { createRecepcion, createRefused, type Recepcion } from './lecturas/puerta/recepcion'
import { createCuarentena } from './lecturas/puerta/repo-cuarentena'
import { createRechazos } from './lecturas/puerta/repo-rechazos'
import { createMetricas } from './metricas'
import { createVentana, startPulso } from './salud/pulso'
import { createSonda } from './salud/sonda'
import { createInformes } from './vistas/informe'
import { createDifusion } from './vivo/difusion'
import { createWorkers } from './workers'

export type Servidor = {
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
  if (abortar?.aborted) throw new ErrorArranque('Arranque interrumpido.')
}

async function openBase(config: Config, avisos: { onDeath(): void; onGiveUp(e: Error): void }) {
  if (config.DATABASE_URL) return { conexion: config.DATABASE_URL, stop: async () => {} }
  return startBaseIntegrada(config.DATA_DIR, avisos)
}

/**
 * Start everything that the settings ask of this process, in order, and hand back how to stop it. What fails undoes
 * what was started before. `onPrepared` runs once the schema is up to date and before anybody is let in; `abortar`
 * ends it early. `onGiveUp` is called when the embedded database is gone and restarting it was given up.
 */
export async function startServidor(
  config: Config,
  onPrepared: (db: Db, pool: pg.Pool) => Promise<void> = async () => {},
  abortar?: AbortSignal,
  onGiveUp: (e: Error) => void = () => {},
): Promise<Servidor> {
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
): Promise<Servidor> {
  // First of all: who asks for a recording and mistypes its file waits for nothing.
  const onHueco = (e: unknown) => app.log.error({ err: e }, 'not all that arrives is recorded')
  const grabacion = config.GRABAR ? await openGrabacion(config.GRABAR, onHueco) : null
  paradas.push(() => grabacion?.stop())
  let onDeath = () => {}
  const base = await openBase(config, { onDeath: () => onDeath(), onGiveUp })
  paradas.push(() => base.stop())
  checkAbortado(abortar)
  // A long preparation ends with its database; what it had not committed never was.
  const abort = () => base.stop()
  abortar?.addEventListener('abort', abort)
  const obras = createPool(base.conexion, USOS.obras)
  paradas.push(() => obras.end())
  await prepareBase(obras, config.TZ_PLANTA)
  checkAbortado(abortar)
  await onPrepared(createDb(obras), obras)
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
  const sonda = createSonda(
    base.conexion,
    () => (!clientes || clientes.conectado()) && (!bitacora || bitacora.conectada()),
  )
  paradas.push(() => sonda.stop(), startIdleGc())
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
    metricas.tandasFallidas.inc()
    sonda.noteFallo(e)
    app.log.error({ err: e }, 'batch of readings not committed')
  }
  const nats = { nombre: config.NATS_STREAM, replicas: config.NATS_REPLICAS }
  const bitacora = config.NATS_URL ? await openBitacora(config.NATS_URL, nats, onFail) : null
  paradas.push(() => bitacora?.stop())
  const padron = createPadron(dbIngesta)
  const plantas = createPlantas(dbIngesta)
  const ventana = createVentana()
  /** Of the log: what counts is not that it is kept, but that it is applied. */
  const onApplied = ({ lecturas, recibido }: Aplicado) => {
    ventana.note(Date.now() - recibido, lecturas)
    sonda.noteGuardado()
  }
  const cuarentena = createCuarentena(dbIngesta)
  const canal = openCanal()
  paradas.push(() => canal.stop())

  function openCanal(): Canal {
    const lugar = { pool: poolIngesta, db: dbIngesta, zona: config.TZ_PLANTA, padron }
    const keepRefused = createRefused(cuarentena, metricas)
    if (bitacora)
      return createCanalDeBitacora(bitacora, lugar, conIngesta, { onApplied, keepRefused, onFail })
    return conIngesta ? createCanal(lugar, !config.DATABASE_URL, onFail) : createCanalAjeno(poolIngesta)
  }

  const onFallo = createOnFallo(() => app.log)
  const onSinCuarentena = (e: unknown) => {
    metricas.cuarentenaFallida.inc()
    onFallo('what is refused could not be kept')(e)
  }
  const rechazos = createRechazos(dbIngesta, onSinCuarentena)
  const credenciales = createCredenciales(dbIngesta, rechazos)
  const decode = createRecepcion(canal, cuarentena, rechazos, metricas, onSinCuarentena)
  const receive: Recepcion = async (entrada) => {
    const nueva = entrada.recibido === undefined
    if (nueva) grabacion?.note(entrada, Date.now())
    const inicio = performance.now()
    const res = await decode(entrada).catch((e) => {
      ventana.noteFallo()
      throw e
    })
    if (nueva) {
      const ms = performance.now() - inicio
      metricas.confirmacion.observe(ms / 1000)
      if (!bitacora) ventana.note(ms, res.aceptadas + res.duplicadas + res.sin_registrar)
    }
    if (!bitacora && res.aceptadas + res.sin_registrar > 0) sonda.noteGuardado()
    return res
  }
  const difusion = createDifusion(db, config.TZ_PLANTA, onFallo('live changes not sent'))
  paradas.push(() => difusion.stop())
  const flota = createFlota(db, () => escucha.flush(), undefined, onFallo('devices in memory not compared'))
  paradas.push(() => flota.stop())

  const escucha = createEscucha(
    base.conexion,
    {
      retorna_cambios: (a) => {
        difusion.changed(a)
        flota.changed(a)
      },
      retorna_ajustes: (empresa) => {
        padron.forgetAjustes(Number(empresa))
        // What a device is thought to be depends on them.
        flota.forget()
        difusion.reset()
      },
      retorna_dispositivos: (mac) => forgetDispositivo(mac),
      retorna_credenciales: () => credenciales.forget(),
      retorna_aprendido: (empresa) => forgetPlantas(Number(empresa)),
      retorna_lectores: (empresa) => forgetPlantas(Number(empresa)),
      retorna_confirmaciones: () => canal.attend(),
      retorna_avisos: (empresa) => difusion.told(Number(empresa)),
    },
    () => {
      padron.forget()
      forgetPlantas()
      credenciales.forget()
      difusion.reset()
      flota.forget()
    },
  )
  await escucha.start()
  paradas.push(() => escucha.stop())

  function forgetPlantas(empresa?: number): void {
    plantas.forget(empresa)
    canal.forgetPlantas(empresa)
  }

  /** Its credential too: a reader may have become something else. */
  function forgetDispositivo(mac: string): void {
    padron.forget(mac ? [mac] : undefined)
    credenciales.forget()
  }

  /** While nothing is heard, what was remembered may be old. */
  const hear = () =>
    escucha.flush().catch(() => {
      forgetDispositivo('')
      forgetPlantas()
    })

  const poolEnvios = createPool(base.conexion, USOS.envios)
  paradas.push(() => poolEnvios.end())
  const correo = createCorreo(config)
  const publica = config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${config.HOST}:${config.PORT}`
  const dbEnvios = createDb(poolEnvios)
  const secretos = await readSecretos(db)
  const mensajeria = createMensajeria({
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
  let clientes: Awaited<ReturnType<typeof startClientes>> | null = null
  const app = await buildApp({
    config,
    pool,
    db,
    replica,
    dbLimites: createDb(poolLimites),
    metricas,
    difusion,
    flota,
    credenciales,
    plantas,
    receive,
    oye: conIngesta || bitacora !== null,
    puertoMqtt: () => broker?.puerto ?? null,
    hear,
    onFallo,
    sonda,
    cartas: { correo, base: publica },
    mensajeria,
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
    const pulso = startPulso(
      dbIngesta,
      ventana,
      () => canal.enCola,
      onFallo('this process could not tell how it is'),
    )
    paradas.push(() => pulso.stop())
    if (bitacora && config.NATS_ENTRADA) {
      const entrada = await startEntrada(
        bitacora,
        config.NATS_ENTRADA,
        config.NATS_REPLICAS,
        receive,
        metricas,
        (e) => app.log.warn({ err: e }, 'what gateways say at NATS is not read, trying again'),
      )
      paradas.push(() => entrada.stop())
    }
    if (config.MQTT_URL) {
      clientes = await startClientes(
        config.MQTT_URL,
        config.MQTT_GRUPO,
        config.DATA_DIR,
        receive,
        metricas,
        (e) => app.log.warn({ err: e }, 'outside MQTT broker not reached, trying again'),
        () => app.log.warn('more messages at QoS 0 than can be saved: some are lost'),
      )
      paradas.push(() => clientes?.stop())
    } else {
      broker = await startBroker(
        { host: config.HOST, puerto: config.MQTT_PORT },
        receive,
        credenciales,
        rechazos,
        metricas,
        onFallo('readers are refused: no credential can be checked'),
      )
      paradas.push(() => broker?.stop())
    }
  }
  const readReplica = () => (copia?.readEstado().enUso ? (config.DATABASE_READ_URL ?? null) : null)
  const { conexion } = base
  const jobs = await startJobs(
    conexion,
    obras,
    createWorkers({ config, pool: obras, db: createDb(obras), mensajeria, conexion, readReplica, bitacora }),
    (queue, e) => app.log.error({ err: e, queue }, 'job not done'),
    // A test asks for the jobs that it needs; nothing is done because of the hour.
    { schedule: process.env.NODE_ENV !== 'test' },
  )
  paradas.push(() => {
    sonda.leave()
    return Promise.all([jobs.stop(), app.leave()])
  })
  return { app, db, pool, url: urlOf(app, config), puertoMqtt: broker?.puerto ?? null, jobs, stop }
}
