import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from './app'
import type { Config } from './config'
import { finishRelevo } from './copias/relevo'
import { createDb, createPool, type Db } from './db/cliente'
import { createEscucha } from './db/escucha'
import { startBaseIntegrada } from './db/integrada/servidor'
import { prepareBase } from './db/preparar'
import { createFlota } from './dispositivos/flota'
import { causaDe, ErrorArranque } from './errores-arranque'
import { createCredenciales } from './lecturas/credenciales'
import { createCuarentena, pruneVistos } from './lecturas/cuarentena'
import { createIngesta } from './lecturas/ingesta'
import { startClientes } from './lecturas/mqtt/externo'
import { startBroker } from './lecturas/mqtt/integrado'
import { createRecepcion } from './lecturas/recepcion'
import { createRechazos } from './lecturas/rechazos'
import { createMetricas } from './metricas'
import { startRetencion } from './retencion/retencion'
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

async function openBase(config: Config) {
  if (config.DATABASE_URL) return { conexion: config.DATABASE_URL, stop: async () => {} }
  return startBaseIntegrada(config.DATA_DIR)
}

/**
 * Start everything that the settings ask of this process, in order, and hand back how to stop it. What fails undoes
 * what was started before. `alPreparar` runs once the schema is up to date and before anybody is let in; `abortar`
 * ends it early.
 */
export async function startServidor(
  config: Config,
  alPreparar: (db: Db, pool: pg.Pool) => Promise<void> = async () => {},
  abortar?: AbortSignal,
): Promise<Servidor> {
  const paradas: Parada[] = []
  const stop = async () => {
    for (const parar of paradas.splice(0).reverse()) await parar()
  }
  try {
    return await start(config, alPreparar, abortar, paradas, stop)
  } catch (e) {
    await stop().catch(() => {})
    throw e
  }
}

async function start(
  config: Config,
  alPreparar: (db: Db, pool: pg.Pool) => Promise<void>,
  abortar: AbortSignal | undefined,
  paradas: Parada[],
  stop: () => Promise<void>,
): Promise<Servidor> {
  const base = await openBase(config)
  paradas.push(() => base.stop())
  checkAbortado(abortar)
  // A long preparation ends with its database; what it had not committed never was.
  const abort = () => base.stop()
  abortar?.addEventListener('abort', abort)
  const pool = createPool(base.conexion)
  paradas.push(() => pool.end())
  const db = createDb(pool)
  await prepareBase(pool, config.TZ_PLANTA)
  await finishRelevo(pool, config.DATA_DIR)
  checkAbortado(abortar)
  await alPreparar(db, pool)
  abortar?.removeEventListener('abort', abort)
  checkAbortado(abortar)

  const metricas = createMetricas()
  const conIngesta = config.ROLES !== 'api'
  const ingesta = createIngesta(pool, db, config.TZ_PLANTA, (e) => {
    metricas.lotesFallidos.inc()
    app.log.error({ err: e }, 'batch of readings not committed')
  })
  paradas.push(() => ingesta.stop())
  const rechazos = createRechazos(db, () => metricas.cuarentenaFallida.inc())
  const credenciales = createCredenciales(db, rechazos)
  const receive = createRecepcion(ingesta, createCuarentena(db), rechazos, metricas)
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
      retorna_dispositivos: (mac) => forgetDispositivo(mac),
      retorna_credenciales: () => credenciales.forget(),
    },
    () => {
      ingesta.registro.forget()
      credenciales.forget()
      difusion.reset()
      flota.forget()
    },
  )
  await escucha.start()
  paradas.push(() => escucha.stop())

  /** Its credential too: a reader may have become something else. */
  function forgetDispositivo(mac: string): void {
    ingesta.registro.forget(mac ? [mac] : undefined)
    credenciales.forget()
  }

  async function notify(canal: 'retorna_dispositivos' | 'retorna_credenciales', aviso: string) {
    // Ourselves at once, so that the answer to who asked is already true; the others a moment later.
    if (canal === 'retorna_credenciales') credenciales.forget()
    else forgetDispositivo(aviso)
    await pool.query('select pg_notify($1, $2)', [canal, aviso])
  }

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
    receive: conIngesta ? receive : null,
    notify,
    ready: async () => {
      await pool.query('select 1')
      return !clientes || clientes.conectado()
    },
  })
  paradas.push(() => app.close())
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
    const limpieza = setInterval(() => pruneVistos(db).catch(() => {}), LIMPIEZA_MS)
    paradas.push(() => clearInterval(limpieza))
    if (config.RETENCION_MESES) {
      const retencion = startRetencion(pool, config.RETENCION_MESES, config.TZ_PLANTA, (e) =>
        app.log.error({ err: e }, 'old events not dropped'),
      )
      paradas.push(() => retencion.stop())
    }
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
