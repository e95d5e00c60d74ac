// @module-tag slow: an outage and the recovery from it
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { copyPlantilla, leaveBase, nombreDeCopia } from '../../../testing/databases/plantilla'
import { openPuerta } from '../../../testing/puerta'
import { createNotificationListener } from './notification-listener'

const base = inject('base')
const NADA = {
  ajustes() {},
  cambios() {},
  dispositivos() {},
  lectores() {},
  credenciales() {},
  aprendido() {},
  confirmaciones() {},
  avisos() {},
}
const PRONTO = { timeout: 20_000, interval: 50 }

describe.runIf(base.hay)('listening to notifications', () => {
  const nombre = nombreDeCopia(base.plantilla)
  let puerta: Awaited<ReturnType<typeof openPuerta>>
  beforeAll(async () => {
    await copyPlantilla(base, nombre)
    puerta = await openPuerta(base, nombre)
  })
  afterAll(async () => {
    await puerta.close()
    leaveBase(base, nombre)
  })

  async function notify(aviso: string): Promise<void> {
    const c = new pg.Client({ connectionString: puerta.conexion })
    await c.connect()
    await c.query('select avisar($1, $2)', ['cambios', aviso])
    await c.end()
  }

  test('a database that goes away and comes back is asked once a second, and listened to once', async () => {
    const onReturn = vi.fn()
    const heard: string[] = []
    const e = createNotificationListener(
      puerta.conexion,
      { ...NADA, cambios: (a) => heard.push(a) },
      onReturn,
    )
    await e.start()
    expect(puerta.abiertos.size).toBe(1)
    puerta.abierta = false
    puerta.intentos = 0
    puerta.cut()
    await sleep(4500)
    expect(puerta.intentos).toBeGreaterThan(2)
    expect(puerta.intentos).toBeLessThan(6)
    puerta.abierta = true
    await sleep(1500)
    expect(onReturn).toHaveBeenCalledTimes(1)
    expect(puerta.abiertos.size).toBe(1)

    await notify('1:2')
    await vi.waitFor(() => expect(heard).toEqual(['1:2']), 20_000)
    await e.stop()
    await vi.waitFor(() => expect(puerta.abiertos.size).toBe(0), 20_000)
  })

  test('a connection that falls silent without ending is noticed, and another one listens', async () => {
    const onReturn = vi.fn()
    const heard: string[] = []
    const subscribers = { ...NADA, cambios: (a: string) => heard.push(a) }
    const e = createNotificationListener(puerta.conexion, subscribers, onReturn, {
      cadaMs: 100,
      limiteMs: 1000,
    })
    await e.start()
    await e.flush()
    puerta.silence()
    // While the connection is down, a caller gets an error and does not hang.
    await expect(Promise.all([e.flush(), e.flush(), e.flush()])).rejects.toThrow()
    await vi.waitFor(() => expect(onReturn).toHaveBeenCalled(), PRONTO)
    await notify('1:3')
    await vi.waitFor(() => expect(heard).toEqual(['1:3']), PRONTO)
    puerta.silence()
    onReturn.mockClear()
    // No caller asks: the heartbeat finds out.
    await vi.waitFor(() => expect(onReturn).toHaveBeenCalled(), PRONTO)
    await e.stop()
  })

  test('a connection that falls silent before it listens is given up', async () => {
    const e = createNotificationListener(puerta.conexion, NADA, () => {}, { cadaMs: 100, limiteMs: 1000 })
    puerta.enmudeceEn = 'listen '
    await expect(e.start()).rejects.toThrow()
    puerta.enmudeceEn = null
    await vi.waitFor(() => expect(puerta.abiertos.size).toBe(0), PRONTO)
    await e.stop()
  })
})
