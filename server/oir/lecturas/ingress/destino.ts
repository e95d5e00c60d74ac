import mqtt, { type ErrorWithReasonCode } from 'mqtt'
import { causaOf } from '../../../platform/config/startup-errors'

/** CONNACK codes for a bad user name or password, and for a client that is not authorized. */
const SIN_ENTRADA = [4, 5, 134, 135]

export const isAddress = (url: string) => /^(mqtts?|wss?):\/\/[^/]/.test(url)

function inSpanish(e: unknown): Error {
  const codigo = (e as ErrorWithReasonCode).code
  return new Error(SIN_ENTRADA.includes(codigo) ? 'el usuario o la clave no son correctos' : causaOf(e))
}

/** Connect to the broker of another instance, to send it a recording. Its refusals become errors in Spanish. */
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
  // A broker refuses by closing the connection, and mqtt.js would then wait for ever.
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
