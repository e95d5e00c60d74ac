import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Prueba } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import type { Linea, Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import { type PuestaCustodia, startCustodia } from '../../testing/custodia'

describe.runIf(inject('base').hay)('counts of partners', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
  })
  afterAll(() => c.p.stop())

  const open = (tercero: number) => c.ok<Recuento>('POST', '/api/recuentos', { tercero })
  const scan = (id: number, ...macs: string[]) =>
    c.ok('POST', `/api/recuentos/${id}/escaneos`, {
      aparato: randomUUID(),
      escaneos: macs.map((mac) => ({ id: randomUUID(), codigo: mac, mac, hace_ms: 0, modo: 'camara' })),
    })
  const close = (id: number) => c.ok<Recuento>('POST', `/api/recuentos/${id}/cerrar`, {})
  const one = (id: number) => c.get<UnRecuento>(`/api/recuentos/${id}`)
  const book = (id: number, method: 'POST' | 'DELETE' = 'POST', quien?: string) =>
    c.send<{ movimientos: number; code: string }>(method, `/api/recuentos/${id}/libro`, undefined, quien)

  test('it expects what the book has in the account, wherever; the difference goes into the book and back', async () => {
    const { norte, put, keep, ok, get, enter, saldoOf, statement, rowsOf, checkBook, query } = c
    const oeste = await ok<Tercero>(
      'POST',
      '/api/custodia/terceros',
      { nombre: 'Oeste', clase: 'cliente', lugares: [] },
      'admin',
    )
    const at = {
      f: await put('F-1', [50, 'Norte']),
      g: await put('G-2', [50, 'Casa']),
      h: await put('H-3', [50, 'Casa']),
    }
    const otra = await put('X-4', [50, 'Casa'])
    await keep()
    for (const x of [at.g, at.h]) await enter({ tercero: oeste.id, clase: 'enviado', contenedores: [x.mac] })
    await enter({ tercero: oeste.id, clase: 'enviado', familia: 'X', cantidad: 5 })
    expect(await saldoOf(oeste)).toBe(7)
    const r = await open(oeste.id)
    expect(r).toMatchObject({
      tercero: 'Oeste',
      tercero_id: oeste.id,
      lugar: null,
      familia: null,
      esperados: 2,
    })
    expect((await c.send('POST', '/api/recuentos', { tercero: oeste.id })).status).toBe(409)
    // A count for another partner at the same time.
    const deNorte = await open(norte.id)
    expect(deNorte.esperados).toBe(1)
    // Scans one of the partner's, one of own stock, and an unknown code. One of the partner's is missing.
    await scan(r.id, at.g.mac, otra.mac, 'AC00000020FF')
    expect((await book(r.id)).body.code).toBe('sin_cerrar')
    const cerrado = await close(r.id)
    expect(cerrado.cifras).toMatchObject({
      encontrados: 1,
      faltantes: 1,
      sobrantes: 1,
      desconocidos: 1,
      comparados: 0,
    })
    const { data } = await get<{ data: Linea[] }>(`/api/recuentos/${r.id}/lineas`)
    expect(data.map((l) => [l.Apodo, l.resultado]).toSorted()).toEqual(
      [
        ['G-2', 'correcto'],
        ['H-3', 'falta'],
        ['X-4', 'no_esperado'],
        [null, 'desconocido'],
      ].toSorted(),
    )
    expect(await one(r.id)).toMatchObject({ libro: { sin_nombre: 5, anotado: null } })
    expect((await get<{ data: Recuento[] }>('/api/recuentos?tercero=Oeste')).data.map((x) => x.id)).toEqual([
      r.id,
    ])
    const before = await rowsOf()
    const count = async () =>
      (await query('select to_jsonb(r) as r from recuento r where id = $1', [r.id])).rows
    const asClosed = await count()
    // A delivery after the count is not part of it.
    await enter({ tercero: oeste.id, clase: 'enviado', familia: 'X', cantidad: 2 })
    expect((await book(r.id, 'POST', 'consulta')).status).toBe(403)
    expect((await book(r.id, 'POST', 'encargada')).status).toBe(404)
    expect((await book(r.id, 'DELETE')).body.code).toBe('sin_anotar')
    const both = await Promise.all([book(r.id), book(r.id)])
    expect(both.map((x) => x.status).toSorted()).toEqual([200, 409])
    expect(both.find((x) => x.status === 200)?.body.movimientos).toBe(3)
    // The counted quantity, and the delivery after it.
    expect(await saldoOf(oeste)).toBe(2 + 2)
    const lines = (await statement(oeste, `&search=${encodeURIComponent(`Recuento ${r.id}`)}`)).data
    expect(lines.map((l) => [l.contenedor, l.familia, l.cantidad, l.clase, l.momento]).toSorted()).toEqual(
      [
        ['H-3', 'H', -1, 'recuento', cerrado.cerrado],
        ['X-4', 'X', 1, 'recuento', cerrado.cerrado],
        [null, 'X', -5, 'recuento', cerrado.cerrado],
      ].toSorted(),
    )
    expect(await get<Prueba>(`/api/custodia/movimientos/${lines[0]?.id}/prueba`)).toMatchObject({
      recuento: r.id,
      documento: `Recuento ${r.id}`,
    })
    expect((await one(r.id)).libro).toMatchObject({ sin_nombre: 5, anotado: { movimientos: 3 } })
    expect((await rowsOf()).slice(0, before.length)).toEqual(before)
    await keep()
    await checkBook()
    expect((await book(r.id, 'DELETE')).body.movimientos).toBe(3)
    expect(await saldoOf(oeste)).toBe(9)
    expect((await one(r.id)).libro).toMatchObject({ sin_nombre: 5, anotado: null })
    await keep()
    await checkBook()
    expect((await book(r.id)).body.movimientos).toBe(3)
    expect(await saldoOf(oeste)).toBe(4)
    expect(await count()).toEqual(asClosed)
    await checkBook()
  })

  test('what says the same as the book enters nothing; one to be signed waits; a place is none of it', async () => {
    const { norte, sur, get, ok, put, keep, query, ids } = c
    const [abierto] = (await get<{ data: Recuento[] }>('/api/recuentos?tercero=Norte%20SA')).data as [
      Recuento,
    ]
    const { rows } = await query(
      'select d.mac from en_cuenta c join dispositivo d on d.id = c.dispositivo_id where tercero_id = $1',
      [norte.id],
    )
    await scan(abierto.id, ...rows.map((x) => x.mac))
    await close(abierto.id)
    expect((await book(abierto.id)).body.code).toBe('sin_diferencia')
    await put('S-9', [50, 'Sur'])
    await keep()
    await ok('PUT', '/api/recuentos/ajuste', { firma: true, empresa: 1 }, 'admin')
    const r = await open(sur.id)
    expect((await close(r.id)).estado).toBe('por_firmar')
    expect((await book(r.id)).body.code).toBe('sin_firma')
    await ok('POST', `/api/recuentos/${r.id}/firmar`, undefined, 'admin')
    expect((await book(r.id)).status).toBe(200)
    const lugar = await ok<Recuento>('POST', '/api/recuentos', { ubicacion: ids.get('Casa') })
    expect((await book(lugar.id)).body.code).toBe('sin_tercero')
    for (const body of [{}, { tercero: sur.id, familia: 'F' }, { tercero: 0 }])
      expect((await c.send('POST', '/api/recuentos', body)).status).toBe(400)
    expect((await c.send('POST', '/api/recuentos', { tercero: sur.id }, 'encargada')).status).toBe(404)
    await expect(query('update recuento set tercero = $1 where id = $2', ['Otro', r.id])).rejects.toThrow()
  })

  test('one that differs is to be looked at, whatever was counted of another partner since', async () => {
    const { norte, sur, get, ok } = c
    await ok('PUT', '/api/recuentos/ajuste', { firma: false, empresa: 1 }, 'admin')
    const toReview = async () =>
      (await get<{ data: Recuento[] }>('/api/recuentos?estado=por_revisar&per_page=200')).data.map(
        (r) => r.id,
      )
    const differs = async (tercero: number) => {
      const { id } = await open(tercero)
      await scan(id, 'AC00000020EE')
      await close(id)
      return id
    }
    const deNorte = await differs(norte.id)
    const deSur = await differs(sur.id)
    expect(await toReview()).toEqual(expect.arrayContaining([deNorte, deSur]))
    const otraVez = await differs(norte.id)
    expect(await toReview()).toEqual(expect.arrayContaining([deSur, otraVez]))
    expect(await toReview()).not.toContain(deNorte)
  })
})
