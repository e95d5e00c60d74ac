import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { direcciones, run } from '../server/arranque'
import { CLAVE, CUENTAS, seed } from './seed'

function showProgreso(): (parte: number) => void {
  let ultimo = -1
  return (parte) => {
    const pct = Math.floor(parte * 100)
    if (pct < ultimo + 10 && pct !== 100) return
    ultimo = pct
    process.stdout.write(`Creando la planta de demostración con 90 días de historia… ${pct} %\n`)
  }
}

/** A process of its own that speaks to us as any gateway would; it ends when we do. */
function startSimulador(url: string, mqtt: string, siembra: number): () => Promise<void> {
  const hijo = fork(fileURLToPath(new URL(`./simulador${extname(import.meta.url)}`, import.meta.url)), [], {
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
    siembra = await seed(db, pool, config.TZ_PLANTA, showProgreso())
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
        '  Ctrl-C para terminar',
        '',
      ].join('\n'),
    )
    const mqtt = config.MQTT_URL ?? `mqtt://${config.HOST}:${servidor.puertoMqtt}`
    return startSimulador(servidor.url, mqtt, siembra)
  },
})
