import { expect, test } from 'vitest'
import { FORMATOS } from '#contract/valores/gateways'
import { readConfig } from '../config'
import { parseTopic } from '../lecturas/formatos/gateways/topics'
import { FABRICANTES, HUECO, readConexion } from './conexion'

test('what a vendor is told to publish on is read as its own format, and names the reader', () => {
  expect(FABRICANTES.map((f) => f.formato).sort()).toEqual([...FORMATOS].sort())
  for (const { topic, formato } of FABRICANTES) {
    if (topic === null) continue
    const escrito = topic
      .replace(HUECO, 'C30000000001')
      .replace('<dispositivo>', 'AC0000000001')
      .replace('#', 'AC0000000001')
    expect(parseTopic(escrito), topic).toMatchObject({ formato, lector: 'C30000000001' })
  }
})

test('addresses are those by which others reach us', () => {
  const propia = readConexion(readConfig({}), '192.168.1.20:3000', 1884)
  expect([propia.mqtt, propia.http]).toEqual([
    { equipo: '192.168.1.20', puerto: 1884 },
    'http://192.168.1.20:3000/api/lecturas',
  ])
  const fuera = readConexion(
    readConfig({ PUBLIC_URL: 'https://retorna.example', MQTT_URL: 'mqtts://u:secreta@broker.example' }),
    'localhost',
    null,
  )
  expect([fuera.mqtt, fuera.http]).toEqual([
    { equipo: 'broker.example', puerto: 8883 },
    'https://retorna.example/api/lecturas',
  ])
  expect(JSON.stringify(fuera)).not.toContain('secreta')
  expect(readConexion(readConfig({}), 'localhost', null).mqtt).toBeNull()
})
