// @module-tag slow: hours of readings
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Calibracion, Paseo } from '#contract/oir/lecturas/calibracion'
import { createLugar, putLector } from '../../../testing/lugares'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const LEC_A = 'C30000CA0001'
const LEC_C = 'C30000CA0002'
const PASEANTE = 'AC233FCA0001'
const QUIETO = 'AC233FCA0002'
/** Levels of both readers at a place without a reader, dBm. Without a walk, they look like the place of the first reader. */
const EN_B = { a: -71, c: -77 }

describe.runIf(inject('base').hay)('a calibration walk', () => {
  let p: Prueba
  let admin: string
  let puente: { usuario: string; clave: string }
  const places: Record<string, number> = {}

  const call = <T>(method: string, ruta: string, body?: object, cookie = admin) =>
    p.call<T & { code: string }>(method, ruta, { body, cookie })
  const calibracion = async () => (await call<Calibracion>('GET', '/api/calibracion?empresa=1')).body
  const endPaseo = (descartar = false) =>
    call<{ version: number }>('POST', '/api/paseo/terminar', { empresa: 1, descartar })

  /** Both readers hear a tag every 5 s, up to now. */
  async function hear(mac: string, seconds: number, level = EN_B): Promise<void> {
    const now = Date.now()
    const filas = []
    for (let s = seconds; s >= 0; s -= 5)
      for (const [lector, rssi] of [
        [LEC_A, level.a],
        [LEC_C, level.c],
      ] as const)
        filas.push({
          mac,
          lector,
          rssi: rssi + (s % 3) - 1,
          tiempo: new Date(now - s * 1000).toISOString(),
        })
    const r = await p.send('retorna', JSON.stringify(filas), puente)
    expect(r.body).toMatchObject({ rechazadas: 0, sin_registrar: 0 })
  }

  const isIn = (mac: string, place: string) =>
    vi.waitFor(async () => expect((await p.device(mac)).Ubicacion).toBe(place), {
      timeout: 20_000,
      interval: 300,
    })

  /** Let the tag stand at a place for three minutes, up to now; earlier stops of the walk are moved into the past. */
  async function walk(place: string, level = EN_B): Promise<Paseo> {
    const { pool } = p.servidor
    await pool.query("update paseo_oido set tiempo = tiempo - interval '10 minutes'")
    await pool.query(
      "update paseo_parada set desde = desde - interval '10 minutes', hasta = hasta - interval '10 minutes'",
    )
    await call('POST', '/api/paseo/parada', { empresa: 1, ubicacion: places[place] })
    await pool.query("update paseo_parada set desde = now() - interval '3 minutes' where hasta is null")
    await hear(PASEANTE, 170, level)
    const fin = { empresa: 1, descartar: false }
    return (await call<{ paseo: Paseo }>('POST', '/api/paseo/parada/terminar', fin)).body.paseo
  }

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    for (const n of ['Almacén', 'Muelle', 'Taller']) places[n] = await createLugar(p, n)
    places.Ajeno = await createLugar(p, 'Ajeno', { empresa: 2 })
    await p.register(LEC_A, 'Reader', 'LEC-A')
    await p.register(LEC_C, 'Reader', 'LEC-C')
    await p.register(PASEANTE, 'SmartBle', '20014-901')
    await p.register(QUIETO, 'SmartBle', '20014-902')
    await putLector(p, LEC_A, places.Almacén as number)
    await putLector(p, LEC_C, places.Taller as number)
    puente = await p.issue(LEC_A, true)
  })
  afterAll(() => p.stop())

  test('nothing goes on and nothing was learned at first', async () => {
    expect((await call('GET', '/api/paseo?empresa=1')).body).toEqual({ paseo: null })
    const c = await calibracion()
    expect(c.versiones).toEqual([])
    expect(c.ubicaciones.map((u) => [u.nombre, u.lectores, u.muestras, u.ultimo_paseo])).toEqual([
      ['Almacén', 1, 0, null],
      ['Muelle', 0, 0, null],
      ['Taller', 1, 0, null],
    ])
    expect((await call('POST', '/api/paseo/parada', { empresa: 1, ubicacion: places.Muelle })).status).toBe(
      404,
    )
    expect((await endPaseo()).status).toBe(404)
  })

  test('a walk teaches a place that has no reader: containers there are told to be there', async () => {
    await hear(QUIETO, 120)
    await isIn(QUIETO, 'Almacén')

    const inicio = await call<{ paseo: Paseo }>('POST', '/api/paseo', { empresa: 1, dispositivo: PASEANTE })
    expect(inicio.body.paseo).toMatchObject({ autor: 'admin', paradas: [], dispositivo: { mac: PASEANTE } })
    const otro = await call('POST', '/api/paseo', { empresa: 1, dispositivo: QUIETO })
    expect([otro.status, otro.body.code]).toEqual([409, 'paseo_en_marcha'])
    expect((await endPaseo()).body.code).toBe('sin_muestras')

    const tras = await walk('Muelle')
    expect(tras.paradas).toMatchObject([{ nombre: 'Muelle', lectores: 2 }])
    expect(tras.paradas[0]?.anuncios).toBeGreaterThan(30)
    await walk('Almacén', { a: -52, c: -85 })
    expect((await endPaseo()).body).toEqual({ version: 1 })

    const c = await calibracion()
    expect(c.versiones).toMatchObject([
      { version: 1, activo: true, clase: 'paseo', autor: 'admin', resumen: { lugares: 2 } },
    ])
    const muelle = c.ubicaciones.find((u) => u.nombre === 'Muelle')
    expect(muelle?.muestras).toBeGreaterThanOrEqual(17)
    expect(muelle?.ultimo_paseo).not.toBeNull()
    expect((await call('GET', '/api/paseo?empresa=1')).body).toEqual({ paseo: null })
    expect((await p.servidor.pool.query('select from paseo_oido')).rowCount).toBe(0)

    await hear(QUIETO, 120)
    await isIn(QUIETO, 'Muelle')
    const { rows } = await p.servidor.pool.query(
      "select traza->'version' as version from transicion t join dispositivo d on d.id = t.dispositivo_id where mac = $1 order by tiempo desc limit 1",
      [QUIETO],
    )
    expect(rows).toEqual([{ version: 1 }])
  })

  test('models are compared by parts of the walk that they did not learn from, and rests tell where it fits no longer', async () => {
    const { pool } = p.servidor
    const { versiones, ubicaciones } = await calibracion()
    const { modelos } = versiones[0]?.resumen ?? {}
    expect(modelos?.pruebas).toBeGreaterThanOrEqual(10)
    const { sitios, zonas, lectores } = modelos ?? {}
    expect((sitios?.peso ?? 0) + (zonas?.peso ?? 0) + (lectores?.peso ?? 0)).toBeCloseTo(1, 6)
    // Without its walk, the place without a reader cannot be reported.
    expect(sitios?.aciertos).toBeGreaterThan(lectores?.aciertos ?? 0)
    expect(ubicaciones.map((u) => [u.desajuste, u.repetir])).toEqual(ubicaciones.map(() => [null, false]))
    const rest = (c: number) =>
      pool.query(
        `insert into descanso (empresa_id, lector_id, muestra) select 1, a.id,
           jsonb_build_array(jsonb_build_object('lector', a.id, 'media', -52, 'n', 10, 'oido', 1),
             jsonb_build_object('lector', c.id, 'media', $3::int, 'n', 10, 'oido', 1))
         from dispositivo a, dispositivo c, generate_series(1, 6) where a.mac = $1 and c.mac = $2`,
        [LEC_A, LEC_C, c],
      )
    const learn = async (c: number) => {
      await rest(c)
      await call('POST', '/api/calibracion/aprender', { empresa: 1 })
      await pool.query('update aprendido set activo = false')
      await pool.query(
        'update aprendido set activo = true where version = (select max(version) from aprendido)',
      )
      return (await calibracion()).ubicaciones.find((u) => u.nombre === 'Almacén')
    }
    const fits = await learn(-84)
    expect(fits?.desajuste).toBeLessThan(1)
    expect(fits?.repetir).toBe(false)
    await pool.query('delete from descanso')
    const moved = await learn(-56)
    expect(moved?.desajuste).toBeGreaterThan(1.5)
    expect(moved?.repetir).toBe(true)
    await pool.query('delete from aprendido where clase = $1', ['solo'])
    await pool.query('update aprendido set activo = true where version = 1')
    await pool.query('delete from descanso')
  })

  test('one place is walked again: the others keep what they know', async () => {
    const before = await calibracion()
    await call('POST', '/api/paseo', { empresa: 1, dispositivo: '20014-901' })
    await walk('Almacén', { a: -50, c: -86 })
    expect((await endPaseo()).body).toEqual({ version: 2 })
    const c = await calibracion()
    const dePlace = (x: Calibracion, n: string) => x.ubicaciones.find((u) => u.nombre === n)
    expect(dePlace(c, 'Muelle')?.muestras).toBe(dePlace(before, 'Muelle')?.muestras)
    expect(dePlace(c, 'Almacén')?.muestras).toBe(dePlace(before, 'Almacén')?.muestras)
    const { rows } = await p.servidor.pool.query('select sumas from aprendido where version = 2')
    const puntos = rows[0].sumas.estados.filter((e: { lugar: number }) => e.lugar === places.Almacén)
    const [n, x] = [1, 2].map((k) =>
      puntos.reduce((suma: number, e: { filas: number[][] }) => suma + (e.filas[0]?.[k] ?? 0), 0),
    )
    expect(x / n).toBeCloseTo(-50, 0)
  })

  test('a walk that is given up teaches nothing, and a stop that is dropped is none', async () => {
    await call('POST', '/api/paseo', { empresa: 1, dispositivo: PASEANTE })
    await call('POST', '/api/paseo/parada', { empresa: 1, ubicacion: places.Taller })
    const r = await call<{ paseo: Paseo }>('POST', '/api/paseo/parada/terminar', {
      empresa: 1,
      descartar: true,
    })
    expect(r.body.paseo.paradas).toEqual([])
    expect((await endPaseo(true)).body).toEqual({ version: null })
    expect((await calibracion()).versiones.map((v) => v.version)).toEqual([2, 1])
  })

  test('a version is taken back, in every process', async () => {
    const r = await call<{ version: number }>('POST', '/api/calibracion/versiones/0/volver', { empresa: 1 })
    expect(r.body).toEqual({ version: 3 })
    expect((await calibracion()).versiones[0]).toMatchObject({
      version: 3,
      activo: true,
      clase: 'vuelta atrás',
      resumen: { de: 0 },
    })
    await hear(QUIETO, 120)
    await isIn(QUIETO, 'Almacén')
    await call('POST', '/api/calibracion/versiones/2/volver', { empresa: 1 })
    await hear(QUIETO, 120)
    await isIn(QUIETO, 'Muelle')
    expect((await call('POST', '/api/calibracion/versiones/99/volver', { empresa: 1 })).status).toBe(404)
  })

  test('a reader that is moved starts anew', async () => {
    const rowsOf = async () => {
      const { version } = (
        await call<{ version: number }>('POST', '/api/calibracion/versiones/2/volver', { empresa: 1 })
      ).body
      const { rows } = await p.servidor.pool.query('select sumas from aprendido where version = $1', [
        version,
      ])
      return new Set(
        rows[0].sumas.estados.flatMap((e: { filas: [number][] }) => e.filas.map(([lector]) => lector)),
      )
    }
    expect((await rowsOf()).size).toBe(2)
    await p.servidor.pool.query('update dispositivo set ubicacion_id = $1 where mac = $2', [
      places.Muelle,
      LEC_C,
    ])
    expect((await rowsOf()).size).toBe(1)
  })

  test('only what is of the company can be walked, and only its administrators may', async () => {
    expect((await call('POST', '/api/paseo', { empresa: 2, dispositivo: PASEANTE })).status).toBe(404)
    expect((await call('POST', '/api/paseo', { empresa: 1, dispositivo: LEC_A })).status).toBe(400)
    await call('POST', '/api/paseo', { empresa: 1, dispositivo: PASEANTE })
    expect((await call('POST', '/api/paseo/parada', { empresa: 1, ubicacion: places.Ajeno })).status).toBe(
      404,
    )
    await endPaseo(true)
    const operario = await p.as('operario')
    expect((await call('GET', '/api/calibracion', undefined, operario)).status).toBe(403)
    expect((await call('POST', '/api/paseo', { dispositivo: PASEANTE }, operario)).status).toBe(403)
  })
})
