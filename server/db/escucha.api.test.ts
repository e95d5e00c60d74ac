import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createEscucha } from './escucha'

const base = inject('base')
const NADA = {
  retorna_ajustes() {},
  retorna_cambios() {},
  retorna_dispositivos() {},
  retorna_credenciales() {},
}

/** A door to the database that can be shut. */
function createPuerta(destino: { host?: string; port?: number; path?: string }) {
  const abiertos = new Set<Socket>()
  const p = {
    abierta: true,
    intentos: 0,
    abiertos,
    servidor: createServer((s) => {
      p.intentos++
      s.on('error', () => {})
      if (!p.abierta) return s.destroy()
      abiertos.add(s)
      const dentro = destino.path ? connect(destino.path) : connect(destino.port as number, destino.host)
      dentro.on('error', () => s.destroy())
      dentro.on('close', () => s.destroy())
      s.on('close', () => {
        abiertos.delete(s)
        dentro.destroy()
      })
      s.pipe(dentro).pipe(s)
    }),
  }
  return p
}

describe.runIf(base.hay)('listening to notifications', () => {
  const url = base.hay ? new URL(`${base.direccion}/postgres${base.parametros}`) : new URL('http://x')
  const carpeta = url.searchParams.get('host')
  const puerta = createPuerta(
    carpeta ? { path: `${carpeta}/.s.PGSQL.5432` } : { host: url.hostname, port: Number(url.port || 5432) },
  )
  let conexion: string
  beforeAll(async () => {
    await new Promise<void>((r) => puerta.servidor.listen(0, '127.0.0.1', r))
    const { port } = puerta.servidor.address() as { port: number }
    const cuenta = url.password ? `${url.username}:${url.password}` : url.username
    conexion = `postgresql://${cuenta}@127.0.0.1:${port}/postgres`
  })
  afterAll(() => puerta.servidor.close())

  test('a database that goes away and comes back is asked once a second, and listened to once', async () => {
    const alVolver = vi.fn()
    const oidos: string[] = []
    const e = createEscucha(conexion, { ...NADA, retorna_cambios: (a) => oidos.push(a) }, alVolver)
    await e.start()
    expect(puerta.abiertos.size).toBe(1)
    puerta.abierta = false
    puerta.intentos = 0
    for (const s of puerta.abiertos) s.destroy()
    await sleep(4500)
    expect(puerta.intentos).toBeGreaterThan(2)
    expect(puerta.intentos).toBeLessThan(6)
    puerta.abierta = true
    await sleep(1500)
    expect(alVolver).toHaveBeenCalledTimes(1)
    expect(puerta.abiertos.size).toBe(1)

    const c = new pg.Client({ connectionString: conexion })
    await c.connect()
    await c.query("notify retorna_cambios, '1:2'")
    await c.end()
    await vi.waitFor(() => expect(oidos).toEqual(['1:2']))
    await e.stop()
    await vi.waitFor(() => expect(puerta.abiertos.size).toBe(0))
  })
})
