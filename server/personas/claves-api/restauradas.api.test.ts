import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import { copyTodo } from '../../operacion/copias/copy'
import { restoreTodo } from '../../operacion/copias/restore'
import { type Server, startServer } from '../../start/server'
import { createBases } from '../../testing/databases/bases'
import { type Prueba, startPrueba, talkTo } from '../../testing/retorna'
import { formatClavesRetenidas } from './service'

type Nueva = { clave: ClaveApi; secreto: string }

describe.runIf(inject('base').hay)('API keys of a copy that is restored', () => {
  const bases = createBases(inject('base'))
  let p: Prueba
  let s: Server
  let folder: string
  const claves: Nueva[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-claves-'))
    p = await startPrueba()
    for (const [nombre, empresa] of [
      ['ERP', 1],
      ['Robada', 1],
      ['Otra', 2],
    ] as const)
      claves.push(
        (
          await p.call<Nueva>('POST', `/api/empresas/${empresa}/claves_api`, {
            body: { nombre, ambitos: ['inventario:leer'], dias: 30 },
            cookie: await p.as('admin'),
          })
        ).body,
      )
    await copyTodo(p.servidor.pool, join(folder, 'nada'), join(folder, 'una.copia'))
    // Revoked after the backup was made.
    await p.call('DELETE', `/api/claves_api/${claves[1]?.clave.id}`, { cookie: await p.as('admin') })
    const { pool, url } = await bases.create()
    await restoreTodo(pool, join(folder, 'datos'), join(folder, 'una.copia'), false)
    s = await startServer({ ...p.config, PORT: 0, DATABASE_URL: url })
  })
  afterAll(async () => {
    await s?.stop()
    await bases.drop()
    await p.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (i: number) =>
    talkTo(s).call<{ code?: string; error?: string }>('GET', '/api/device_poc_status', {
      headers: { authorization: `Bearer ${claves[i]?.secreto}` },
    })
  const release = async (i: number, who = 'admin', retenida: unknown = false) => {
    const { call, as } = talkTo(s)
    return call<ClaveApi>('PUT', `/api/claves_api/${claves[i]?.clave.id}`, {
      body: { retenida },
      cookie: await as(who),
    })
  }

  test('let nobody in, whether they were revoked since or not, and say why', async () => {
    for (const i of [0, 1, 2]) {
      const r = await ask(i)
      expect([i, r.status, r.body.code]).toEqual([i, 401, 'clave_retenida'])
      expect(r.body.error).toContain('se restauró una copia')
      expect(r.headers.get('www-authenticate')).toContain('invalid_token')
    }
    expect((await formatClavesRetenidas(s.db)).join('')).toContain('3 claves de API no entran')
    // In the database that was backed up, nothing is held.
    expect(await formatClavesRetenidas(p.servidor.db)).toEqual([])
    expect(
      (
        await p.call('GET', '/api/device_poc_status', {
          headers: { authorization: `Bearer ${claves[0]?.secreto}` },
        })
      ).status,
    ).toBe(200)
  })

  test('one lets in again once who administers its company lets it go, and the audit log has who did', async () => {
    const { call, as } = talkTo(s)
    const list = async () =>
      (await call<{ data: ClaveApi[] }>('GET', '/api/claves_api', { cookie: await as('admin') })).body.data
    expect((await list()).map((k) => [k.nombre, k.retenida !== null])).toEqual([
      ['ERP', true],
      ['Robada', true],
      ['Otra', true],
    ])
    expect((await release(0, 'encargada')).status).toBe(404)
    expect((await release(0, 'operario')).status).toBe(403)
    expect((await release(0, 'admin', true)).status).toBe(400)
    expect((await release(0)).body).toMatchObject({ nombre: 'ERP', retenida: null })
    expect((await release(2, 'encargada')).status).toBe(200)
    expect([(await ask(0)).status, (await ask(1)).status, (await ask(2)).status]).toEqual([200, 401, 200])
    const audit = await call('GET', '/api/auditoria?entidad=clave_api&accion=cambiar', {
      cookie: await as('admin'),
    })
    expect(audit.body.data).toMatchObject([{ username: 'encargada' }, { username: 'admin', nombre: 'ERP' }])
    // A change of another field releases nothing.
    await call('PUT', `/api/claves_api/${claves[1]?.clave.id}`, {
      body: { por_minuto: 60 },
      cookie: await as('admin'),
    })
    expect((await ask(1)).status).toBe(401)
  })

  test('one that is made after the restore lets in at once', async () => {
    const { call, as } = talkTo(s)
    const { body } = await call<Nueva>('POST', '/api/empresas/1/claves_api', {
      body: { nombre: 'Nueva', ambitos: ['inventario:leer'], dias: 30 },
      cookie: await as('admin'),
    })
    expect(body.clave.retenida).toBeNull()
    const r = await call('GET', '/api/device_poc_status', {
      headers: { authorization: `Bearer ${body.secreto}` },
    })
    expect(r.status).toBe(200)
  })
})
