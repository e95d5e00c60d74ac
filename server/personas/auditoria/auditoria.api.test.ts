import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LECTOR = 'C3000000DD01'

describe.runIf(inject('base').hay)('the audit log', () => {
  let p: Prueba
  let admin: string
  const list = async (query = '') =>
    (
      await p.call<{ data: Anotacion[]; total: number; entidades: string[] }>(
        'GET',
        `/api/auditoria?${query}`,
        { cookie: admin },
      )
    ).body

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    await p.register(LECTOR, 'Reader', 'LEC-DD1')
    await p.register('AC233F0000DD', 'SmartBle', '20014-77')
  })
  afterAll(() => p.stop())

  test('a credential given and taken is written down, without its secret', async () => {
    const { clave } = await p.issue(LECTOR)
    await p.issue(LECTOR, true)
    await p.call('DELETE', `/api/lectores/${LECTOR}/credencial`, { cookie: admin })
    const { data } = await list('entidad=credencial')
    expect(data.map((a) => a.accion)).toEqual(['eliminar', 'cambiar', 'crear'])
    expect(data[1]).toMatchObject({
      username: 'admin',
      empresa: 1,
      antes: { puente: false },
      despues: { puente: true, clave: 'cambiada' },
    })
    expect(data[0]?.direccion).toMatch(/127\.0\.0\.1|::1/)
    expect(JSON.stringify(data)).not.toContain(clave)
    expect(JSON.stringify(data)).not.toContain('hash')
  })

  test('a session that its owner ends is written down', async () => {
    const cookie = await p.as('operario')
    await p.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })
    const sesiones = await p.call<{ id: string; actual: boolean }[]>('GET', '/api/sesiones', { cookie })
    const ajena = sesiones.body.find((s) => !s.actual)
    expect((await p.call('DELETE', `/api/sesiones/${ajena?.id}`, { cookie })).status).toBe(200)
    const { data } = await list('entidad=sesion')
    expect(data).toMatchObject([{ accion: 'eliminar', username: 'operario', entidad_id: ajena?.id }])
  })

  test('whatever a person does to a device is written down, by each way to do it', async () => {
    const operario = await p.as('operario')
    const mac = 'AC233F0000DE'
    const post = async (ruta: string, body: unknown, cookie: string) => {
      const r = await p.call('POST', `/api/${ruta}`, { body, cookie })
      expect(r.status, ruta).toBe(200)
    }
    const alta = { mac_serie: mac, apodo: '20014-78', tipo_dispositivo: 'SmartBle', estado: 'Activado' }
    await post('update_device_details', alta, operario)
    await post('update_device_details', { ...alta, etiqueta: 'A-7' }, operario)
    await post('change_device_status', { mac_serie: mac, nuevo_estado: 'Desactivado' }, operario)
    await post('change_device_apodo', { mac_serie: mac, apodo: '20014-79' }, operario)
    await post('dispositivos_lote', { macs: [mac], estado: 'Activado' }, operario)
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [mac])
    const ids = [rows[0].id]
    await post('delete_devices', { ids }, admin)
    await post('restore_devices', { ids }, admin)
    const { data } = await list('entidad=dispositivo')
    const suyas = data.filter((a) => a.entidad_id === String(ids[0])).reverse()
    expect(suyas.map((a) => [a.username, a.accion, Object.keys(a.despues ?? {})])).toEqual([
      ['operario', 'crear', expect.arrayContaining(['mac', 'apodo', 'tipo'])],
      ['operario', 'cambiar', ['etiqueta']],
      ['operario', 'cambiar', ['activado']],
      ['operario', 'cambiar', ['apodo']],
      ['operario', 'cambiar', ['activado']],
      ['admin', 'cambiar', ['eliminado']],
      ['admin', 'cambiar', ['eliminado']],
    ])
    expect(suyas[3]).toMatchObject({ antes: { apodo: '20014-78' }, despues: { apodo: '20014-79' } })
  })

  test('a review is written down with what it changed; what is refused or came from a reader is not', async () => {
    const { rows } = await p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta)
       select empresa_id, id, '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z' from dispositivo where apodo = '20014-77'
       returning id`,
    )
    const body = {
      dispositivo: 'AC233F0000DD',
      time: '2026-01-01T10:00:00Z',
      revisado: true,
      hubo_golpe_real: true,
      hubo_danio: false,
    }
    const operario = await p.as('operario')
    expect((await p.call('POST', '/api/set_impacto', { body, cookie: operario })).status).toBe(200)
    expect((await p.call('POST', '/api/set_impacto', { body, cookie: admin })).status).toBe(409)
    const { data, total } = await list('entidad=incidencia')
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      username: 'operario',
      accion: 'cambiar',
      entidad_id: String(rows[0].id),
      antes: { revisado: false, hubo_golpe_real: false },
      despues: { revisado: true, hubo_golpe_real: true },
    })
    expect(Object.keys(data[0]?.despues ?? {})).not.toContain('hubo_danio')
  })

  test('is filtered, paged and exported, by admins only', async () => {
    expect((await list('search=OPERARIO')).data.every((a) => a.username === 'operario')).toBe(true)
    expect((await list('accion=eliminar')).data.every((a) => a.accion === 'eliminar')).toBe(true)
    expect((await list('hasta=2020-01-01')).total).toBe(0)
    expect((await list('per_page=1&page=2')).data).toHaveLength(1)
    expect((await list('empresa=2')).total).toBe(0)
    expect((await list()).entidades).toContain('credencial')
    const malo = await p.call('GET', '/api/auditoria?desde=2026-02-02&hasta=2026-02-01', { cookie: admin })
    expect([malo.status, malo.body.campo]).toEqual([400, 'hasta'])
    const res = await fetch(`${p.servidor.url}/api/export_auditoria?formato=xlsx`, {
      headers: { cookie: admin },
    })
    expect(res.headers.get('content-disposition')).toBe('attachment; filename="auditoria.xlsx"')
    await res.arrayBuffer()
    expect((await p.call('GET', '/api/auditoria', { cookie: await p.as('operario') })).status).toBe(403)
  })

  test('nobody changes what is written, not even the program', async () => {
    for (const text of ['delete from auditoria', "update auditoria set username = 'x'", 'truncate auditoria'])
      await expect(p.servidor.pool.query(text)).rejects.toThrow('only additions')
  })
})
