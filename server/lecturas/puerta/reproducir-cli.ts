import { parseArgs } from 'node:util'
import mqtt from 'mqtt'
import { readGrabacion, replay } from './reproducir'

const USO = `npm run reproducir -- FICHERO --a mqtt://HOST:PUERTO [--usuario U --clave C] [--velocidad 1 | 10 | max]

Envía a otra instancia lo que grabó npm run grabar. La credencial es la de un lector que puede hablar por otros («puente»).
--velocidad 1 lo envía a su ritmo; max, tan deprisa como lo acepten.
`

function leave(mensaje: string): never {
  process.stderr.write(`retorna: ${mensaje}\n\n${USO}`)
  process.exit(1)
}

function readArgs() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        a: { type: 'string' },
        usuario: { type: 'string' },
        clave: { type: 'string' },
        velocidad: { type: 'string', default: '1' },
      },
    })
  } catch (e) {
    return leave((e as Error).message)
  }
}

const { values, positionals } = readArgs()
const [fichero] = positionals
if (!fichero || !values.a) leave('indique el fichero y a qué dirección se envía')
const velocidad = values.velocidad === 'max' ? Number.POSITIVE_INFINITY : Number(values.velocidad)
if (!(velocidad > 0)) leave('la velocidad es un número mayor que cero, o max')

try {
  const cliente = await mqtt.connectAsync(
    values.a,
    { username: values.usuario, password: values.clave, reconnectPeriod: 0, connectTimeout: 10_000 },
    false,
  )
  const t0 = performance.now()
  const n = await replay(readGrabacion(fichero), velocidad, (topic, texto) =>
    cliente.publishAsync(topic, texto, { qos: 1 }),
  )
  await cliente.endAsync()
  process.stdout.write(
    `${n.toLocaleString('es')} mensajes enviados en ${Math.round((performance.now() - t0) / 1000)} s\n`,
  )
} catch (e) {
  process.stderr.write(`retorna: no se ha podido reproducir: ${(e as Error).message}\n`)
  process.exit(1)
}
