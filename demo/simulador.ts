import { warn } from './aviso'
import { POR_HTTP } from './gateways/message-encoders'
import { LECTOR_MUDO, LECTORES } from './plant/planta'
import { createTurno } from './plant/turno'
import { keepPuerta, type Puerta } from './wire/puerta'
import { openHttp } from './wire/puerta-http'
import { openMqtt } from './wire/puerta-mqtt'
import { createCredentialIssuer, open, waitReady } from './wire/sesion'

/** The demonstration plant as a separate process: it knows the product only by its URL and its MQTT broker. */

/** Readers collect for seconds: finer steps would only wake the product more often. */
const PASO_MS = 1000
const url = process.env.RETORNA_URL ?? 'http://127.0.0.1:3000'
const mqtt = process.env.RETORNA_MQTT ?? 'mqtt://127.0.0.1:1883'
const seed = Number(process.env.RETORNA_SEMILLA ?? Date.now() % 2 ** 32)
/** When the database was seeded, Unix ms: the plant continues from there. */
const siembra = Number(process.env.RETORNA_SIEMBRA ?? Date.now())
const puertas: (Puerta | null)[] = []

function stop(): void {
  for (const p of puertas) p?.close()
  process.exit(0)
}
for (const aviso of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(aviso, stop)
process.on('unhandledRejection', (e) => warn(String(e)))

await waitReady(url)
const queHablan = LECTORES.filter((l) => l.mac !== LECTOR_MUDO).map((l) => l.mac)
const pairs = await open(url, queHablan)
const renew = createCredentialIssuer(url)
const openWithMqtt = openMqtt(mqtt)
const openWithHttp = openHttp(url)
for (const l of LECTORES)
  puertas.push(
    l.mac === LECTOR_MUDO
      ? null
      : keepPuerta(POR_HTTP.has(l.voz) ? openWithHttp : openWithMqtt, l, pairs.get(l.mac), renew),
  )

const turno = createTurno(seed, siembra)
setInterval(() => {
  turno.step(Date.now(), (lector, envios) => {
    for (const e of envios) puertas[lector]?.send(e)
  })
}, PASO_MS)
