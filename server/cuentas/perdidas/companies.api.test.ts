import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { createGate } from '../../testing/timing/gate'
import { lockPerdidas } from './repo-keep'
import { keepPerdidas } from './service'

const SUYO = 'AC00000020A1'
const OTRO = 'AC00000020A2'

describe.runIf(inject('base').hay)('losses of companies', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    await p.register(SUYO, 'SmartBle', '20014-901')
    await p.register(OTRO, 'SmartBle', '20014-902', { empresa: 2 })
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde)
       select id, empresa_id, now() - interval '9 days', now() from dispositivo where mac = any($1)`,
      [[SUYO, OTRO]],
    )
  })
  afterAll(() => p.stop())

  const write = async (mac: string, quien: string) =>
    p.call<{ resultados: { status: string }[] }>('POST', '/api/perdidas/asientos', {
      body: { contenedores: [mac], clase: 'propuesta' },
      cookie: await p.as(quien),
    })

  test('what is counted for one company keeps nobody of another one waiting', async () => {
    const db = createDb(p.servidor.pool)
    const held = createGate()
    const locked = createGate()
    const counting = db.transaction().execute(async (tx) => {
      await lockPerdidas(tx, 1)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const waits = write(SUYO, 'operario')
    const other = await write(OTRO, 'encargada')
    expect([other.status, other.body.resultados[0]?.status]).toEqual([200, 'success'])
    expect(await Promise.race([waits.then(() => 'written'), sleep(200).then(() => 'waits')])).toBe('waits')
    held.resolve()
    await counting
    expect((await waits).status).toBe(200)
    await keepPerdidas(db, p.config.TZ_PLANTA)
    const { rows } = await p.servidor.pool.query(
      'select d.mac, p.peldano from perdida p join dispositivo d on d.id = p.dispositivo_id order by 1',
    )
    expect(rows).toEqual([SUYO, OTRO].map((mac) => ({ mac, peldano: 'propuesta' })))
  })
})
