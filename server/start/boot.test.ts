// @module-tag slow: starts and stops of whole programs
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  end,
  environment,
  expectLinea,
  PRODUCCION,
  postgresVivo,
  ready,
  usePrograms,
} from '../testing/programs/programs'

// Starts whole programs; the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

describe('the process', () => {
  const { dir, main, watch, start, serve, copyUsed } = usePrograms()

  test('starts on an empty folder, ends on Ctrl-C with everything it started, and starts again', async () => {
    for (let i = 0; i < 2; i++) {
      const p = serve('vida')
      const url = (await ready(p)) && (await fetch('http://127.0.0.1:9').catch(() => p.salida()))
      expect(String(url)).toContain('Todavía no hay usuarios')
      expect(p.salida()).toContain('Sin DATABASE_URL: los datos van a un PostgreSQL integrado')
      expect(postgresVivo(dir('vida'))).not.toBeNull()
      p.proceso.kill('SIGINT')
      expect(await p.fin, p.salida()).toBe(0)
      expect(postgresVivo(dir('vida'))).toBeNull()
    }
  })

  test.each<[string, NodeJS.Signals]>([
    ['is told to end', 'SIGTERM'],
    ['loses its terminal', 'SIGHUP'],
    ['is killed', 'SIGKILL'],
  ])('ends with everything it started when the npm that runs it %s', async (_que, senal) => {
    const nombre = `npm ${senal}`
    mkdirSync(dir(nombre))
    const order = `"${process.execPath}" "${main()}"`
    writeFileSync(join(dir(nombre), 'package.json'), JSON.stringify({ scripts: { serve: order } }))
    const p = watch(
      spawn('npm', ['run', 'serve', '--prefix', dir(nombre)], {
        env: environment({ DATA_DIR: dir(await copyUsed(`${nombre}/data`)), ...PRODUCCION }),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    await ready(p)
    const postgres = postgresVivo(join(dir(nombre), 'data'))
    expect(postgres).not.toBeNull()
    p.proceso.kill(senal)
    await p.fin
    await vi.waitFor(() => expect(postgresVivo(join(dir(nombre), 'data'))).toBeNull(), 30_000)
  })

  test('ends in order when its terminal goes', async () => {
    const p = serve(await copyUsed('terminal'))
    await ready(p)
    p.proceso.kill('SIGHUP')
    expect(await p.fin).toBe(0)
    expect(postgresVivo(dir('terminal'))).toBeNull()
  })

  test('a second one on the same DATA_DIR says so and ends; the first goes on', async () => {
    const una = serve(await copyUsed('doble'))
    await ready(una)
    await expectLinea(serve('doble'), /Ya hay otra Retorna en marcha con este DATA_DIR/)
    expect(una.proceso.exitCode).toBeNull()
    expect(postgresVivo(dir('doble'))).not.toBeNull()
  })

  test('after kill -9 it adopts what was left running, and what was written is there', async () => {
    const una = serve(await copyUsed('muerte'))
    await ready(una)
    const create = start('user', { DATA_DIR: dir('muerte'), RETORNA_CLAVE: 'x' }, [
      'create',
      '--username',
      'ane',
    ])
    expect(await create.fin).toBe(1)
    await end(una.proceso, 'SIGKILL')
    const huerfano = postgresVivo(dir('muerte'))
    expect(huerfano).not.toBeNull()
    const usuario = start('user', { DATA_DIR: dir('muerte'), RETORNA_CLAVE: 'tornillo-azul-9' }, [
      'create',
      '--username',
      'ane',
      '--admin',
    ])
    expect(await usuario.fin).toBe(0)
    expect(usuario.salida()).toContain('Usuario ane creado (empresa 1, administrador).')
    expect(usuario.salida()).toContain(`En la base de datos integrada de ${dir('muerte')}.`)
    const otra = serve('muerte')
    await ready(otra)
    expect(otra.salida()).not.toContain('Todavía no hay usuarios')
    await end(otra.proceso, 'SIGINT')
    expect(postgresVivo(dir('muerte'))).toBeNull()
  })

  test('in a trusted network it serves by http when told to, and says what that means; no log has the key of the broker', async () => {
    const p = serve(await copyUsed('sin cifrar'), {
      PUBLIC_URL: 'http://retorna.planta:3000',
      SIN_HTTPS: '1',
      MQTT_URL: 'mqtt://retorna:secreta@127.0.0.1:9',
      LOG_LEVEL: 'warn',
    })
    expect(await ready(p)).toBe('http://retorna.planta:3000')
    await vi.waitFor(() => expect(p.salida()).toContain('outside MQTT broker not reached'), 10_000)
    expect(p.salida()).toContain('Sin https: contraseñas y datos viajan sin cifrar')
    expect(p.salida()).not.toContain('secreta')
  })

  test('Ctrl-C while the demo plant is being made leaves nothing running', async () => {
    const p = start('demo', { DATA_DIR: dir('interrumpida'), DEMO: '1' })
    for (let i = 0; i < 1200 && !p.salida().includes('%'); i++) await sleep(50)
    p.proceso.kill('SIGINT')
    expect([await p.fin, p.salida()]).toEqual([130, expect.stringContaining('%')])
    expect(postgresVivo(dir('interrumpida'))).toBeNull()
  })
})
