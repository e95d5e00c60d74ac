import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertEventos } from '../../oir/eventos/repo-write'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { checkZona } from './zona'

describe.runIf(inject('base').hay)('time zone of a database', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('may change while there are no events, and not afterwards', async () => {
    const { pool } = p.servidor
    await checkZona(pool, 'Atlantic/Canary')
    await checkZona(pool, 'Europe/Madrid')
    const c = await pool.connect()
    const evento = { empresa: 1, dispositivo: 1, lector: 0, estado: 0 as const, tiempo: Date.now() }
    const empty = { etiqueta: null, bateria: null, temperatura: null, valor: {} }
    await insertEventos(c, pool, [{ ...evento, ...empty }], 'Europe/Madrid')
    c.release()
    await checkZona(pool, 'Europe/Madrid')
    await expect(checkZona(pool, 'Atlantic/Canary')).rejects.toThrow(
      'TZ_PLANTA es Atlantic/Canary, pero los eventos de esta base de datos están contados por días de Europe/Madrid. Ponga TZ_PLANTA=Europe/Madrid.',
    )
  })

  test('must be known to PostgreSQL', async () => {
    await expect(checkZona(p.servidor.pool, 'Marte/Olimpo')).rejects.toThrow('Marte/Olimpo')
  })
})
