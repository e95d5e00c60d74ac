import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { insertEscaneos, lockRecuento, type NewEscaneo } from './repo-write'

type Escaneos = { data: { codigo: string; n: number }[]; siguiente: number }

/** A promise that somebody else fulfils. */
function createGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

describe.runIf(inject('base').hay)('the order in which phones are told of scans', () => {
  let p: Prueba
  let cookie: string
  let persona: { id: number; nombre: string }
  let id: number
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    const { rows } = await p.servidor.pool.query(
      "select id::int, nombre from usuario where username = 'operario'",
    )
    persona = rows[0]
  })
  afterAll(() => p.stop())
  beforeEach(async () => {
    const { rows } = await p.servidor.pool.query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle ' || gen_random_uuid()) returning id",
    )
    const body = { ubicacion: rows[0].id }
    id = (await p.call<{ id: number }>('POST', '/api/recuentos', { body, cookie })).body.id
  })

  const send = (codigo: string) =>
    p.call('POST', `/api/recuentos/${id}/escaneos`, {
      cookie,
      body: {
        aparato: randomUUID(),
        escaneos: [{ id: randomUUID(), codigo, mac: null, apodo: null, hace_ms: 0, modo: 'camara' }],
      },
    })
  const poll = async (desde: number) =>
    (await p.call<Escaneos>('GET', `/api/recuentos/${id}/escaneos?desde=${desde}`, { cookie })).body
  const codes = (...answers: Escaneos[]) => answers.flatMap((a) => a.data.map((e) => e.codigo))

  /** A phone whose scan is written, and committed once the gate is opened. */
  async function sendSlowly(codigo: string) {
    const written = createGate()
    const gate = createGate()
    const done = createDb(p.servidor.pool)
      .transaction()
      .execute(async (tx) => {
        const recuento = await lockRecuento(tx, id, 1, false)
        if (!recuento) throw new Error('no such count')
        const escaneo: NewEscaneo = {
          id: randomUUID(),
          codigo,
          mac: null,
          apodo: null,
          momento: new Date(),
          modo: 'camara',
          donde: null,
          anula: null,
        }
        await insertEscaneos(tx, { recuento, aparato: randomUUID(), persona }, [escaneo])
        written.open()
        await gate.passed
      })
    await written.passed
    return async () => {
      gate.open()
      await done
    }
  }

  test('a phone that asks between two commits is told of both, each once', async () => {
    const commit = await sendSlowly('lento')
    await send('rápido')
    const first = await poll(1)
    await commit()
    const second = await poll(first.siguiente)
    const third = await poll(second.siguiente)
    expect([codes(first), codes(second), codes(third)]).toEqual([['rápido'], ['lento'], []])
    // Whoever comes later is told in the same order.
    expect(codes(await poll(1))).toEqual(['rápido', 'lento'])
  })

  test('phones that send and ask at once are told of everything once', async () => {
    const phones = Array.from({ length: 4 }, async (_, i) => {
      const told: Escaneos[] = []
      for (let k = 0, desde = 1; k < 10; k++) {
        await send(`${i} ${k}`)
        const a = await poll(desde)
        desde = a.siguiente
        told.push(a)
      }
      return { told, desde: told.at(-1)?.siguiente ?? 1 }
    })
    const all = Array.from({ length: 40 }, (_, i) => `${Math.floor(i / 10)} ${i % 10}`)
    for (const { told, desde } of await Promise.all(phones))
      expect(codes(...told, await poll(desde)).toSorted()).toEqual(all)
  })

  test('what an earlier version told by the number of the row keeps that number', async () => {
    await send('uno')
    await send('dos')
    const { rows } = await p.servidor.pool.query<{ n: number }>(
      'select n from recuento_escaneo where recuento_id = $1 order by n',
      [id],
    )
    expect((await poll(1)).data.map((e) => e.n)).toEqual(rows.map((r) => r.n))
  })
})
