import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C300004C0001'
const TAG = 'AC233F4C0001'

describe.runIf(inject('base').hay)('more readers than a company may have', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-1')
    await p.register(TAG, 'SmartBle', '20014-1')
  })
  afterAll(() => p.stop())

  /** Adds readers up to this number. */
  const fill = async (hasta: number) => {
    const { pool } = p.servidor
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from dispositivo where tipo = 'Reader' and empresa_id = 1 and eliminado is null",
    )
    await pool.query(
      `insert into dispositivo (empresa_id, mac, tipo)
       select 1, 'C3004D' || lpad(to_hex(i), 6, '0'), 'Reader' from generate_series($1::int + 1, $2::int) i`,
      [rows[0]?.n, hasta],
    )
  }
  const put = async (mac_serie: string, tipo_dispositivo: string, apodo: string, mas: object = {}) => {
    const r = await p.call<{ code: string; error: string }>('POST', '/api/update_device_details', {
      body: { mac_serie, es_serie: true, tipo_dispositivo, apodo, estado: 'Activado', ...mas },
      cookie: await p.as('admin'),
    })
    return r.status === 200 ? 200 : [r.status, r.body.code, r.body.error]
  }
  const importCsv = async (filas: string[], ensayo: boolean) => {
    const form = new FormData()
    form.append('archivo', new Blob([['mac_serie;apodo;tipo_dispositivo', ...filas].join('\n')]), 'altas.csv')
    const r = await fetch(`${p.servidor.url}/api/dispositivos/importar?ensayo=${ensayo}`, {
      method: 'POST',
      body: form,
      headers: { cookie: await p.as('admin') },
    })
    return [r.status, ((await r.json()) as { code?: string }).code]
  }

  test('one too many is refused, by form, by file and from the deleted; who is there is changed as ever', async () => {
    await fill(LECTORES_POR_EMPRESA - 1)
    expect(await put('C300004C0002', 'Reader', 'LEC-2')).toBe(200)
    const demas = [409, 'demasiados_lectores', 'Una empresa puede tener como mucho 4.000 lectores.']
    expect(await put('C300004C0003', 'Reader', 'LEC-3')).toEqual(demas)
    expect(await put(TAG, 'Reader', 'LEC-4')).toEqual(demas)
    expect(await put('C300004C0002', 'Reader', 'LEC-2', { etiqueta: 'norte' })).toBe(200)
    expect(await put('AC233F4C0002', 'SmartBle', '20014-2')).toBe(200)
    expect(await put('C300004C0004', 'Reader', 'LEC-4', { empresa: 2 })).toBe(200)
    for (const ensayo of [true, false])
      expect(await importCsv(['C300004C0005;LEC-5;Reader'], ensayo)).toEqual([409, 'demasiados_lectores'])
    expect(await importCsv(['AC233F4C0003;20014-3;SmartBle', 'C300004C0002;LEC-22;'], false)).toEqual([
      200,
      undefined,
    ])
    const cookie = await p.as('admin')
    const { rows } = await p.servidor.pool.query("select id from dispositivo where mac = 'C300004C0002'")
    const ids = [rows[0].id]
    await p.call('POST', '/api/delete_devices', { body: { ids }, cookie })
    expect(await put('C300004C0003', 'Reader', 'LEC-3')).toBe(200)
    const vuelve = await p.call<{ resultados: { code: string; message: string }[] }>(
      'POST',
      '/api/restore_devices',
      { body: { ids }, cookie },
    )
    expect(vuelve.body.resultados).toMatchObject([{ code: 'demasiados_lectores', message: demas[2] }])
  })
})
