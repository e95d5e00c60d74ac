import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { tellRetenidas } from '../server/domains/avisos/delivery/service-salidas'
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

/** Fill the database, in a process of its own. Returns when it was filled, Unix ms. */
function seedChildProcess(
  { options }: pg.Pool,
  zona: string,
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
    // The pool hides its password from whoever lists what it has.
    const pedido: Pedido = { conexion: { ...options, password: options.password }, zona }
    child.send(pedido)
  })
}

/** A process of its own that speaks to us as any gateway would; it ends when we do. */
function startSimulador(url: string, mqtt: string, siembra: number): () => Promise<void> {
  const child = fork(programOf('simulador'), [], {
    env: { ...process.env, RETORNA_URL: url, RETORNA_MQTT: mqtt, RETORNA_SIEMBRA: String(siembra) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (e) => process.stderr.write(`simulador: ${e.message}\n`))
  return () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
}

/** What an account may do beside what everybody may. */
const PUEDE = {
  operario: '',
  lectura: ', solo lectura',
  empresa: ', la administra',
  admin: ', administra todas',
}

let siembra = Date.now()
await run({
  async prepare(db, pool, config) {
    siembra = (await findSiembra(db)) ?? (await seedChildProcess(pool, config.TZ_PLANTA, showProgreso()))
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
        ...(await tellRetenidas(server.db)),
        '  Ctrl-C para terminar',
        '',
      ].join('\n'),
    )
    const mqtt = config.MQTT_URL ?? `mqtt://${config.HOST}:${server.puertoMqtt}`
    return startSimulador(server.url, mqtt, siembra)
  },
})
