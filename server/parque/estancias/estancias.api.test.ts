import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertEventos } from '../../oir/eventos/repo-write'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('stays', () => {
  let p: Prueba
  let ids: Record<string, number>
  const minute = (n: number) => new Date(Date.UTC(2026, 5, 1, 10, n))
  const sql = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const stays = () =>
    sql(
      `select l.mac as lector, e.desde, e.hasta from estancia_toda e join dispositivo l on l.id = e.lector_id
       where e.dispositivo_id = $1 order by e.desde`,
      [ids.AC233F0000EE],
    )

  beforeAll(async () => {
    p = await startPrueba()
    for (const mac of ['C3000000EE01', 'C3000000EE02'])
      await p.register(mac, 'Reader', `LEC-${mac.slice(-2)}`)
    await p.register('AC233F0000EE', 'SmartBle', '20014-88')
    ids = Object.fromEntries((await sql('select mac, id from dispositivo')).map((d) => [d.mac, d.id]))
  })
  afterAll(() => p.stop())

  test('one ends where the next begins, and the last one with the last hearing', async () => {
    const hear = (lector: string, desde: Date) =>
      sql(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado_desde)
         values ($1, 1, $3, $2, $3, $3) on conflict (dispositivo_id) do update set lector_id = excluded.lector_id,
           lector_desde = excluded.lector_desde, ultimo_registro = excluded.ultimo_registro`,
        [ids.AC233F0000EE, ids[lector], desde],
      )
    await hear('C3000000EE01', minute(0))
    expect(await sql('select * from estancia')).toEqual([])
    await hear('C3000000EE02', minute(7))
    await hear('C3000000EE01', minute(9))
    expect(await stays()).toEqual([
      { lector: 'C3000000EE01', desde: minute(0), hasta: minute(7) },
      { lector: 'C3000000EE02', desde: minute(7), hasta: minute(9) },
      { lector: 'C3000000EE01', desde: minute(9), hasta: minute(9) },
    ])
  })

  test('events tell the same, anew', async () => {
    const evento = (lector: string, n: number) => ({
      empresa: 1,
      dispositivo: ids.AC233F0000EE as number,
      lector: ids[lector] as number,
      tiempo: minute(n).getTime(),
      estado: 0 as const,
      etiqueta: null,
      bateria: null,
      temperatura: null,
      valor: {},
    })
    const c = await p.servidor.pool.connect()
    await insertEventos(
      c,
      p.servidor.pool,
      [
        evento('C3000000EE01', 0),
        evento('C3000000EE01', 5),
        evento('C3000000EE02', 7),
        evento('C3000000EE01', 9),
      ],
      'Europe/Madrid',
    )
    c.release()
    const before = await stays()
    await sql('select rehacer_estancias()')
    expect(await stays()).toEqual(before)
  })
})
