import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const A_LA_VEZ = 250
/** Connections that the server leaves open are closed after this time. */
const TIMEOUT_MS = 100

const text = (s: string) => Buffer.concat([Buffer.from([s.length >> 8, s.length & 0xff]), Buffer.from(s)])

/** A CONNECT packet of MQTT 3.1.1, with a user name and a secret. */
function connectOf(i: number): Buffer {
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    text(`basura-${i}`),
    text(`lector-${i.toString(16).padStart(12, '0')}`),
    text('nadie'),
  ])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

const KINDS: ((i: number) => Buffer)[] = [
  () => randomBytes(64),
  (i) => connectOf(i).subarray(0, 3 + (i % 20)),
  () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, ...randomBytes(32)]),
  connectOf,
]

function sendUna(port: number, i: number): Promise<void> {
  return new Promise((resolve) => {
    const s = connect(port, '127.0.0.1', () => s.write(KINDS[i % KINDS.length]?.(i) as Buffer))
    const limit = setTimeout(() => s.destroy(), i % KINDS.length === 3 ? 5000 : TIMEOUT_MS)
    s.resume()
    s.on('error', () => {})
    s.on('close', () => {
      clearTimeout(limit)
      resolve()
    })
  })
}

/** Open this many connections to a broker, 250 at a time. They send noise, halves of a CONNECT, endless packets, or unknown credentials. */
export async function sendFuzz(port: number, cuantas: number): Promise<void> {
  for (let i = 0; i < cuantas; i += A_LA_VEZ)
    await Promise.all(Array.from({ length: Math.min(A_LA_VEZ, cuantas - i) }, (_, k) => sendUna(port, i + k)))
}
