import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('a long list of incidents', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('more than are read at a time: each once, newest first, with its last note, and how many there are', async () => {
    const { pool } = p.servidor
    const operario = await p.as('operario')
    await p.register('AC233F0000E1', 'SmartBle', 'MUCHAS-1')
    await pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta)
       select 1, id, now() - make_interval(secs => n / 2), now() from dispositivo, generate_series(0, 1204) n where mac = 'AC233F0000E1'
       on conflict do nothing`,
    )
    await pool.query(
      `insert into incidencia_nota (empresa_id, incidencia_id, autor, texto, momento)
       select 1, i.id, 'Ane', x.texto, now() - x.hace from incidencia i join dispositivo d on d.id = i.dispositivo_id,
         (values ('primera', interval '2 hours'), ('última', interval '1 hour')) x (texto, hace)
       where d.mac = 'AC233F0000E1' and i.id % 100 = 0`,
    )
    const { rows } = await pool.query<{ id: number; nota: string | null }>(
      `select i.id, case when i.id % 100 = 0 then 'última' end as nota from incidencia i join dispositivo d on d.id = i.dispositivo_id
       where d.mac = 'AC233F0000E1' order by i.tiempo desc, i.id desc`,
    )
    const r = await p.call<Incidencia[]>('GET', '/api/get_incidencias?search=MUCHAS', { cookie: operario })
    expect(r.body.map(({ id, nota }) => ({ id, nota }))).toEqual(rows)
    expect(rows.length).toBeGreaterThan(600)
    expect(r.headers.get('x-total-count')).toBe(String(rows.length))
  })
})
