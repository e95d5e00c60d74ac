import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Hoy } from '#contract/resumen/hoy/hoy'
import { PAPELES, type Papel } from '#contract/resumen/hoy/papeles-values'
import { LINEAS, listaOf } from '#contract/resumen/hoy/values'
import { keepPerdidas } from '../../cuentas/perdidas/service'
import { keepPilas } from '../../cuentas/pilas/keep'
import { createDb, type Db } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { countHoy } from './contar'

const ZONA = 'Europe/Madrid'
const HOY = new Date().toISOString().slice(0, 10)

describe.runIf(inject('base').hay)('hoy', () => {
  let p: Prueba
  let pool: pg.Pool
  let db: Db
  let admin: string
  const sql = (text: string, values: unknown[] = []) => pool.query(text, values)
  const read = async (papel: Papel, cookie = admin, query = '') =>
    (await p.call<Hoy>('GET', `/api/hoy?papel=${papel}${query}`, { cookie })).body
  const count = async () => {
    await sql('delete from hoy_vuelta')
    await keepPilas(db)
    await keepPerdidas(db, ZONA)
    await countHoy(db, ZONA)
  }

  const mac = (n: number) => `AC233F0D${String(n).padStart(4, '0')}`
  /** Sets that a container was heard this many hours ago by the reader. */
  const hear = (n: number, horas: number, mas: { certeza?: number; bateria?: number; dias?: number } = {}) =>
    sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, lector_id,
         lector_desde, ubicacion_id, certeza, bateria, segunda_id)
       select d.id, d.empresa_id, now() - make_interval(hours => $2), now(), now(), l.id, now() - make_interval(days => $5),
         l.ubicacion_id, $3, $4, l.ubicacion_id
       from dispositivo d, dispositivo l where d.mac = $1 and l.mac = 'C30000000D01'`,
      [mac(n), horas, mas.certeza ?? 1, mas.bateria ?? 90, mas.dias ?? 0],
    )

  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    pool = p.servidor.pool
    db = createDb(pool)
    admin = await p.as('admin')
    await sql(`insert into ubicacion (empresa_id, nombre) values (1, 'Muelle 1'), (1, 'Muelle 2')`)
    await sql(
      `insert into lt (empresa_id, codigo, descripcion, total) values (1, '20014', 'Puerta', 20), (1, '20015', 'Aleta', 0)`,
    )
    for (const n of [1, 2])
      await p.register(`C30000000D0${n}`, 'Reader', `LEC-H${n}`, { ubicacion: `Muelle ${n}` })
    await sql(`update dispositivo d set ubicacion_id = u.id from ubicacion u
      where d.mac like 'C30000000D0%' and u.nombre = 'Muelle ' || right(d.mac, 1)`)
    await sql(`insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde)
      select id, empresa_id, now(), now(), now() from dispositivo where tipo = 'Reader'`)
    for (let n = 1; n <= 12; n++) await p.register(mac(n), 'SmartBle', `20014-${n}`)
    await p.register(mac(20), 'SmartBle', '20099-1', { empresa: 2 })
    for (const n of [1, 2, 3]) await hear(n, 100)
    for (const n of [4, 5]) await hear(n, 0, { certeza: 0.3 })
    await hear(6, 0, { bateria: 5 })
    await hear(7, 0, { dias: 40 })
    await hear(8, 0)
    await hear(11, 750)
    // In search by silence: one that a user has taken, and one that nobody has.
    for (const n of [13, 14]) {
      await p.register(mac(n), 'SmartBle', `20014-${n}`)
      await hear(n, 200)
    }
    await sql(
      `insert into perdida_asiento (empresa_id, dispositivo_id, clase, persona_id, lleva_id)
       select 1, d.id, 'busqueda', u.id, u.id from dispositivo d, usuario u where d.mac = $1 and u.username = 'admin'`,
      [mac(13)],
    )
    await sql(`update dispositivo set activado = false where mac = $1`, [mac(8)])
    // The second reader is out of order, and one container waits behind it.
    await sql(`insert into causa (empresa_id, clase, lector_id, desde, evidencia)
      select 1, 'mudo', id, now() - interval '1 hour', '{}' from dispositivo where mac = 'C30000000D02'`)
    await hear(9, 1)
    await sql(
      `update dispositivo_estado s set lector_id = l.id, ubicacion_id = l.ubicacion_id from dispositivo l, dispositivo d
      where l.mac = 'C30000000D02' and d.id = s.dispositivo_id and d.mac = $1`,
      [mac(9)],
    )
    // Impacts of this week and the last, some with damage, some with a user in charge.
    await sql(
      `insert into incidencia (empresa_id, dispositivo_id, lector_id, ubicacion_id, tiempo, hasta, pico_g, hubo_danio, lleva)
       select 1, d.id, l.id, l.ubicacion_id, now() - g.hace, now() - g.hace, 4, g.danio,
         case when g.lleva then (select id from usuario where username = 'admin') end
       from dispositivo d, dispositivo l, (values (interval '181 seconds', true, false), (interval '182 seconds', false, true),
         (interval '183 seconds', false, false), (interval '7 days 184 seconds', true, false), (interval '30 days', false, true)) as g (hace, danio, lleva)
       where d.mac = $1 and l.mac = 'C30000000D01'`,
      [mac(6)],
    )
    await sql(
      `update incidencia set revisado = true, cerrada = now() - interval '1 second' where tiempo < now() - interval '20 days'`,
    )
    await sql(
      `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
      select 1, id, 'estado', 'Ubicado', 'Posible extravío', now() - interval '182 seconds', 'silencio' from dispositivo where mac = any ($1)`,
      [[mac(1), mac(2), mac(3)]],
    )
    await sql(
      `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
      select 1, id, 'estado', 'Posible extravío', 'Ubicado', now() - interval '7 days 182 seconds', 'oido' from dispositivo where mac = $1`,
      [mac(4)],
    )
    await sql(
      `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
       select 1, id, 'estado', 'Sin registro', 'Ubicado', now() - interval '20 days', 'oido' from dispositivo where mac = $1`,
      [mac(4)],
    )
    await sql(
      `insert into reloj (empresa_id, planta, desde, hasta, antes_s) values (1, '', '2020-01-01Z', now() + interval '90 days', 0)`,
    )
    await sql(`with c as (insert into ciclo (empresa_id, nombre) values (1, 'General') returning id),
      e as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
        select 1, c.id, 'Carga', 1, 'llenos', true from c returning id, ciclo_id)
      insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin,
        reloj_desde, reloj_hasta, vuelta_desde)
      select d.id, now() - v.hace, 1, e.ciclo_id, e.id, '20014', u.id, now() - v.hace + interval '1 second', 'paso', 0, 0, v.vuelta
      from e, dispositivo d, ubicacion u, (values (interval '183 seconds', now() - interval '9 days'), (interval '182 seconds', null),
        (interval '7 days 183 seconds', null), (interval '40 days', null)) as v (hace, vuelta)
      where d.mac = '${mac(10)}' and u.nombre = 'Muelle 2'`)
    // A stage with a limit of 5 hours and a minimum of three containers: two are stuck there.
    await sql(
      `insert into etapa_medida (etapa_id, familia, n, q95_s) select id, '20014', 50, 18000 from etapa`,
    )
    for (const n of [6, 7])
      await sql(
        `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, reloj_desde)
         select d.id, now() - interval '3 days', 1, e.ciclo_id, e.id, '20014', u.id, lee_reloj(1, '', now() - interval '3 days')
         from etapa e, dispositivo d, ubicacion u where d.mac = $1 and u.nombre = 'Muelle 2'`,
        [mac(n)],
      )
    await sql(`insert into prevision_serie (empresa_id, etapa_id, familia, momento, stock, minimo, salidas)
      select 1, e.id, f, now(), 2, 3, 50 from etapa e, unnest(array['', '20014']) as f`)
    await sql(`insert into visto_sin_registrar (empresa_id, mac, lector_id, veces, aleatoria, primera, ultima)
      select 1, 'AC233FCCBB0' || n, l.id, 1, false, now(), now() from dispositivo l, generate_series(1, 3) as n where l.mac = 'C30000000D01'`)
    await sql(`insert into cuarentena (empresa_id, formato, via, motivo, detalle, huella, cuerpo)
      values (1, 'minew', 'http', 'json', 'nada', '\\x01', '\\x02')`)
    await sql(`insert into entrega (empresa_id, canal, destino, nombre, debida, siguiente, estado, creada)
      select 1, 'correo', 'x', 'Ane', t, t, 'rechazada', t from (values (now()), (now() - interval '30 days')) as v (t)`)
    // Counts: one that was repeated since, its repetition, one to be signed, a signed one, and one of a family.
    await sql(`insert into recuento (empresa_id, lugar, familia, abierto, abrio, cerrado, cerro, pide_firma, firmado, firmo, cifras)
      select 1, r.lugar, r.familia, now() - r.hace, 'Ane', now() - r.hace, 'Ane', r.pide, now() - r.firmado,
        case when r.firmado is not null then 'Jon' end,
        json_build_object('esperados', 9, 'escaneos', 0, 'encontrados', 0, 'faltantes', r.faltan, 'sobrantes', 0, 'desconocidos', 0,
          'repetidos', 0, 'acuerdan', 0, 'comparados', 0)
      from (values ('Muelle 1', null, interval '5 hours', false, null::interval, 2), ('Muelle 1', null, '3 hours', false, null, 1),
        ('Muelle 2', null, '4 hours', true, null, 0), ('Nave', null, '4 hours', true, '1 hour', 7), ('Patio', null, '4 hours', false, null, 0),
        (null, '20014', '4 hours', false, null, 3)) as r (lugar, familia, hace, pide, firmado, faltan)`)
    // Lines of a statement: one disputed, one answered, one settled.
    await sql(`with t as (insert into tercero (empresa_id, nombre, clase) values (1, 'Norte SA', 'cliente') returning id),
      m as (insert into movimiento (empresa_id, momento, clase, de_id, a_id, fuera, familia, cantidad)
        select 1, now() - make_interval(days => n), 'recuento', null, t.id, null, '20014', n from t, generate_series(1, 3) as n
        returning id, a_id, cantidad)
      insert into movimiento_dicho (empresa_id, movimiento_id, tercero_id, clase, nota, autor, ajeno)
      select 1, m.id, m.a_id, d.clase, 'x', 'Nora', false from m join (values (1, 'disputa'), (2, 'respuesta'), (3, 'acuerdo')) as d (hasta, clase)
        on d.hasta <= m.cantidad order by m.id, d.hasta`)
    await count()
  })
  beforeEach(() => sql('delete from hoy_hecha'))
  afterAll(() => p.stop())

  /** The length of a screen's list, from the API that the screen calls. */
  async function countList(ruta: string, b: Record<string, string>, cookie = admin): Promise<number> {
    const get = async (camino: string, query: Record<string, string>) => {
      const r = await p.call<{ total: number; data: never[] } & never[]>(
        'GET',
        `${camino}?${new URLSearchParams(query)}`,
        { cookie },
      )
      expect(r.status, `${camino} ${JSON.stringify(query)}`).toBe(200)
      return r
    }
    const deFamilia: Record<string, string> = b.familia ? { familia: b.familia } : {}
    if (ruta === '/poc-status')
      return (await get('/api/device_poc_status', { ...b, page: '1', per_page: '1' })).body.total
    if (ruta === '/ciclo' && b.vista === 'antiguedad')
      return (await get('/api/ciclo/lista', { que: b.que ?? '', ...deFamilia })).body.total
    if (ruta === '/ciclo')
      return (await get('/api/previsiones', { ver: b.ver ?? '', ...deFamilia })).body.data.length
    if (ruta === '/perdidas') return (await get('/api/perdidas/lista', b)).body.total
    if (ruta === '/custodia') {
      expect(b).toEqual({ vista: 'disputas' })
      return (await get('/api/custodia/disputas', {})).body.total
    }
    if (ruta === '/pilas') return (await get('/api/pilas/lista', b)).body.total
    if (ruta === '/recuentos') {
      const { lugar, ...resto } = b
      return (await get('/api/recuentos', { ...resto, ...(lugar && { ubicacion: lugar }) })).body.total
    }
    if (ruta === '/causas') return (await get('/api/causas', b)).body.total
    if (ruta === '/incidencias') {
      const { ver, mias, ...resto } = b
      expect(ver).toBe('abiertas')
      const r = await get('/api/get_incidencias', {
        ...resto,
        ...(mias && { mias: 'true' }),
        siempre: 'true',
        estado: 'abierta',
      })
      return Number(r.headers.get('x-total-count'))
    }
    if (ruta === '/Logistics') {
      const { body } = await get('/api/logistica', {})
      const rows = body.data as { codigo: string; total: number; encontrados: number }[]
      return rows
        .filter((f) => f.codigo.includes(b.buscar ?? ''))
        .reduce((n, f) => n + Math.max(0, f.total - f.encontrados), 0)
    }
    expect(ruta).toBe('/admin/usuarios')
    if (b.pestana === 'entregas') {
      const { pestana, buscar, ...resto } = b
      return (await get('/api/avisos/entregas', { ...resto, ...(buscar && { search: buscar }) })).body.total
    }
    if (b.vista === 'cuarentena') return (await get('/api/cuarentena', {})).body.length
    expect(b.vista).toBe('vistos')
    const vistos = (await get('/api/vistos_sin_registrar', { limite: '1000', cuales: 'etiquetas' })).body as {
      ApodoLector: string
    }[]
    return vistos.filter((v) => !b.buscar || v.ApodoLector === b.buscar).length
  }

  test('every line of every role is as long as its list, and its reason as the list narrowed to it', async () => {
    const vistas = new Set<string>()
    for (const papel of PAPELES) {
      const { lineas } = await read(papel)
      expect(lineas.length, papel).toBeGreaterThan(0)
      for (const l of lineas) {
        vistas.add(l.clave)
        expect(l.n).toBeGreaterThan(0)
        const list = listaOf(l.clave, HOY)
        expect(await countList(list.ruta, list.busqueda), l.clave).toBe(l.n)
        if (!l.parte) continue
        const parte = listaOf(l.clave, HOY, l.parte.nombre)
        expect(await countList(parte.ruta, parte.busqueda), `${l.clave} ${l.parte.nombre}`).toBe(l.parte.n)
      }
      const order = lineas.map((l) => -LINEAS[l.clave].gravedad)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
    expect([...vistas].sort()).toEqual(Object.keys(LINEAS).sort())
  })

  test('a fault says how many containers are behind it, which may be none', async () => {
    const behind = async () => {
      const { lineas } = await read('sistemas')
      expect(lineas.filter((l) => l.clave !== 'averias').every((l) => l.detras === null)).toBe(true)
      return lineas.find((l) => l.clave === 'averias')?.detras
    }
    const listed = async () =>
      (
        await p.call<{ data: { afectados: number }[] }>('GET', '/api/causas?estado=abiertas', {
          cookie: admin,
        })
      ).body.data.reduce((n, c) => n + c.afectados, 0)
    expect(await behind()).toBe(1)
    expect(await listed()).toBe(1)
    await sql(`update dispositivo_estado set lector_id = (select id from dispositivo where mac = 'C30000000D01')
      where dispositivo_id = (select id from dispositivo where mac = '${mac(9)}')`)
    expect(await behind()).toBe(0)
    expect(await listed()).toBe(0)
    await sql(`update dispositivo_estado set lector_id = (select id from dispositivo where mac = 'C30000000D02')
      where dispositivo_id = (select id from dispositivo where mac = '${mac(9)}')`)
  })

  test('what runs short, and what is stuck, name the family that it is of', async () => {
    const { lineas } = await read('planificacion')
    const parte = (clave: string) => lineas.find((l) => l.clave === clave)?.parte
    expect(parte('falta')).toEqual({ nombre: '20014', n: 1 })
    expect(parte('atasco')).toEqual({ nombre: '20014', n: 2 })
  })

  test('every figure of the week is as long as its list, in both weeks and in what explains it', async () => {
    const { semana } = await read('calidad')
    if (!semana) throw new Error('not counted')
    let explicadas = 0
    for (const c of semana.cifras)
      for (const cual of ['ahora', 'antes'] as const) {
        const n = c[cual]
        if (n === null) continue
        const get = async (mas: object = {}) => {
          const q = new URLSearchParams({ ...semana[cual], ...mas, per_page: '2' })
          const { status, body } = await p.call<{ total: number; data: object[] }>(
            'GET',
            `/api/hoy/semana/${c.clave}?${q}`,
            { cookie: admin },
          )
          expect(status).toBe(200)
          expect(body.data).toHaveLength(Math.min(2, body.total))
          return body.total
        }
        expect(await get(), `${c.clave} ${cual}`).toBe(n)
        if (!c.explica) continue
        explicadas++
        expect(await get({ [c.explica.de]: c.explica.nombre })).toBe(c.explica[cual])
      }
    const de = Object.fromEntries(semana.cifras.map((c) => [c.clave, c]))
    expect([de.impactos?.antes, de.llegadas?.antes, de.vueltas?.ahora]).toEqual([1, 1, 1])
    expect(explicadas).toBeGreaterThan(0)
  })

  test('what nobody knows of last week is not told as nothing', async () => {
    const cifra = async () => (await read('calidad')).semana?.cifras.find((c) => c.clave === 'extravios')
    expect(await cifra()).toMatchObject({ ahora: 3, antes: 0, explica: { de: 'lugar', nombre: 'Muelle 1' } })
    const old = `clase = 'estado' and tiempo < now() - interval '1 day'`
    await sql(`create table guardado as select * from cambio where ${old}`)
    await sql(`delete from cambio where ${old}`)
    await count()
    expect(await cifra()).toMatchObject({ ahora: 3, antes: null, explica: null })
    await sql('insert into cambio select * from guardado')
    await count()
    expect((await read('calidad', admin, '&empresa=2')).semana?.cifras).toEqual([])
  })

  test('done: it goes for that person alone, comes back when it grows, after a day, and when asked for', async () => {
    const operario = await p.as('operario')
    const put = (n: number) =>
      p.call('PUT', '/api/hoy/hechas/golpes_nadie', { body: { n }, cookie: operario })
    const hecha = async (cookie = operario) =>
      (await read('calidad', cookie)).lineas.find((l) => l.clave === 'golpes_nadie')?.hecha
    const n = (await read('calidad')).lineas.find((l) => l.clave === 'golpes_nadie')?.n as number
    expect((await put(n)).status).toBe(200)
    expect(await hecha()).toEqual(expect.any(String))
    expect(await hecha(admin)).toBeNull()
    await put(n - 1)
    expect(await hecha()).toBeNull()
    await put(n)
    await sql(`update hoy_hecha set momento = now() - interval '25 hours'`)
    expect(await hecha()).toBeNull()
    await put(n)
    await p.call('DELETE', '/api/hoy/hechas/golpes_nadie', { cookie: operario })
    expect(await hecha()).toBeNull()
  })

  test('the role is that of the account until the person chooses another, and where Retorna opens too', async () => {
    const query = await p.as('consulta')
    const papel = async () => (await p.call<Hoy>('GET', '/api/hoy', { cookie: query })).body.papel
    const inicio = async () =>
      (await p.call<{ inicio: string }>('GET', '/api/validate_token', { cookie: query })).body.inicio
    expect([await papel(), await inicio()]).toEqual(['planificacion', 'mapa'])
    const put = (body: object) => p.call('PUT', '/api/hoy/preferencia', { body, cookie: query })
    expect((await put({ papel: 'cliente' })).status).toBe(200)
    expect((await put({ inicio: 'hoy' })).status).toBe(200)
    expect([await papel(), await inicio()]).toEqual(['cliente', 'hoy'])
    expect((await put({ inicio: 'otra' })).status).toBe(400)
  })

  test('who does not administer is shown nothing of what only administrators reach', async () => {
    const claves = (await read('sistemas', await p.as('operario'))).lineas.map((l) => l.clave)
    expect(claves).toContain('averias')
    for (const c of claves) expect(LINEAS[c].administra, c).toBeUndefined()
  })

  test('counts that somebody has to look at are shown to who may, and are none once they are signed or counted again', async () => {
    const n = async (cookie = admin) =>
      (await read('calidad', cookie)).lineas.find((l) => l.clave === 'recuentos')?.n
    expect(await n()).toBe(3)
    expect(await n(await p.as('operario'))).toBe(3)
    expect(await n(await p.as('consulta'))).toBeUndefined()
    expect(await n(await p.as('encargada'))).toBeUndefined()
  })

  test('another company has its own, and is not there for others', async () => {
    const calidad = await p.as('calidad')
    const claves = (await read('parque', calidad)).lineas.map((l) => l.clave)
    expect(claves).not.toContain('extravios')
    expect((await p.call('GET', '/api/hoy?empresa=1', { cookie: calidad })).status).toBe(404)
    const list = `/api/hoy/semana/impactos?desde=2026-01-01T00:00:00Z&hasta=2026-01-02T00:00:00Z`
    expect((await p.call('GET', `${list}&empresa=1`, { cookie: calidad })).status).toBe(404)
    expect((await p.call('GET', list, { cookie: calidad })).status).toBe(200)
  })

  test.each([
    ['desde=2026-06-03T00:00:00Z&hasta=2026-06-01T00:00:00Z', 'hasta'],
    ['desde=2026-01-03T00:00:00Z&hasta=2026-06-01T00:00:00Z', 'desde'],
    ['desde=ayer&hasta=2026-06-01T00:00:00Z', 'desde'],
  ])('%s: 400', async (query, field) => {
    const r = await p.call('GET', `/api/hoy/semana/impactos?${query}`, { cookie: admin })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('as a file: what is left to do, and the week', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const r = await fetch(`${p.servidor.url}/api/export_hoy?formato=xlsx&papel=calidad`, {
      headers: { cookie: admin },
    })
    const rows = (await readXlsx(new Uint8Array(await r.arrayBuffer()))).sheets[0]?.rows ?? []
    const { lineas, semana } = await read('calidad')
    expect(rows.filter((f) => f[0] === 'Hoy').map((f) => f[1])).toEqual(lineas.map((l) => l.n))
    expect(rows.filter((f) => f[0] === 'Esta semana')).toHaveLength(semana?.cifras.length ?? -1)
  })
})
