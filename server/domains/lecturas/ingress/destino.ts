import mqtt, { type ErrorWithReasonCode } from 'mqtt'
import { causaOf } from '../../../platform/config/startup-errors'

/** CONNACK: a user name or password that is none, and somebody who may not come in. */
const SIN_ENTRADA = [4, 5, 134, 135]

export const isAddress = (url: string) => /^(mqtts?|wss?):\/\/[^/]/.test(url)

function inSpanish(e: unknown): Error {
  const codigo = (e as ErrorWithReasonCode).code
  return new Error(SIN_ENTRADA.includes(codigo) ? 'el usuario o la clave no son correctos' : causaOf(e))
}

/** Another instance that a recording is sent to, by its broker; what it refuses is an error in Spanish. */
export async function connectDestino(url: string, usuario?: string, clave?: string) {
  const client = await mqtt
    .connectAsync(
      url,
      { username: usuario, password: clave, reconnectPeriod: 0, connectTimeout: 10_000 },
      false,
    )
    .catch((e) => {
      throw inSpanish(e)
    })
  // A broker says no by hanging up, and the client then waits for ever.
  const cortada = () =>
    new Error(
      'la otra instancia ha cortado la conexión; ¿habla esa credencial por otros lectores («puente»)?',
    )
  let fail: (e: Error) => void = () => {}
  let closed = false
  client.on('error', () => {})
  client.on('close', () => {
    closed = true
    fail(cortada())
  })
  return {
    publish: (topic: string, text: string) =>
      new Promise<void>((resolve, reject) => {
        if (closed) return reject(cortada())
        fail = reject
        client.publish(topic, text, { qos: 1 }, (e) => (e ? reject(inSpanish(e)) : resolve()))
      }),
    end: () => client.endAsync(closed),
  }
}
