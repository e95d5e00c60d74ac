import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { formatRetenidas } from '../server/avisos/avisos/delivery/service-salidas'
import { formatClavesRetenidas } from '../server/personas/claves-api/service'
import { baseOf } from '../server/platform/config/config'
import { keepRunning } from '../server/platform/process/keep-running'
import { addresses, run } from '../server/start/boot'
import { CLAVE, CUENTAS, findSiembra } from './seed'
import type { Dicho, Pedido } from './siembra'

function showProgreso(): (parte: number) => void {
  let last = -1
  return (parte) => {
    const pct = Math.floor(parte * 100)
    if (pct < last + 10 && pct !== 100) return
    last = pct
    process.stdout.write(`Creando la planta de demostración con 90 días de historia… ${pct} %\n`)
  }
}

const programOf = (nombre: string) =>
  fileURLToPath(new URL(`./${nombre}${extname(import.meta.url)}`, import.meta.url))

/** Fills the database in a child process. @returns when it was filled, Unix ms */
function seedChildProcess(
  { options }: pg.Pool,
  donde: Omit<Pedido, 'conexion'>,
  progreso: (parte: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(programOf('siembra'))
    child.on('message', (dicho: Dicho) => {
      if ('parte' in dicho) progreso(dicho.parte)
      else if ('siembra' in dicho) resolve(dicho.siembra)
      else reject(new Error(dicho.error))
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error('the demonstration plant was not made')))
    // The pool hides its password from enumeration.
    const pedido: Pedido = { conexion: { ...options, password: options.password }, ...donde }
    child.send(pedido)
  })
}

/** Limits of its memory, in MB: it needs 15, and without a limit it keeps what it no longer needs for hours. */
const SIMULADOR_MB = ['--max-old-space-size=64', '--max-semi-space-size=2']

/** Keeps the simulator running as a child process that sends like any gateway; it ends with this process. */
function startSimulador(url: string, mqtt: string, siembra: number): () => Promise<void> {
  const start = () =>
    fork(programOf('simulador'), [], {
      env: { ...process.env, RETORNA_URL: url, RETORNA_MQTT: mqtt, RETORNA_SIEMBRA: String(siembra) },
      execArgv: [...process.execArgv, ...SIMULADOR_MB],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  return keepRunning(start, (why, againMs) =>
    process.stderr.write(
      `El simulador de la planta ha acabado (${why}); se arranca de nuevo en ${againMs / 1000} s.\n`,
    ),
  ).stop
}

/** Abilities of an account beyond those of every account. */
const PUEDE = {
  operario: '',
  lectura: ', solo lectura',
  empresa: ', la administra',
  admin: ', administra todas',
}

let siembra = Date.now()
await run({
  async prepare(db, pool, config) {
    siembra =
      (await findSiembra(db)) ??
      (await seedChildProcess(pool, { zona: config.TZ_PLANTA, base: baseOf(config) }, showProgreso()))
  },
  async onReady(server, config) {
    const cuentas = CUENTAS.map(
      ([username, , empresa, rol]) => `${username} (empresa ${empresa}${PUEDE[rol]})`,
    )
    process.stdout.write(
      [
        '',
        'Retorna en marcha con la planta de demostración',
        ...addresses(server, config),
        `  Cuentas      ${cuentas.slice(0, 3).join(', ')}`,
        `               ${cuentas.slice(3).join(', ')}`,
        `  Contraseña   ${CLAVE}`,
        ...(await formatRetenidas(server.db)),
        ...(await formatClavesRetenidas(server.db)),
        '  Ctrl-C para terminar',
        '',
      ].join('\n'),
    )
    const mqtt = config.MQTT_URL ?? `mqtt://${config.HOST}:${server.puertoMqtt}`
    return startSimulador(server.url, mqtt, siembra)
  },
})
