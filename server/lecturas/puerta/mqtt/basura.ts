import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const A_LA_VEZ = 250
/** Connections that the server leaves open are ended after this time, as those of a careless device would be. */
const PACIENCIA_MS = 100

const texto = (s: string) => Buffer.concat([Buffer.from([s.length >> 8, s.length & 0xff]), Buffer.from(s)])

/** CONNECT of MQTT 3.1.1, with a user and a secret. */
function connectOf(i: number): Buffer {
  const cuerpo = Buffer.concat([
    texto('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    texto(`basura-${i}`),
    texto(`lector-${i.toString(16).padStart(12, '0')}`),
    texto('nadie'),
  ])
  return Buffer.concat([Buffer.from([0x10, cuerpo.length]), cuerpo])
}

const CLASES: ((i: number) => Buffer)[] = [
  () => randomBytes(64),
  (i) => connectOf(i).subarray(0, 3 + (i % 20)),
  () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, ...randomBytes(32)]),
  connectOf,
]

function sendUna(puerto: number, i: number): Promise<void> {
  return new Promise((resolve) => {
    const s = connect(puerto, '127.0.0.1', () => s.write(CLASES[i % CLASES.length]?.(i) as Buffer))
    const tope = setTimeout(() => s.destroy(), i % CLASES.length === 3 ? 5000 : PACIENCIA_MS)
    s.resume()
    s.on('error', () => {})
    s.on('close', () => {
      clearTimeout(tope)
      resolve()
    })
  })
}

/** Open so many connections to a broker, 250 at a time: noise, halves of a CONNECT, endless packets, strangers. */
export async function sendBasura(puerto: number, cuantas: number): Promise<void> {
  for (let i = 0; i < cuantas; i += A_LA_VEZ)
    await Promise.all(
      Array.from({ length: Math.min(A_LA_VEZ, cuantas - i) }, (_, k) => sendUna(puerto, i + k)),
    )
}
