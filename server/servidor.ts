import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from './app'
import type { Config } from './config'
import { finishRelevo } from './copias/relevo'
import { createDb, createPool, type Db, USOS } from './db/cliente'
import { createEscucha } from './db/escucha'
import { startBaseIntegrada } from './db/integrada/servidor'
import { prepareBase } from './db/prepare'
import { createFlota } from './dispositivos/flota'
import { causaDe, ErrorArranque } from './errores-arranque'
import { createCredenciales } from './lectores/credenciales'
import { startEscuela } from './lecturas/aprendizaje/solo'
import { createIngesta } from './lecturas/canal/ingesta'
import { createGrabacion } from './lecturas/puerta/grabacion'
import { startClientes } from './lecturas/puerta/mqtt/externo'
import { startBroker } from './lecturas/puerta/mqtt/integrado'
import { createRecepcion, type Recepcion } from './lecturas/puerta/recepcion'
import { createCuarentena, pruneVistos } from './lecturas/puerta/repo-cuarentena'
import { createRechazos } from './lecturas/puerta/repo-rechazos'
import { createMetricas } from './metricas'
import { startRetencion } from './retencion/retencion'
import { createSalud } from './salud'
import { createDifusion } from './vivo/difusion'

const LIMPIEZA_MS = 10 * 60_000

export type Servidor = {
  app: FastifyInstance
  db: Db
  pool: pg.Pool
  url: string
  /** Port of the embedded broker; null where an outside one is used. */
  puertoMqtt: number | null
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
  await finishRelevo(obras, config.DATA_DIR)
  checkAbortado(abortar)
  await onPrepared(createDb(obras), obras)
  abortar?.removeEventListener('abort', abort)
  checkAbortado(abortar)

  const pool = createPool(base.conexion, USOS.personas)
  paradas.push(() => pool.end())
  const db = createDb(pool)
  const poolIngesta = createPool(base.conexion, USOS.ingesta)
  paradas.push(() => poolIngesta.end())
  const dbIngesta = createDb(poolIngesta)
  const salud = createSalud(base.conexion, () => !clientes || clientes.conectado())
  paradas.push(() => salud.stop())

  const metricas = createMetricas()
  const conIngesta = config.ROLES !== 'api'
  const ingesta = createIngesta(poolIngesta, dbIngesta, config.TZ_PLANTA, (e) => {
    metricas.tandasFallidas.inc()
    salud.noteFallo(e)
    app.log.error({ err: e }, 'batch of readings not committed')
  })
  paradas.push(() => ingesta.stop())
  const rechazos = createRechazos(dbIngesta, () => metricas.cuarentenaFallida.inc())
  const credenciales = createCredenciales(dbIngesta, rechazos)
  const decode = createRecepcion(ingesta, createCuarentena(dbIngesta), rechazos, metricas)
  const grabacion = config.GRABAR
    ? createGrabacion(config.GRABAR, (e) => app.log.error({ err: e }, 'what arrives is not recorded'))
    : null
  paradas.push(() => grabacion?.stop())
  const receive: Recepcion = async (entrada) => {
    if (entrada.recibido === undefined) grabacion?.note(entrada, Date.now())
    const res = await decode(entrada)
    if (res.aceptadas + res.sin_registrar > 0) salud.noteGuardado()
    return res
  }
  const difusion = createDifusion(db, config.TZ_PLANTA)
  paradas.push(() => difusion.stop())
  const flota = createFlota(db, () => escucha.flush())
  paradas.push(() => flota.stop())

  const escucha = createEscucha(
    base.conexion,
    {
      retorna_cambios: (a) => {
        difusion.changed(a)
        flota.changed(a)
      },
      retorna_ajustes: (empresa) => {
        ingesta.padron.forgetAjustes(Number(empresa))
        // What a device is thought to be depends on them.
        flota.forget()
        difusion.reset()
      },
      retorna_dispositivos: (mac) => forgetDispositivo(mac),
      retorna_credenciales: () => credenciales.forget(),
      retorna_aprendido: () => ingesta.plantas.forget(),
      retorna_confirmaciones: () => ingesta.attend(),
    },
    () => {
      ingesta.padron.forget()
      ingesta.plantas.forget()
      credenciales.forget()
      difusion.reset()
      flota.forget()
    },
  )
  await escucha.start()
  paradas.push(() => escucha.stop())

  /** Its credential too: a reader may have become something else. */
  function forgetDispositivo(mac: string): void {
    ingesta.padron.forget(mac ? [mac] : undefined)
    ingesta.plantas.forget()
    credenciales.forget()
  }

  /** While nothing is heard, what was remembered may be old. */
  const hear = () => escucha.flush().catch(() => forgetDispositivo(''))

  let broker: Awaited<ReturnType<typeof startBroker>> | null = null
  let clientes: Awaited<ReturnType<typeof startClientes>> | null = null
  const app = await buildApp({
    config,
    pool,
    db,
    metricas,
    difusion,
    flota,
    credenciales,
    plantas: ingesta.plantas,
    receive,
    conIngesta,
    hear,
    salud,
  })
  paradas.push(() => app.close())
  onDeath = () => app.log.error('the embedded database is gone; it is being started again')
  await listen(app, config)

  if (conIngesta) {
    await ingesta.start()
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
      )
      paradas.push(() => broker?.stop())
    }
    const limpieza = setInterval(() => pruneVistos(dbIngesta).catch(() => {}), LIMPIEZA_MS)
    paradas.push(() => clearInterval(limpieza))
    const retencion = startRetencion(obras, config.RETENCION_MESES, config.TZ_PLANTA, (e) =>
      app.log.error({ err: e }, 'old rows not dropped'),
    )
    paradas.push(() => retencion.stop())
    const escuela = startEscuela(createDb(obras), (e) => app.log.error({ err: e }, 'nothing was learned'))
    paradas.push(() => escuela.stop())
  }
  const { port } = app.server.address() as { port: number }
  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  return { app, db, pool, url, puertoMqtt: broker?.puerto ?? null, stop }
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (e) {
    const codigo = (e as NodeJS.ErrnoException).code
    if (codigo === 'EADDRINUSE')
      throw new ErrorArranque(`El puerto ${config.PORT} ya está en uso. Indique otro con PORT.`)
    if (codigo === 'EACCES') throw new ErrorArranque(`No hay permiso para abrir el puerto ${config.PORT}.`)
    throw new ErrorArranque(`No se puede escuchar en ${config.HOST}:${config.PORT}: ${causaDe(e)}.`)
  }
}
