import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDb, type Db } from '../../platform/db/client'
import { passMinutes } from '../../testing/clock'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { watchPlantas } from './vigilar'

const LECTORES = 5
const POR_LECTOR = 8
const macLector = (l: number) => `0A00000000${String(l).padStart(2, '0')}`
const macEtiqueta = (l: number, n: number) => `0B0000000${l}${String(n).padStart(2, '0')}`

describe.runIf(inject('base').hay)('causes', () => {
  let p: Prueba
  let pool: pg.Pool
  let db: Db
  const told: string[] = []
  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    pool = p.servidor.pool
    db = createDb(pool)
    for (let l = 1; l <= LECTORES; l++) {
      await p.register(macLector(l), 'Reader', `Puerta ${l}`)
      for (let n = 1; n <= POR_LECTOR; n++) await p.register(macEtiqueta(l, n), 'iBeacon', '-')
    }
  })
  afterEach(async () => {
    told.length = 0
    for (const t of ['causa', 'vigilancia', 'lector_habito', 'lector_rechazo', 'dicho', 'cambio'])
      await pool.query(`delete from ${t}`)
  })
  afterAll(() => p.stop())

  /** Readers send a sign of life, and hear their tags. */
  async function hear(lectores: number[], conEtiquetas: number[] = lectores) {
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde)
       select id, empresa_id, now(), now(), now() from dispositivo where mac = any ($1)
       on conflict (dispositivo_id) do update set ultimo_registro = now(), recibido = now()`,
      [lectores.map(macLector)],
    )
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, lector_id, lector_desde, accel)
       select t.id, t.empresa_id, now(), now(), now(), l.id, now(), '{0,0,1}'
       from dispositivo t join dispositivo l on l.mac = any ($1) and substr(t.mac, 10, 1) = right(l.mac, 1)
       where t.mac like '0B0000000%'
       on conflict (dispositivo_id) do update set ultimo_registro = now(), recibido = now(),
         lector_id = excluded.lector_id, ultimo_movimiento = null`,
      [conEtiquetas.map(macLector)],
    )
  }
  const watch = () =>
    watchPlantas(db, {
      onOpen: async (_tx, _e, id) => told.push(`abre ${id}`),
      onClose: async (_tx, _e, id) => told.push(`cierra ${id}`),
    })
  /** Lets minutes pass with a check in each; before each check `each` sends what readers hear. */
  async function pass(minutes: number, each: () => Promise<unknown>, cada = 1) {
    for (let i = 0; i < minutes; i += cada) {
      await passMinutes(pool, cada)
      await each()
      await watch()
    }
  }
  const all = Array.from({ length: LECTORES }, (_, i) => i + 1)
  const but = (...outside: number[]) => all.filter((l) => !outside.includes(l))
  const causas = async () =>
    (
      await pool.query(
        `select c.clase, right(d.mac, 2)::int as lector, c.padre_id is not null as hija, c.hasta is null as abierta
         from causa c left join dispositivo d on d.id = c.lector_id order by c.id`,
      )
    ).rows
  const estadoOf = async (l: number) =>
    (
      await pool.query(
        'select distinct posible_estado, situacion, causa_clase from dispositivo_actual where mac like $1',
        [`0B0000000${l}%`],
      )
    ).rows

  test('a reader that dies is one cause; its containers wait behind it for days and are not lost, nor right after', async () => {
    await hear(all)
    await watch()
    await pass(13, () => hear(but(1)))
    expect(await causas()).toEqual([{ clase: 'mudo', lector: 1, hija: false, abierta: true }])
    expect(told).toHaveLength(1)
    // Four days in steps of an hour: a single gap would count as a stop of Retorna itself.
    await pass(
      4 * 24 * 60,
      () => hear(but(1)).then(() => pool.query('update vigilancia set ultima = now()')),
      240,
    )
    expect(await estadoOf(1)).toEqual([
      { posible_estado: 'Ubicado', situacion: 'lector_mudo', causa_clase: 'mudo' },
    ])
    // It sends signs of life again, but hears none of its tags yet.
    await pass(16, () => hear(all, but(1)))
    expect(await causas()).toMatchObject([{ abierta: false }])
    expect(told).toHaveLength(2)
    expect(await estadoOf(1)).toMatchObject([
      { posible_estado: 'Ubicado', situacion: 'en_sitio', causa_clase: null },
    ])
    await passMinutes(pool, 301)
    expect(await estadoOf(1)).toMatchObject([{ posible_estado: 'Posible tránsito' }])
  })

  test('a reader that lives and hears nothing is deaf, until it hears again', async () => {
    await hear(all)
    await pass(12, () => hear(all, but(2)))
    expect(await causas()).toEqual([{ clase: 'sordo', lector: 2, hija: false, abierta: true }])
    expect(await estadoOf(2)).toEqual([
      { posible_estado: 'Ubicado', situacion: 'lector_mudo', causa_clase: 'sordo' },
    ])
    await pass(90, () => hear(all, but(2)), 3)
    expect(await causas()).toMatchObject([{ abierta: true }])
    await pass(17, () => hear(all))
    expect(await causas()).toMatchObject([{ abierta: false }])
    expect(told).toHaveLength(2)
  })

  test('a truck that takes a dock along is none', async () => {
    await hear(all)
    await pool.query(
      `update dispositivo_estado set ultimo_movimiento = now() where dispositivo_id in (select id from dispositivo where mac like '0B00000003%')`,
    )
    await pass(15, () => hear(all, but(3)))
    expect(await causas()).toEqual([])
  })

  test('readers that fall silent together are one cause that people are told of', async () => {
    await hear(all)
    await pass(14, () => hear([1, 2]))
    expect(await causas()).toEqual([
      { clase: 'mudo', lector: 3, hija: true, abierta: true },
      { clase: 'mudo', lector: 4, hija: true, abierta: true },
      { clase: 'mudo', lector: 5, hija: true, abierta: true },
      { clase: 'red', lector: null, hija: false, abierta: true },
    ])
    expect(told).toHaveLength(1)
    await pass(32, () => hear(all), 2)
    expect((await causas()).every((c: { abierta: boolean }) => !c.abierta)).toBe(true)
    expect(told).toHaveLength(2)
  })

  test('an outage beside one that is open is a cause of its own', async () => {
    await hear(all)
    await pool.query(
      "insert into causa (empresa_id, clase, desde, evidencia) values (1, 'red', now() - interval '1 hour', '{}')",
    )
    await pass(14, () => hear([1, 2]))
    expect(await causas()).toContainEqual({ clase: 'red', lector: null, hija: false, abierta: true })
    expect((await causas()).filter((c: { hija: boolean }) => c.hija)).toHaveLength(3)
  })

  test('a stop of ours is told as ours: no reader is silent and no container lost because of it', async () => {
    await hear(all)
    await watch()
    await passMinutes(pool, 5 * 24 * 60)
    await watch()
    expect(await causas()).toMatchObject([{ clase: 'nuestra', abierta: true }])
    expect(await estadoOf(1)).toMatchObject([{ posible_estado: 'Ubicado', causa_clase: 'nuestra' }])
    await pass(12, () => hear(all))
    expect(await causas()).toEqual([{ clase: 'nuestra', lector: null, hija: false, abierta: false }])
    expect(told).toHaveLength(2)
  })

  test('a reader that was silent before a stop of ours is told of since its own last sign of life, on every screen', async () => {
    await hear(all)
    await passMinutes(pool, 2 * 24 * 60)
    await hear(but(1))
    await watch()
    // No check for an hour, and no causes known, as on the first start of Retorna.
    await pool.query('delete from causa')
    await passMinutes(pool, 60)
    await watch()
    await pass(22, () => hear(but(1)), 2)
    const cookie = await p.as('admin')
    const lectores = await p.call<{ mac: string; UltimoRegistro: string; causa: unknown }[]>(
      'GET',
      '/api/lectores',
      { cookie },
    )
    const l = lectores.body.find((x) => x.mac === macLector(1))
    const causas = await p.call<{ data: { clase: string; desde: string }[] }>(
      'GET',
      '/api/causas?clase=mudo',
      {
        cookie,
      },
    )
    expect(causas.body.data).toMatchObject([{ desde: l?.UltimoRegistro }])
    expect(l?.causa).toMatchObject({ desde: l?.UltimoRegistro })
    expect(Date.now() - Date.parse(l?.UltimoRegistro ?? '')).toBeGreaterThan(2 * 24 * 3_600_000)
  })

  test('a gateway refused for its key, and a wrong clock', async () => {
    await hear(all)
    const [l4] = (await pool.query('select id from dispositivo where mac = $1', [macLector(4)])).rows
    await pool.query(
      "insert into lector_rechazo (lector_id, detalle, cuando) values ($1, 'La clave no vale.', now())",
      [l4.id],
    )
    await pool.query(
      'update dispositivo_estado set desfase_s = 900 where dispositivo_id = (select id from dispositivo where mac = $1)',
      [macLector(5)],
    )
    await passMinutes(pool, 1)
    await pool.query('update lector_rechazo set cuando = now()')
    await hear(but(4))
    await watch()
    expect(await causas()).toMatchObject([
      { clase: 'clave', lector: 4 },
      { clase: 'reloj', lector: 5 },
    ])
  })

  test('people see what waits behind a cause, who looks into it, and nothing of others', async () => {
    await hear(all)
    await pass(14, () => hear([1, 2]))
    type List = {
      id: number
      clase: string
      afectados: number
      persona: { nombre: string } | null
      nota: string | null
    }
    const r = await p.call<{ data: List[]; total: number }>('GET', '/api/causas?estado=abiertas', {
      cookie: await p.as('operario'),
    })
    expect(r.body.total).toBe(1)
    expect(r.body.data).toMatchObject([{ clase: 'red', afectados: 3 * POR_LECTOR, persona: null }])
    const id = r.body.data[0]?.id
    // Above some hundreds the list shows what the last check counted.
    const afectados = async () =>
      (
        await p.call<{ data: List[] }>('GET', '/api/causas?estado=abiertas', {
          cookie: await p.as('operario'),
        })
      ).body.data.map((c) => c.afectados)
    const counted = async () =>
      (await pool.query('select sum(contenedores)::int as n from causa_detras')).rows[0].n
    expect(await counted()).toBe(3 * POR_LECTOR)
    await pool.query('update causa_detras set contenedores = 300')
    expect(await afectados()).toEqual([900])
    await watch()
    expect(await afectados()).toEqual([3 * POR_LECTOR])
    type Detalle = List & { contenedores: unknown[]; partes: { clase: string }[] }
    const d = await p.call<Detalle>('GET', `/api/causas/${id}`, { cookie: await p.as('consulta') })
    expect(d.body.contenedores).toHaveLength(3 * POR_LECTOR)
    expect(d.body.partes.map((c) => c.clase)).toEqual(['mudo', 'mudo', 'mudo'])
    const toma = (who: string, body: object) =>
      p.as(who).then((cookie) => p.call<List>('PUT', `/api/causas/${id}/persona`, { body, cookie }))
    expect((await toma('operario', { mia: true, nota: 'Voy a verlo' })).body).toMatchObject({
      persona: { nombre: 'Nombre de operario' },
      nota: 'Voy a verlo',
    })
    expect((await toma('operario', { mia: false })).body).toMatchObject({
      persona: null,
      nota: 'Voy a verlo',
    })
    expect((await toma('calidad', { mia: true })).status).toBe(404)
    const ajena = await p.call<{ data: List[]; total: number }>('GET', '/api/causas', {
      cookie: await p.as('calidad'),
    })
    expect(ajena.body).toEqual({ data: [], total: 0 })
    const mac = macEtiqueta(3, 1)
    const c = await p.call('GET', `/api/dispositivos/${mac}`, { cookie: await p.as('operario') })
    expect(JSON.stringify(c.body)).toMatch(/"NoSeSabe":"No se sabe desde .*, por lector sin señal"/)
  })

  test('behind a stop of Retorna itself, where readers are many, the list shows what the last check counted', async () => {
    await hear(all)
    await watch()
    await passMinutes(pool, 20)
    await watch()
    const afectados = async () => {
      const cookie = await p.as('operario')
      const r = await p.call<{ data: { clase: string; afectados: number }[] }>(
        'GET',
        '/api/causas?clase=nuestra',
        { cookie },
      )
      return r.body.data.map((c) => [c.clase, c.afectados])
    }
    expect(await afectados()).toEqual([['nuestra', LECTORES * POR_LECTOR]])
    await hear(all)
    expect(await afectados()).toEqual([['nuestra', 0]])
    const many = Array.from({ length: 50 }, (_, n) => `0C00000000${String(n).padStart(2, '0')}`)
    for (const [n, mac] of many.entries()) await p.register(mac, 'Reader', `Nave ${n}`)
    expect(await afectados()).toEqual([['nuestra', LECTORES * POR_LECTOR]])
    await watch()
    expect(await afectados()).toEqual([['nuestra', 0]])
    await pool.query('update dispositivo set eliminado = now() where mac = any ($1)', [many])
  })

  test('what is noted of changes is what screens show, over a month of chance', {
    tags: ['slow'],
  }, async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    await hear(all)
    await watch()
    const distintos = async () =>
      (
        await pool.query(
          `select d.mac, d.posible_estado, c.a from dispositivo_actual d
           left join (
             select distinct on (dispositivo_id) dispositivo_id, a from cambio where clase = 'estado' order by dispositivo_id, id desc
           ) c on c.dispositivo_id = d.id
           left join dicho o on o.dispositivo_id = d.id and o.clase = 'estado'
           where o.valor is distinct from d.posible_estado or coalesce(c.a, o.valor) is distinct from d.posible_estado`,
        )
      ).rows
    let vivos = all
    for (let horas = 0; horas < 30 * 24; horas += 8) {
      if (random() < 0.3) vivos = all.filter(() => random() < 0.8)
      const oyen = vivos.filter(() => random() < 0.7)
      await passMinutes(pool, 8 * 60)
      await hear(vivos, oyen)
      await pool.query('update vigilancia set ultima = now()')
      await watch()
      expect(await distintos()).toEqual([])
    }
    const { rows } = await pool.query(
      "select a, count(*)::int as n from cambio where clase = 'estado' group by 1",
    )
    expect(rows.map((r) => r.a)).toEqual(expect.arrayContaining(['Posible tránsito', 'Ubicado']))
    // Each change names the previous reported state.
    const { rows: rotos } = await pool.query(
      `select * from (select de, lag(a) over (partition by dispositivo_id, clase order by id) as antes from cambio) x
       where antes is not null and de is distinct from antes`,
    )
    expect(rotos).toEqual([])
  })
})
