import type pg from 'pg'
import { type Config, ErrorConfig, readConfig } from './config'
import type { Db } from './db/cliente'
import { ErrorArranque } from './errores-arranque'
import { watchNpm } from './padre'
import { type Servidor, startServidor } from './servidor'

/** Whatever hangs, the process ends by then. */
const PARADA_MAX_MS = 10_000

type Opciones = {
  /** Look at the settings before anything starts; throws ErrorArranque. */
  check?: (config: Config) => void
  prepare?: (db: Db, pool: pg.Pool, config: Config) => Promise<void>
  /** Told once everything answers; what it returns is called before anything stops. */
  onReady: (servidor: Servidor, config: Config) => Promise<() => Promise<void> | void>
}

function fail(e: unknown): never {
  const conocido = e instanceof ErrorArranque || e instanceof ErrorConfig
  process.stderr.write(conocido ? `retorna: ${(e as Error).message}\n` : `retorna: ${(e as Error).stack}\n`)
  process.exit(1)
}

/**
 * Run Retorna as a process: settings, start, one line for what went wrong, and an orderly end on Ctrl-C or SIGTERM.
 * A second Ctrl-C does not wait.
 */
export async function run(opciones: Opciones): Promise<void> {
  let stop: (() => Promise<void>) | null = null
  let parando = false
  let estado = 0
  let onEnd: () => void = () => process.exit(130)

  const end = () => {
    if (parando) process.exit(130)
    parando = true
    setTimeout(() => process.exit(1), PARADA_MAX_MS).unref()
    onEnd()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  watchNpm(() => parando || end())

  try {
    const config = readConfig()
    opciones.check?.(config)
    const abortar = new AbortController()
    onEnd = () => abortar.abort()
    const prepare = async (db: Db, pool: pg.Pool) => opciones.prepare?.(db, pool, config)
    const giveUp = (e: Error) => {
      process.stderr.write(`retorna: ${e.message}\n`)
      estado = 1
      if (!parando) end()
    }
    const servidor = await startServidor(config, prepare, abortar.signal, giveUp)
    stop = servidor.stop
    const antes = parando ? () => {} : await opciones.onReady(servidor, config)
    onEnd = () => {
      Promise.resolve(antes())
        .then(() => servidor.stop())
        .then(
          () => process.exit(estado),
          (e) => fail(e),
        )
    }
    if (parando) onEnd()
  } catch (e) {
    await stop?.().catch(() => {})
    if (parando) process.exit(130)
    fail(e)
  }
}

/** Where things are, in lines for a terminal. */
export function direcciones(servidor: Servidor, config: Config): string[] {
  const externo = config.MQTT_URL && sinClave(config.MQTT_URL)
  const mqtt = servidor.puertoMqtt === null ? externo : `mqtt://${config.HOST}:${servidor.puertoMqtt}`
  return [`  Aplicación   ${config.PUBLIC_URL ?? servidor.url}`, `  MQTT         ${mqtt ?? '—'}`]
}

/** What is printed ends up in logs. */
function sinClave(direccion: string): string {
  const u = new URL(direccion)
  u.password = ''
  return u.href
}
