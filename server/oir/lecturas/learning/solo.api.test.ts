import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Calibracion } from '#contract/oir/lecturas/calibracion'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { removeTrainingRests, takeTrainingRests } from './repo-shadow-model'
import { learnDue } from './solo'

const LEC_A = 'C30000CE0001'
const LEC_C = 'C30000CE0002'
const TAG = 'AC233FCE0001'
const LEVELS = { a: -50, c: -80 }

describe.runIf(inject('base').hay)('what a plant learns by itself', () => {
  let p: Prueba
  let puente: { usuario: string; clave: string }
  const ids: Record<string, number> = {}

  const learn = async () =>
    (
      await p.call<{ version: number | null }>('POST', '/api/calibracion/aprender', {
        body: { empresa: 1 },
        cookie: await p.as('admin'),
      })
    ).body.version
  const versiones = async () =>
    (await p.call<Calibracion>('GET', '/api/calibracion?empresa=1', { cookie: await p.as('admin') })).body
      .versiones
  const count = async () =>
    (await p.servidor.pool.query('select count(*)::int as n from descanso')).rows[0].n as number

  async function hear(seconds: number): Promise<void> {
    const filas = []
    for (let s = seconds; s >= 0; s -= 5)
      for (const [lector, rssi] of [
        [LEC_A, LEVELS.a],
        [LEC_C, LEVELS.c],
      ] as const)
        filas.push({ mac: TAG, lector, rssi, tiempo: new Date(Date.now() - s * 1000).toISOString() })
    expect((await p.send('retorna', JSON.stringify(filas), puente)).body.rechazadas).toBe(0)
  }

  const sample = () =>
    JSON.stringify([
      { lector: ids[LEC_A], media: LEVELS.a, n: 10, oido: 1 },
      { lector: ids[LEC_C], media: LEVELS.c, n: 10, oido: 1 },
    ])

  /** Forget all that was learned and confirmed, and store a walk with these spots and the levels of both readers there. */
  async function walk(puntos: [place: string, a: number, c: number][]): Promise<void> {
    const { pool } = p.servidor
    await pool.query('delete from confirmacion')
    await pool.query('delete from descanso')
    const estados = puntos.map(([place, a, c]) => ({
      lugar: ids[place],
      lector: null,
      muestras: 18,
      filas: [
        [ids[LEC_A], 18, 18 * a, 18 * a * a, 18, 18],
        [ids[LEC_C], 18, 18 * c, 18 * c * c, 18, 18],
      ],
    }))
    await pool.query('update aprendido set activo = false')
    await pool.query(
      `insert into aprendido (empresa_id, version, activo, clase, autor, resumen, sumas, exponente)
       select 1, max(version) + 1, true, 'paseo', 'admin', (array_agg(resumen))[1], $1, max(exponente) from aprendido`,
      [JSON.stringify({ estados })],
    )
  }

  beforeAll(async () => {
    p = await startPrueba()
    for (const [mac, nombre] of [
      [LEC_A, 'Almacén'],
      [LEC_C, 'Taller'],
    ] as const) {
      await p.register(mac, 'Reader', `LEC-${nombre}`)
      const { rows } = await p.servidor.pool.query(
        `with u as (insert into ubicacion (empresa_id, nombre, grupo) values (1, $1, 'Almacén') returning id)
         update dispositivo set ubicacion_id = u.id from u where mac = $2 returning dispositivo.id, u.id as lugar`,
        [nombre, mac],
      )
      ids[mac] = rows[0].id
      ids[nombre] = rows[0].lugar
    }
    await p.register(TAG, 'SmartBle', '20014-905')
    puente = await p.issue(LEC_A, true)
  })
  afterAll(() => p.stop())

  test('nothing new teaches nothing', async () => {
    expect(await learn()).toBeNull()
    expect(await versiones()).toEqual([])
  })

  test('a rest without doubt is kept once, and not used before people confirmed something', async () => {
    await hear(120)
    await vi.waitFor(
      async () => {
        await hear(0)
        expect(await count()).toBe(1)
      },
      { timeout: 20_000, interval: 1000 },
    )
    expect(await learn()).toBe(1)
    expect(await versiones()).toMatchObject([
      {
        activo: false,
        clase: 'solo',
        resumen: { lugares: 1, muestras: 1, motivo: 'Faltan confirmaciones para probarla: hay 0 de 10.' },
      },
    ])
    expect(await count()).toBe(1)
  })

  test('it is used where it names the last confirmations no worse', async () => {
    await p.servidor.pool.query(
      `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, lugar, nats, creible, pendiente, muestra)
       select 1, id, $1, 'operario', $1, 0, true, false, $2::jsonb from dispositivo, generate_series(1, 12) where mac = $3`,
      [ids.Almacén, sample(), TAG],
    )
    await learn()
    expect(await versiones()).toMatchObject([
      { activo: true, autor: 'admin', resumen: { confirmaciones: 12, antes: 12, ahora: 12, motivo: null } },
    ])
    expect(await count()).toBe(0)
    expect(await learn()).toBeNull()
  })

  test('readers of one place are one place that was learned of', async () => {
    const lector = 'C30000CE0003'
    await p.register(lector, 'Reader', 'LEC-Otro')
    const { rows } = await p.servidor.pool.query(
      'update dispositivo set ubicacion_id = $1 where mac = $2 returning id',
      [ids.Almacén, lector],
    )
    await p.servidor.pool.query(
      'insert into descanso (empresa_id, lector_id, muestra) select 1, x, $2::jsonb from unnest($1::bigint[]) x',
      [[ids[LEC_A], rows[0].id], sample()],
    )
    await learn()
    expect((await versiones())[0]?.resumen).toMatchObject({ lugares: 1, muestras: 2 })
  })

  // cubre: transiciones 6
  test('what would name them worse stays in the list, with why', async () => {
    await p.servidor.pool.query(
      'insert into descanso (empresa_id, lector_id, muestra) select 1, $1, $2::jsonb from generate_series(1, 300)',
      [ids[LEC_C], sample()],
    )
    await learn()
    const [nueva, anterior] = await versiones()
    expect(nueva).toMatchObject({
      activo: false,
      resumen: { antes: 12, ahora: 0, motivo: 'Nombra peor las últimas confirmaciones.' },
    })
    expect(anterior?.activo).toBe(true)
    const back = async (version?: number) => {
      const ruta = `/api/calibracion/versiones/${version}/volver`
      const r = await p.call('POST', ruta, { body: { empresa: 1 }, cookie: await p.as('admin') })
      return [r.status, r.body.code]
    }
    expect(await back(nueva?.version)).toEqual([409, 'sin_usar'])
    expect((await versiones())[0]).toEqual(nueva)
  })

  test('what people said is named by what was learned without it', async () => {
    const { pool } = p.servidor
    await walk([
      ['Almacén', -50, -80],
      ['Taller', -80, -50],
    ])
    // Each was heard as if in the store, at levels of its own, but confirmed to be in the workshop.
    for (let i = 0; i < 12; i++)
      await pool.query(
        `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, lugar, nats, creible, pendiente, muestra)
         select 1, id, $1, 'operario', $1, 0, true, false, $2::jsonb from dispositivo where mac = $3`,
        [
          ids.Taller,
          JSON.stringify([
            { lector: ids[LEC_A], media: -45 - 8 * (i % 3), n: 40, oido: 1 },
            { lector: ids[LEC_C], media: -72 - 7 * Math.floor(i / 3), n: 40, oido: 1 },
          ]),
          TAG,
        ],
      )
    await learn()
    const r = (await versiones())[0]?.resumen
    expect(r).toMatchObject({ confirmaciones: 12, antes: 0, muestras: 12 })
    expect(r?.ahora).toBe(0)
  })

  test('with what people confirmed the models are compared again', async () => {
    const { pool } = p.servidor
    await walk([
      ...([-50, -54, -58, -62, -66, -70] as const).map((a): [string, number, number] => ['Almacén', a, -85]),
      ...([-50, -54, -58, -62, -66, -70] as const).map((c): [string, number, number] => ['Taller', -85, c]),
    ])
    const heard = [-52, -56, -60, -64].map((a) =>
      JSON.stringify([
        { lector: ids[LEC_A], media: a, n: 40, oido: 1 },
        { lector: ids[LEC_C], media: -84, n: 40, oido: 1 },
      ]),
    )
    await pool.query(
      `insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, autor, lugar, nats, creible, pendiente, muestra)
       select 1, d.id, $1, 'operario', $1, 0, true, false, h::jsonb from dispositivo d, unnest($2::text[]) h, generate_series(1, 3) where mac = $3`,
      [ids.Almacén, heard, TAG],
    )
    await learn()
    const [v] = await versiones()
    expect(v).toMatchObject({ activo: true, resumen: { muestras: 12, confirmaciones: 12, ahora: 12 } })
    // Six spots of each place, and new spots from the confirmed rests.
    expect(v?.resumen.modelos?.pruebas).toBeGreaterThan(12)
    expect(v?.resumen.modelos?.juntos).toBe(v?.resumen.modelos?.pruebas)
    const { mezcla, ajuste } = (await pool.query('select sumas from aprendido where activo')).rows[0].sumas
    expect(mezcla.sitios + mezcla.zonas + mezcla.lectores).toBeCloseTo(1, 6)
    expect(ajuste).toEqual([[ids.Almacén, 12, expect.any(Number), expect.any(Number)]])
  })

  test('a rest that is committed while the others are learned is there for the next time', async () => {
    const { pool, db } = p.servidor
    await pool.query('delete from descanso')
    const insert = 'insert into descanso (empresa_id, lector_id, muestra) values (1, $1, $2::jsonb)'
    await pool.query(insert, [ids[LEC_A], sample()])
    const client = await pool.connect()
    await client.query('begin')
    await client.query(insert, [ids[LEC_C], sample()])
    await db.transaction().execute(async (tx) => {
      const rests = await takeTrainingRests(tx, 1)
      expect(rests.map((r) => r.lector)).toEqual([ids[LEC_A]])
      await client.query('commit')
      await removeTrainingRests(tx, rests)
    })
    client.release()
    expect((await pool.query('select lector_id as lector from descanso')).rows).toEqual([
      { lector: ids[LEC_C] },
    ])
  })

  test('a company that cannot learn keeps no other from it', async () => {
    const { pool } = p.servidor
    await pool.query('delete from aprendido; delete from descanso')
    // The other company has only a rest that is too old: learning for it deletes that rest.
    await pool.query(
      `insert into descanso (empresa_id, momento, lector_id, muestra)
       select e, now() - t, $1, $2::jsonb from (values (1, interval '1 minute'), (2, interval '400 days')) as x (e, t)`,
      [ids[LEC_A], sample()],
    )
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on aprendido for each row execute function refuse()`)
    await expect(learnDue(p.servidor.db)).rejects.toThrow('refused')
    expect((await pool.query('select empresa_id from descanso')).rows).toEqual([{ empresa_id: 1 }])
    await pool.query('drop trigger refuse on aprendido; drop function refuse()')
  })
})
