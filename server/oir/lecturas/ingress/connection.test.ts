import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config/config'
import { parseTopic } from '../formats/gateways/topics'
import { readConnection } from './connection'

test('what a vendor is told to publish on is read as its own format, and names the reader', () => {
  for (const { topic, formato } of readConnection(readConfig({}), 'localhost', null).fabricantes) {
    if (topic === null) continue
    const escrito = topic
      .replace('<lector>', 'C30000000001')
      .replace('<dispositivo>', 'AC0000000001')
      .replace('#', 'AC0000000001')
    expect(parseTopic(escrito), topic).toMatchObject({ formato, lector: 'C30000000001' })
  }
})

test('addresses are those by which others reach us', () => {
  const propia = readConnection(readConfig({}), '192.168.1.20:3000', 1884)
  expect([propia.mqtt, propia.http]).toEqual([
    { equipo: '192.168.1.20', puerto: 1884, ajeno: null },
    'http://192.168.1.20:3000/api/lecturas',
  ])
  const outside = readConnection(
    readConfig({ PUBLIC_URL: 'https://retorna.example', MQTT_URL: 'mqtts://u:secreta@broker.example' }),
    'localhost',
    null,
  )
  expect([outside.mqtt, outside.http]).toEqual([
    { equipo: 'broker.example', puerto: 8883, ajeno: expect.anything() },
    'https://retorna.example/api/lecturas',
  ])
  expect(JSON.stringify(outside)).not.toContain('secreta')
  expect(readConnection(readConfig({}), 'localhost', null).mqtt).toBeNull()
})

test.each([
  ['mqtt://broker.example', 1883],
  ['mqtts://broker.example:8884', 8884],
  ['ws://broker.example/mqtt', 80],
  ['wss://broker.example/mqtt', 443],
  ['wss://broker.example:8084/mqtt', 8084],
])('the port of an outside broker is that of its protocol unless it is named: %s', (url, port) => {
  expect(readConnection(readConfig({ MQTT_URL: url }), 'localhost', null).mqtt?.puerto).toBe(port)
})
