import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { EscaneoRecibido } from '#contract/cuentas/recuentos/recuentos'
import { type Prueba, startPrueba } from '../../testing/retorna'

const MINUTE = 60_000

describe.runIf(inject('base').hay)('the moments of scans', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('are those of the phone by how long ago they were, whatever its clock says, and none is before the count', async () => {
    const abierto = Date.now() - 60 * MINUTE
    const { rows } = await p.servidor.pool.query(
      `with u as (insert into ubicacion (empresa_id, nombre) values (1, 'Muelle M') returning id)
       insert into recuento (empresa_id, ubicacion_id, lugar, abierto, abrio) select 1, id, 'Muelle M', $1, 'Ane' from u returning id`,
      [new Date(abierto)],
    )
    const { id } = rows[0]
    const minutos = [0, 20, 30, 90]
    const escaneos = minutos.map((m) => ({
      id: randomUUID(),
      codigo: `CAJA ${m}`,
      mac: null,
      apodo: null,
      hace_ms: m * MINUTE,
      modo: 'camara',
    }))
    const cookie = await p.as('operario')
    const sent = await p.call('POST', `/api/recuentos/${id}/escaneos`, {
      body: { aparato: randomUUID(), escaneos },
      cookie,
    })
    const now = Date.now()
    expect(sent.status).toBe(200)
    const { body } = await p.call<{ data: EscaneoRecibido[] }>('GET', `/api/recuentos/${id}/escaneos`, {
      cookie,
    })
    for (const m of minutos) {
      const kept = Date.parse(body.data.find((e) => e.codigo === `CAJA ${m}`)?.momento ?? '')
      const should = Math.max(now - m * MINUTE, abierto)
      // Instants on the wire are whole seconds.
      expect([m, Math.abs(kept - should) < 5000]).toEqual([m, true])
    }
  })
})
