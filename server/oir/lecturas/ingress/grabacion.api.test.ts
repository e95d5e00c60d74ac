import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ErrorStartup } from '../../../platform/config/startup-errors'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { connectDestino, isAddress } from './destino'
import { openGrabacion } from './grabacion'
import { readGrabacion, replay } from './reproducir'

const [LECTOR, TAG] = ['C3000000FA01', 'AC233F00FA01']

describe.runIf(inject('base').hay)('what arrives at the door, kept and fed to another instance', () => {
  let folder: string
  let file: string
  let una: Prueba
  let otra: Prueba
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retorna-grabacion-'))
    file = join(folder, 'planta.ndjson')
    una = await startPrueba({ GRABAR: file })
    otra = await startPrueba()
    for (const p of [una, otra]) {
      await p.register(LECTOR, 'Reader', 'LEC-FA1')
      await p.register(TAG, 'SmartBle', '20014-93')
    }
  })
  afterAll(async () => {
    await Promise.all([una.stop(), otra.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  const message = (bateria: number) => JSON.stringify({ mac: TAG, rssi: -55, bateria, secret: 'clave:nadie' })
  const lines = async () => (await readFile(file, 'utf8')).trim().split('\n').filter(Boolean)

  test('each message is a line, by HTTP and MQTT, without secrets; the other instance learns the same', async () => {
    const pair = await una.issue(LECTOR)
    await una.send('retorna', message(81), pair)
    const url = `mqtt://127.0.0.1:${una.servidor.puertoMqtt}`
    const gw = await mqtt.connectAsync(url, { username: pair.usuario, password: pair.clave })
    await gw.publishAsync(`retorna/retorna/${LECTOR}`, message(64), { qos: 1 })
    await gw.endAsync()
    await vi.waitFor(async () => expect(await lines()).toHaveLength(2), 20_000)
    const [http, porMqtt] = (await lines()).map((l) => JSON.parse(l))
    expect(http).toMatchObject({ formato: 'retorna', via: 'http', topic: null, lector: LECTOR })
    expect(porMqtt).toMatchObject({ via: 'mqtt', topic: `retorna/retorna/${LECTOR}` })
    expect(await readFile(file, 'utf8')).not.toContain('nadie')

    const puente = await otra.issue(LECTOR, true)
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${otra.servidor.puertoMqtt}`, {
      username: puente.usuario,
      password: puente.clave,
    })
    const n = await replay(readGrabacion(file), Number.POSITIVE_INFINITY, (topic, text) =>
      client.publishAsync(topic, text, { qos: 1 }),
    )
    await client.endAsync()
    expect(n).toBe(2)
    expect((await otra.device(TAG)).Bateria).toBe(64)
    expect((await otra.device(TAG)).ApodoLector).toBe('LEC-FA1')
  })

  test('in its own time, or so many times as fast', async () => {
    const grabados = async function* () {
      for (const t of [1000, 1400, 1400])
        yield { t, formato: 'retorna', via: 'http', topic: 'x', lector: null, texto: '' } as const
    }
    const vistos: number[] = []
    const t0 = performance.now()
    await replay(grabados(), 2, async () => vistos.push(performance.now() - t0))
    expect(vistos).toHaveLength(3)
    expect(vistos[0]).toBeLessThan(150)
    expect(vistos[1]).toBeGreaterThanOrEqual(195)
  })

  test('what is no recording is refused, with its line', async () => {
    for (const mala of [
      'no',
      '{"t":1}',
      '{"t":-1,"formato":"x","via":"http","topic":null,"lector":null,"texto":""}',
    ]) {
      const otro = join(folder, 'malo.ndjson')
      await writeFile(otro, `\n${mala}\n`)
      await expect(replay(readGrabacion(otro), 1, async () => {})).rejects.toThrow('la línea 2')
    }
  })

  test('a file that cannot be written, or is no recording, ends the start with one line', async () => {
    for (const malo of [join(folder, 'no-hay', 'x.ndjson'), folder])
      await expect(startPrueba({ GRABAR: malo })).rejects.toThrow(ErrorStartup)
    const ajeno = join(folder, 'notas.txt')
    await writeFile(ajeno, 'mis notas')
    await expect(startPrueba({ GRABAR: ajeno })).rejects.toThrow('no es una grabación')
    expect(await readFile(ajeno, 'utf8')).toBe('mis notas')
  })

  test('a recording whose last message was cut short is gone on with, and loses only that one', async () => {
    const cortado = join(folder, 'cortado.ndjson')
    const linea = JSON.stringify({ t: 1, formato: 'x', via: 'http', topic: 'a/1', lector: null, texto: '' })
    await writeFile(cortado, `${linea}\n${linea.slice(0, 30)}`)
    const g = await openGrabacion(cortado, () => {})
    const origen = { empresa: null, lector: null, puente: true }
    g.note({ formato: 'x', texto: 'b', via: 'mqtt', topic: 'a/2', origen } as never, 2)
    await g.stop()
    const topics: string[] = []
    await replay(readGrabacion(cortado), Number.POSITIVE_INFINITY, async (t) => topics.push(t))
    expect(topics).toEqual(['a/1', 'a/2'])
  })

  test('who may not speak for the readers of a recording, or may not come in, is told so', async () => {
    const url = `mqtt://127.0.0.1:${otra.servidor.puertoMqtt}`
    const suyo = await otra.issue(LECTOR)
    const destino = await connectDestino(url, suyo.usuario, suyo.clave)
    await expect(destino.publish('retorna/retorna/C3000000FA99', message(10))).rejects.toThrow('puente')
    await expect(destino.publish('retorna/retorna/C3000000FA99', message(10))).rejects.toThrow('puente')
    await expect(connectDestino(url, suyo.usuario, 'otra')).rejects.toThrow('la clave no')
    await expect(connectDestino('mqtt://127.0.0.1:1')).rejects.toThrow('nadie contesta ahí')
    expect(['mqtt://a:1', 'mqtts://a'].every(isAddress)).toBe(true)
    expect(['http://a', '127.0.0.1:1883', 'mqtt://'].some(isAddress)).toBe(false)
  })
})
