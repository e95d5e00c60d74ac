// @module-tag slow: starts and stops of whole programs
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectLinea, postgresVivo, usePrograms } from '../testing/programs/programs'

// Starts whole programs; the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

describe('a process that cannot start', () => {
  const { dir, serve, start, copyUsed } = usePrograms()

  test.each([
    ['no PUBLIC_URL', { PUBLIC_URL: '' }, /Falta PUBLIC_URL/],
    ['plain http for the world', { PUBLIC_URL: 'http://retorna.example' }, /PUBLIC_URL debe ser https/],
    ['the demo', { DEMO: '1' }, /no admite DEMO/],
    ['a port that is none', { PORT: '70000' }, /PORT: /],
    ['another database engine', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL: debe empezar por/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgresql://127.0.0.1:1/x' },
      /No se puede usar la base de datos: nadie contesta ahí/,
    ],
    [
      'a machine that has not this address',
      { HOST: '192.0.2.1' },
      /No se puede escuchar en 192\.0\.2\.1:0: esta máquina no tiene esa dirección/,
    ],
    ['a dashboard that is no address', { DASHBOARD_URL: 'javascript:alert(1)' }, /DASHBOARD_URL: /],
    ['a zone that is none', { TZ_PLANTA: 'Marte/Olimpo' }, /TZ_PLANTA: no es una zona horaria conocida/],
    ['roles without a database', { ROLES: 'api' }, /ROLES=api necesita DATABASE_URL/],
  ])('production refuses %s', async (_que, env, linea) => {
    await expectLinea(serve('nada', env as Record<string, string>), linea)
  })

  test('a folder that is a file, or that cannot be written to, ends with one line', async () => {
    mkdirSync(dir('sitio'))
    writeFileSync(dir('sitio/archivo'), '')
    await expectLinea(serve('sitio/archivo'), /No se puede usar DATA_DIR \(.*archivo\)/)
    for (const sitio of ['/sys/retorna', '/proc/retorna'])
      await expectLinea(serve('', { DATA_DIR: sitio }), /No se puede usar DATA_DIR/)
  })

  describe('a taken port', () => {
    let vecino: Server
    let port: string
    beforeAll(async () => {
      vecino = createServer().listen(0, '127.0.0.1')
      await new Promise((r) => vecino.once('listening', r))
      port = String((vecino.address() as { port: number }).port)
      await copyUsed('puerto')
    })
    afterAll(() => vecino.close())

    test('of the web', async () => {
      await expectLinea(serve('puerto', { PORT: port }), new RegExp(`El puerto ${port} ya está en uso`))
      expect(postgresVivo(dir('puerto'))).toBeNull()
    })

    test.each(['PORT', 'MQTT_PORT'])('is told before the demo is made: %s', async (setting) => {
      const began = Date.now()
      const p = start('demo', { DATA_DIR: dir('demo'), [setting]: port })
      await expectLinea(p, new RegExp(`${port} ya está en uso. Indique otro con ${setting}\\.`))
      expect(Date.now() - began).toBeLessThan(20_000)
      expect(existsSync(dir('demo'))).toBe(false)
    })

    test('of MQTT, when it was asked for', async () => {
      await expectLinea(
        serve('puerto', { MQTT_PORT: port }),
        new RegExp(`El puerto MQTT ${port} ya está en uso`),
      )
      expect(postgresVivo(dir('puerto'))).toBeNull()
    })
  })
})
