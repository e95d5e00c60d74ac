import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { direcciones, run } from '../server/arranque'
import { tellRetenidas } from '../server/avisos/service-salidas'
import { CLAVE, CUENTAS, findSiembra } from './seed'
import type { Dicho, Pedido } from './siembra'

function showProgreso(): (parte: number) => void {
  let ultimo = -1
  return (parte) => {
    const pct = Math.floor(parte * 100)
    if (pct < ultimo + 10 && pct !== 100) return
    ultimo = pct
    process.stdout.write(`Creando la planta de demostración con 90 días de historia… ${pct} %\n`)
  }
}

const programaDe = (nombre: string) =>
  fileURLToPath(new URL(`./${nombre}${extname(import.meta.url)}`, import.meta.url))

/** Fill the database, in a process of its own. Returns when it was filled, Unix ms. */
function seedAparte({ options }: pg.Pool, zona: string, progreso: (parte: number) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const hijo = fork(programaDe('siembra'))
    hijo.on('message', (dicho: Dicho) => {
      if ('parte' in dicho) progreso(dicho.parte)
      else if ('siembra' in dicho) resolve(dicho.siembra)
      else reject(new Error(dicho.error))
    })
    hijo.on('error', reject)
    hijo.on('exit', () => reject(new Error('the demonstration plant was not made')))
    // The pool hides its password from whoever lists what it has.
    const pedido: Pedido = { conexion: { ...options, password: options.password }, zona }
    hijo.send(pedido)
  })
}

/** A process of its own that speaks to us as any gateway would; it ends when we do. */
function startSimulador(url: string, mqtt: string, siembra: number): () => Promise<void> {
  const hijo = fork(programaDe('simulador'), [], {
    env: { ...process.env, RETORNA_URL: url, RETORNA_MQTT: mqtt, RETORNA_SIEMBRA: String(siembra) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  hijo.on('error', (e) => process.stderr.write(`simulador: ${e.message}\n`))
  return () =>
    new Promise((resolve) => {
      if (hijo.exitCode !== null || hijo.signalCode !== null) return resolve()
      hijo.once('exit', () => resolve())
      hijo.kill('SIGTERM')
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
    siembra = (await findSiembra(db)) ?? (await seedAparte(pool, config.TZ_PLANTA, showProgreso()))
  },
  async onReady(servidor, config) {
    const cuentas = CUENTAS.map(
      ([username, , empresa, rol]) => `${username} (empresa ${empresa}${PUEDE[rol]})`,
    )
    process.stdout.write(
      [
        '',
        'Retorna en marcha con la planta de demostración',
        ...direcciones(servidor, config),
        `  Cuentas      ${cuentas.slice(0, 3).join(', ')}`,
        `               ${cuentas.slice(3).join(', ')}`,
        `  Contraseña   ${CLAVE}`,
        ...(await tellRetenidas(servidor.db)),
        '  Ctrl-C para terminar',
        '',
      ].join('\n'),
    )
    const mqtt = config.MQTT_URL ?? `mqtt://${config.HOST}:${servidor.puertoMqtt}`
    return startSimulador(servidor.url, mqtt, siembra)
  },
})
