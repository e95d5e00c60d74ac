import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LECTOR = 'C3000000A715'
/** Less than the 30 s for which caches live without a notification. */
const PRONTO = { timeout: 15_000, interval: 50 }
const TAG = 'AC233FA71501'

describe.runIf(inject('base').hay)('what another process changed in the database and died', () => {
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  let n = 0
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'L-1')
    await p.register(TAG, 'iBeacon', '20014-001')
    credencial = await p.issue(LECTOR)
  })
  afterAll(() => p.stop())

  const send = (mac = TAG) => p.send('retorna', JSON.stringify([{ mac, lector: LECTOR, n: n++ }]), credencial)
  const exec = (text: string, ...values: unknown[]) => p.servidor.pool.query(text, values)
  /** The name under which the processes of this installation hear of `que`. */
  const channel = async (que: string) => `"${(await exec('select nombre from canal')).rows[0].nombre}_${que}"`

  test('is known here: another mac of a tag, a tag deleted, a credential revoked', async () => {
    expect((await send()).body).toMatchObject({ aceptadas: 1 })
    await exec('update dispositivo set mac = $2 where mac = $1', TAG, 'AC233FA71502')
    await vi.waitFor(async () => expect((await send()).body).toMatchObject({ sin_registrar: 1 }), PRONTO)
    expect((await send('AC233FA71502')).body).toMatchObject({ aceptadas: 1 })
    await exec('update dispositivo set eliminado = now() where mac = $1', 'AC233FA71502')
    await vi.waitFor(
      async () => expect((await send('AC233FA71502')).body).toMatchObject({ sin_registrar: 1 }),
      PRONTO,
    )
    await exec('delete from credencial')
    await vi.waitFor(async () => expect((await send()).status).toBe(401), PRONTO)
  })

  test('a change that is undone tells nobody anything', async () => {
    const avisos = vi.fn()
    const c = await p.servidor.pool.connect()
    const oyente = await p.servidor.pool.connect()
    oyente.on('notification', avisos)
    try {
      await oyente.query(`listen ${await channel('dispositivos')}`)
      await c.query(`begin; update dispositivo set etiqueta = 'X'; rollback`)
      await c.query(`update dispositivo set etiqueta = 'Y' where mac = $1`, [LECTOR])
      await oyente.query('select 1')
      expect(avisos.mock.calls.map(([a]) => a.payload)).toEqual([LECTOR])
    } finally {
      c.release()
      oyente.release(true)
    }
  })

  test('of where readers stand is told when it changes, and not with every device', async () => {
    const oyente = await p.servidor.pool.connect()
    const avisos = vi.fn()
    oyente.on('notification', avisos)
    const told = async (...cambio: Parameters<typeof exec>) => {
      avisos.mockClear()
      await exec(...cambio)
      await oyente.query('select 1')
      return avisos.mock.calls.map(([a]) => a.payload)
    }
    try {
      await oyente.query(`listen ${await channel('lectores')}`)
      expect(
        await told(`update dispositivo set etiqueta = 'Z', apodo = '20014-002', lat = 1, lon = 1`),
      ).toEqual(['1'])
      expect(
        await told(`update dispositivo set etiqueta = 'W', lat = 2, lon = 2 where mac <> $1`, LECTOR),
      ).toEqual([])
      expect(await told(`update dispositivo set etiqueta = 'W' where mac = $1`, LECTOR)).toEqual([])
      const nueva = "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle')"
      expect(await told(nueva)).toEqual([])
      const puesto = 'update dispositivo set ubicacion_id = (select id from ubicacion) where mac = $1'
      expect(await told(puesto, LECTOR)).toEqual(['1'])
      expect(await told(puesto, LECTOR)).toEqual([])
      expect(await told('delete from ubicacion')).toEqual(['1'])
      expect(await told(`update dispositivo set eliminado = now() where mac = $1`, LECTOR)).toEqual(['1'])
    } finally {
      oyente.release(true)
    }
  })
})
