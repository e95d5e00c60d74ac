// @module-tag slow: every call
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Extracto, FilaExtracto } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { listPersonas } from '../../avisos/avisos/repo-aviso'
import { createDb } from '../../platform/db/client'
import { INVOCATIONS } from '../../testing/access-table'
import { type PuestaCustodia, startCustodia } from '../../testing/custodia'

const CLAVE = 'rodillo-verde-77'

describe.runIf(inject('base').hay)('who sees what of custody', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
  })
  afterAll(() => c.p.stop())

  test('the people of a partner see its balance and statement, and nothing else of any call', async () => {
    const { p, norte, sur, query, keep, get, send, ok, saldos, statement, put } = c
    await put('F-1', [50, 'Casa'], [40, 'Norte'], [20, 'Muelle'])
    await put('F-2', [50, 'Muelle'], [30, 'Norte'], [10, 'Sur'])
    await put('G-3', [50, 'Casa'], [5, 'Norte'])
    await put('S-4', [50, 'Casa'], [8, 'Sur'])
    await keep()
    await ok<Tercero>(
      'POST',
      '/api/custodia/terceros',
      { nombre: 'Oeste', clase: 'transportista', lugares: [] },
      'admin',
    )
    const persona = { username: 'gente.norte', nombre: 'Nora Norte', password: CLAVE }
    const ruta = `/api/custodia/terceros/${norte.id}/personas`
    expect((await send('POST', ruta, persona)).status).toBe(403)
    expect((await send('POST', ruta, persona, 'encargada')).status).toBe(404)
    expect((await send('POST', ruta, { ...persona, password: 'corta' }, 'admin')).status).toBe(400)
    expect((await ok<Tercero>('POST', ruta, persona, 'admin')).personas).toMatchObject([
      { username: 'gente.norte' },
    ])
    expect((await send('POST', ruta, persona, 'admin')).status).toBe(409)
    const who = 'gente.norte'
    expect(await get('/api/validate_token', who)).toMatchObject({ user: { rol: 'tercero', is_admin: false } })
    // Nobody can put them in charge of a task.
    const { personas } = await get<{ personas: { nombre: string }[] }>(
      '/api/incidencias_opciones',
      'operario',
    )
    expect(personas.map((x) => x.nombre)).not.toContain(persona.nombre)
    for (const [acceso, method, call, body] of INVOCATIONS) {
      if (call === '/api/logout') continue
      const r = await p.call(method, call, { body, cookie: await p.as(who) })
      const may = ['publico', 'perfil', 'custodia', 'disputa'].includes(acceso)
      if (may) expect([401, 403], call).not.toContain(r.status)
      else expect([call, r.status]).toEqual([call, 403])
      expect(JSON.stringify(r.body), call).not.toMatch(/Sur SL|Oeste|LEC-Sur/)
    }
    expect(await saldos(who)).toMatchObject([
      {
        tercero: { id: norte.id },
        familias: (await saldos(who))[0]?.familias.map((f) => ({ ...f, centimos: null })),
      },
    ])
    for (const otro of [sur.id, 999_999]) {
      await get(`/api/custodia/extracto?tercero=${otro}`, who, 404)
      await get(`/api/custodia/contenedores?tercero=${otro}`, who, 404)
      await get(`/api/export_extracto?tercero=${otro}&formato=xlsx`, who, 404)
    }
    await get('/api/custodia/saldos?empresa=2', who, 404)
    const suyo = await get<Extracto>('/api/custodia/extracto?per_page=200', who)
    expect(suyo.total).toBe((await statement(norte)).total)
    // No name or place of another partner, even where a container went there directly.
    const text = JSON.stringify(suyo)
    expect(text).not.toMatch(/Sur|Oeste|LEC|Muelle/)
    expect(suyo.data.some((f) => f.otro === 'tercero' && f.lugar === null)).toBe(true)
    const res = await fetch(`${p.servidor.url}/api/export_extracto?formato=xlsx`, {
      headers: { cookie: await p.as(who) },
    })
    const { readXlsx } = await import('hucre/xlsx')
    const sheets = JSON.stringify((await readXlsx(new Uint8Array(await res.arrayBuffer()))).sheets)
    expect(sheets).toContain('Norte SA')
    expect(sheets).not.toMatch(/Sur SL|Oeste|Muelle/)
    const balances = await fetch(`${p.servidor.url}/api/export_saldos?formato=xlsx`, {
      headers: { cookie: await p.as(who) },
    })
    const [own] = (await readXlsx(new Uint8Array(await balances.arrayBuffer()))).sheets
    expect(own?.rows.slice(1).map((r) => r[0])).toEqual(
      (await saldos(who))[0]?.familias.map(() => 'Norte SA'),
    )
    expect(own?.rows.slice(1).every((r) => r[3] == null)).toBe(true)
    for (const otro of [sur.id, 999_999])
      await get(`/api/export_saldos?tercero=${otro}&formato=xlsx`, who, 404)
    const line = suyo.data.find((f) => f.otro === 'tercero') as FilaExtracto
    const mine = `/api/custodia/movimientos/${line.id}/disputa`
    expect((await send<FilaExtracto>('POST', mine, { nota: 'No fuimos' }, who)).body.dichos).toMatchObject([
      { ajeno: true, nota: 'No fuimos' },
    ])
    // The other partner's statement has the same entry, without this partner's dispute.
    const theirs = (await statement(sur)).data.find((f) => f.id === line.id)
    expect(theirs?.dichos).toEqual([])
    const { data } = await statement(sur)
    const alien = data.find((f) => f.otro !== 'tercero') as FilaExtracto
    expect(
      (await send('POST', `/api/custodia/movimientos/${alien.id}/disputa`, { nota: 'x' }, who)).status,
    ).toBe(404)
    // The role of the account cannot be changed.
    const cuenta = (await query("select id from usuario where username = 'gente.norte'")).rows[0].id
    expect((await send('PUT', `/api/usuarios/${cuenta}`, { rol: 'operario' }, 'admin')).status).toBe(409)
    expect((await send('PUT', `/api/usuarios/${cuenta}`, { nombre: 'Nora N.' }, 'admin')).status).toBe(200)
    await expect(query("update usuario set rol = 'operario' where id = $1", [cuenta])).rejects.toThrow(
      'do not fit',
    )
    expect((await listPersonas(createDb(p.servidor.pool), 1)).map((x) => x.nombre)).not.toContain('Nora N.')
  })

  test('another company sees and changes nothing of it; places have one partner', async () => {
    const { norte, ids, keep, get, send, ok, saldos, saldoOf, statement, checkBook } = c
    expect(await saldos('encargada')).toEqual([])
    for (const r of ['extracto', 'contenedores', 'diferencias'])
      await get(`/api/custodia/${r}?tercero=${norte.id}`, 'encargada', 404)
    for (const r of ['terceros', 'saldos', 'diferencias'])
      await get(`/api/custodia/${r}?empresa=1`, 'encargada', 404)
    const [l] = (await statement(norte)).data as [FilaExtracto]
    await get(`/api/custodia/movimientos/${l.id}/prueba`, 'encargada', 404)
    const body = { nombre: 'Norte SA', clase: 'cliente', lugares: [] as unknown[] }
    expect((await send('PUT', `/api/custodia/terceros/${norte.id}`, body, 'encargada')).status).toBe(404)
    expect((await send('POST', '/api/custodia/terceros', body, 'admin')).status).toBe(409)
    expect((await send('POST', '/api/custodia/terceros', { ...body, empresa: 1 }, 'encargada')).status).toBe(
      404,
    )
    expect(
      (await send('POST', '/api/custodia/terceros', { ...body, lugares: [ids.get('Sur')] }, 'encargada'))
        .status,
    ).toBe(404)
    expect(
      (
        await send(
          'PUT',
          `/api/custodia/terceros/${norte.id}`,
          { ...body, lugares: [ids.get('Sur')] },
          'admin',
        )
      ).status,
    ).toBe(409)
    // The place stops being a partner's: containers there are own stock.
    const n = await saldoOf(norte)
    await ok('PUT', `/api/custodia/terceros/${norte.id}`, body, 'admin')
    await keep()
    expect(await saldoOf(norte)).toBe(0)
    await ok('PUT', `/api/custodia/terceros/${norte.id}`, { ...body, lugares: [ids.get('Norte')] }, 'admin')
    await keep()
    expect(await saldoOf(norte)).toBeGreaterThanOrEqual(n as number)
    await checkBook()
    const { data } = await get<{ data: object[] }>('/api/auditoria?entidad=tercero', 'admin')
    expect(data.length).toBe(3)
  })
})
