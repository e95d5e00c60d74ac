import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { connectDestino, isAddress } from './destino'
import { readGrabacion, replay } from './reproducir'

const USO = `npm run reproducir -- FICHERO --a mqtt://HOST:PUERTO [--usuario U --clave C] [--velocidad 1 | 10 | max]

Envía a otra instancia lo que grabó npm run grabar. La credencial es la de un lector que puede hablar por otros («puente»).
--velocidad 1 lo envía a su ritmo; max, tan deprisa como lo acepten.
`

function leave(message: string): never {
  process.stderr.write(`retorna: ${message}\n\n${USO}`)
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
  } catch {
    return leave('alguna opción no existe, o le falta su valor')
  }
}

const { values, positionals } = readArgs()
const [file] = positionals
if (!file || !values.a) leave('indique el fichero y a qué dirección se envía')
if (!isAddress(values.a)) leave('la dirección es como mqtt://192.168.1.10:1883')
const speed = values.velocidad === 'max' ? Number.POSITIVE_INFINITY : Number(values.velocidad)
if (!(speed > 0)) leave('la velocidad es un número mayor que cero, o max')
await access(file, constants.R_OK).catch(() => leave(`no se puede leer ${file}`))

const t0 = performance.now()
let n = 0
const enviados = () =>
  `${n.toLocaleString('es')} ${n === 1 ? 'mensaje enviado' : 'mensajes enviados'} en ${Math.round((performance.now() - t0) / 1000)} s`
process.once('SIGINT', () => {
  process.stdout.write(`Cancelado: ${enviados()}\n`)
  process.exit(130)
})
try {
  const destino = await connectDestino(values.a, values.usuario, values.clave)
  await replay(readGrabacion(file), speed, async (topic, text) => {
    await destino.publish(topic, text)
    n++
  })
  await destino.end()
  process.stdout.write(`${enviados()}\n`)
} catch (e) {
  process.stderr.write(`retorna: no se ha podido reproducir: ${(e as Error).message} (${enviados()})\n`)
  process.exit(1)
}
