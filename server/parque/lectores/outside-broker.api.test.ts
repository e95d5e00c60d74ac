import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Conexion } from '#contract/parque/lectores/lectores'
import { needs } from '../../testing/necesita'
import { freePorts } from '../../testing/programs/ports'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C30000000C01'
const TOPIC = `/gw/${GW}/status`

describe.runIf(inject('base').hay)('how a reader is let in by a broker that is not ours', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba({ ROLES: 'api', MQTT_URL: 'mqtts://retorna:secreta@broker.example' })
    await p.register(GW, 'Reader', 'LEC-OB1')
  })
  afterAll(() => p.stop())

  const ask = async () =>
    (await p.call<Conexion>('GET', '/api/lectores/conexion', { cookie: await p.as('admin') })).body

  test('the address of the broker comes with the lines to add there, and without our own password', async () => {
    const conexion = await ask()
    expect(conexion.mqtt).toEqual({
      equipo: 'broker.example',
      puerto: 8883,
      ajeno: {
        clave: "mosquitto_passwd -b /etc/mosquitto/passwd '<usuario>' '<clave>'",
        permiso: 'user <usuario>\ntopic write <topic>',
      },
    })
    expect(JSON.stringify(conexion)).not.toContain('secreta')
  })

  const hasMosquitto = !spawnSync('mosquitto', ['-h']).error && !spawnSync('mosquitto_passwd', ['-h']).error

  describe('by Mosquitto', needs(hasMosquitto, 'Mosquitto no está instalado'), () => {
    let folder = ''
    let passwords = ''
    let rules = ''
    let url = ''
    let broker: ChildProcess | undefined
    const enter = (username: string, password: string) =>
      mqtt.connectAsync(url, { username, password, reconnectPeriod: 0 }, false)

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'retorna-mosquitto-'))
      passwords = join(folder, 'passwd')
      rules = join(folder, 'acl')
      const settings = join(folder, 'conf')
      const [port] = await freePorts(1)
      url = `mqtt://127.0.0.1:${port}`
      writeFileSync(passwords, '', { mode: 0o600 })
      writeFileSync(rules, 'user central\ntopic read #\n', { mode: 0o600 })
      writeFileSync(
        settings,
        `listener ${port} 127.0.0.1\nuser ${process.env.USER ?? 'root'}\npassword_file ${passwords}\nacl_file ${rules}\n`,
      )
      execFileSync('mosquitto_passwd', ['-b', passwords, 'central', 'clave-central'])
      broker = spawn('mosquitto', ['-c', settings], { stdio: 'ignore' })
      await vi.waitFor(async () => (await enter('central', 'clave-central')).endAsync(), 10_000)
    })
    afterAll(async () => {
      broker?.kill()
      rmSync(folder, { recursive: true, force: true })
    })

    test('refused before the lines are there, heard on its topic alone once they are', async () => {
      const { ajeno } = (await ask()).mqtt ?? {}
      const { usuario, clave } = await p.issue(GW, false)
      await expect(enter(usuario, clave)).rejects.toThrow(/[Nn]ot authorized/)

      const fill = (line = '') =>
        line
          .replaceAll('<usuario>', usuario)
          .replaceAll('<clave>', clave)
          .replaceAll('<topic>', TOPIC)
          .replace('/etc/mosquitto/passwd', passwords)
      execFileSync('sh', ['-c', fill(ajeno?.clave)])
      appendFileSync(rules, `${fill(ajeno?.permiso)}\n`)
      broker?.kill('SIGHUP')

      const central = await enter('central', 'clave-central')
      const heard: string[] = []
      central.on('message', (topic) => heard.push(topic))
      await central.subscribeAsync(['/gw/+/status', 'end'], { qos: 1 })
      const reader = await vi.waitFor(() => enter(usuario, clave), 10_000)
      await reader.publishAsync('/gw/C30000000C02/status', '[]', { qos: 1 })
      await reader.publishAsync(TOPIC, '[]', { qos: 1 })
      await vi.waitFor(() => expect(heard).toEqual([TOPIC]), 10_000)
      await reader.endAsync()
      await central.endAsync()
    })
  })
})
