import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import type { Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Fallo = { code: string; error: string }

describe.runIf(inject('base').hay)('the signature of a count', () => {
  let p: Prueba
  let muelle: number
  beforeAll(async () => {
    p = await startPrueba()
    const { rows } = await query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle F') returning id",
    )
    muelle = rows[0].id
    await query("update usuario set rol = 'operario' where username = 'consulta'")
    await call('PUT', '/recuentos/ajuste', { firma: true }, 'admin')
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const call = async <T>(method: string, ruta: string, body?: unknown, quien = 'operario') =>
    p.call<T>(method, `/api${ruta}`, { body, cookie: await p.as(quien) })
  const open = async () => (await call<Recuento>('POST', '/recuentos', { ubicacion: muelle })).body.id
  const close = (id: number) => call('POST', `/recuentos/${id}/cerrar`, {})
  const sign = (id: number, quien: string) =>
    call<Recuento & Fallo>('POST', `/recuentos/${id}/firmar`, undefined, quien)
  async function scan(id: number, quien: string, mas: object = {}): Promise<string> {
    const e = {
      id: randomUUID(),
      codigo: 'CAJA',
      mac: null,
      apodo: 'CAJA',
      hace_ms: 0,
      modo: 'camara',
      ...mas,
    }
    const body = { aparato: randomUUID(), escaneos: [e] }
    expect((await call('POST', `/recuentos/${id}/escaneos`, body, quien)).status).toBe(200)
    return e.id
  }
  const told = async (quien: string) =>
    (await call<{ data: Aviso[] }>('GET', '/avisos?tipo=recuento', undefined, quien)).body.data.map(
      (a) => a.enlace,
    )
  const of = async (id: number, quien: string) => {
    const { body } = await call<UnRecuento>('GET', `/recuentos/${id}`, undefined, quien)
    return { puede_firmar: body.puede_firmar, firmantes: body.firmantes }
  }

  test('is of somebody who did not scan in it either, and only such people are notified', async () => {
    const id = await open()
    // A scan that is taken back was one too.
    await scan(id, 'admin', { anula: await scan(id, 'admin') })
    await close(id)
    expect(await told('consulta')).toEqual([`/recuentos/${id}`])
    expect(await told('admin')).toEqual([])
    const { status, body } = await sign(id, 'admin')
    expect({ status, ...body }).toEqual({
      status: 403,
      code: 'misma_persona',
      error: 'Lo firma otra persona: ni quien lo abrió o lo cerró, ni quien escaneó en él.',
    })
    const { firmantes } = await of(id, 'admin')
    expect(firmantes).toBeGreaterThan(0)
    expect(await of(id, 'admin')).toEqual({ puede_firmar: false, firmantes })
    expect(await of(id, 'consulta')).toEqual({ puede_firmar: true, firmantes })
    expect((await sign(id, 'consulta')).body.estado).toBe('firmado')
  })

  test('where nobody is left for it, it says so', async () => {
    await query(
      `update usuario set activo = false
       where username not in ('operario', 'consulta', 'admin') and (empresa_id = 1 or rol = 'admin')`,
    )
    const id = await open()
    for (const quien of ['admin', 'consulta']) await scan(id, quien)
    await close(id)
    expect(await of(id, 'consulta')).toEqual({ puede_firmar: false, firmantes: 0 })
    expect((await sign(id, 'admin')).body).toEqual({
      code: 'misma_persona',
      error:
        'Nadie puede firmarlo: todas las personas que podrían lo abrieron, lo cerraron o escanearon en él. Hace falta otra con permiso para hacer cambios.',
    })
  })
})
