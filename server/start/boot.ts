import type pg from 'pg'
import { type Config, ErrorConfig, readConfig } from '../platform/config/config'
import { withoutPassword } from '../platform/config/named-base'
import { ErrorStartup } from '../platform/config/startup-errors'
import type { Db } from '../platform/db/client'
import { watchNpm } from '../platform/process/parent'
import { type Server, startServer } from './server'

/** The process ends after this time even if a part hangs. */
const PARADA_MAX_MS = 10_000

type Options = {
  /** Checks the settings before anything starts; throws ErrorStartup. */
  check?: (config: Config) => void
  prepare?: (db: Db, pool: pg.Pool, config: Config) => Promise<void>
  /** Called once the server answers; the function that it returns is called before the server stops. */
  onReady: (server: Server, config: Config) => Promise<() => Promise<void> | void>
}

function fail(e: unknown): never {
  const conocido = e instanceof ErrorStartup || e instanceof ErrorConfig
  process.stderr.write(conocido ? `retorna: ${(e as Error).message}\n` : `retorna: ${(e as Error).stack}\n`)
  process.exit(1)
}

/**
 * Run Retorna as a process: read the settings, start, print one line for an error, and stop in order on Ctrl-C or SIGTERM.
 * A second Ctrl-C ends it at once.
 */
export async function run(options: Options): Promise<void> {
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
    options.check?.(config)
    const abortar = new AbortController()
    onEnd = () => abortar.abort()
    const prepare = async (db: Db, pool: pg.Pool, held: Config) => options.prepare?.(db, pool, held)
    const giveUp = (e: Error) => {
      process.stderr.write(`retorna: ${e.message}\n`)
      estado = 1
      if (!parando) end()
    }
    const server = await startServer(config, prepare, abortar.signal, giveUp)
    stop = server.stop
    const before = parando ? () => {} : await options.onReady(server, config)
    onEnd = () => {
      Promise.resolve(before())
        .then(() => server.stop())
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

/** Addresses of the server, as lines for a terminal. */
export function addresses(server: Server, config: Config): string[] {
  const externo = config.MQTT_URL && withoutPassword(config.MQTT_URL)
  const mqtt = server.puertoMqtt === null ? externo : `mqtt://${config.HOST}:${server.puertoMqtt}`
  return [`  Aplicación   ${config.PUBLIC_URL ?? server.url}`, `  MQTT         ${mqtt ?? '—'}`]
}
