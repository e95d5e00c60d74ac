import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type InformeDispositivos,
  MAX_CSV_DISPOSITIVOS_BYTES,
} from '#contract/parque/dispositivos/dispositivos'
import { type Prueba, startPrueba } from '../../../testing/retorna'

/** Pause between two calls of other clients, ms. */
const PAUSA_MS = 30

type Body = InformeDispositivos & { error: string; code: string; campo: string }
type Options = {
  ensayo?: boolean
  omitir?: boolean
  empresa?: number
  cookie?: string
  exportacion?: string
  signal?: AbortSignal
}

describe.runIf(inject('base').hay)('devices from a CSV', () => {
  let p: Prueba
  let admin: string

  async function startImport(csv: string | Buffer, o: Options = {}) {
    const form = new FormData()
    form.append('archivo', new Blob([typeof csv === 'string' ? csv : new Uint8Array(csv)]), 'd.csv')
    const query = new URLSearchParams({
      ensayo: String(o.ensayo ?? false),
      con_errores: o.omitir ? 'omitir' : 'impedir',
      empresa: String(o.empresa ?? 1),
      ...(o.exportacion && { exportacion: o.exportacion }),
    })
    const res = await fetch(`${p.servidor.url}/api/dispositivos/importar?${query}`, {
      method: 'POST',
      headers: { cookie: o.cookie ?? admin },
      body: form,
      signal: o.signal,
    })
    return { status: res.status, body: (await res.json()) as Body }
  }
  const errores = (r: { body: Body }) => r.body.errores.map((e) => [e.linea, e.nombre, e.columna, e.error])
  const count = async (donde: string) =>
    Number((await p.servidor.pool.query(`select count(*) as n from dispositivo where ${donde}`)).rows[0].n)

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    await p.register('AC0000000001', 'SmartBle', '20014-001', { etiqueta: 'ET1' })
    await p.register('AC0000000002', 'SmartBle', '20014-002')
    await p.register('AC0000000003', 'iBeacon', '20014-003')
    await p.register('AC0000000009', 'SmartBle', '20014-009', { empresa: 2 })
    await p.register('C30000000001', 'Reader', 'LEC-1', { lat: 42.5, lon: -2.5 })
  })
  afterAll(() => p.stop())

  test('a tag that is marked as broken is registered by no file', async () => {
    await p.register('AC00000000B1', 'SmartBle', '20099-1')
    const body = { mac_serie: 'AC00000000B2', anterior: 'rota' }
    expect((await p.call('POST', '/api/contenedores/20099-1/etiqueta', { body, cookie: admin })).status).toBe(
      200,
    )
    const r = await startImport('mac_serie;apodo\nAC00000000B1;20099-2\nAC00000000B3;20099-3\n', {
      omitir: true,
    })
    expect(r.body).toMatchObject({ nuevas: 1, con_error: 1 })
    expect(errores(r)).toMatchObject([
      [2, expect.anything(), 'mac_serie', expect.stringContaining('está marcada como rota')],
    ])
    expect(await count("mac = 'AC00000000B1' and eliminado is null")).toBe(0)
    await p.servidor.pool.query("delete from dispositivo where apodo like '20099-%'")
  })

  test.each([
    ['the inventory', '/api/export_poc?formato=xlsx&empresa=1'],
    [
      'what the map shows',
      '/api/export_dispositivos_visibles?formato=xlsx&empresa=1&minlat=40&minlon=-5&maxlat=44&maxlon=0',
    ],
  ])('our own file of %s comes back as it left', async (_, ruta) => {
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, estado, lector_id)
       select d.id, 1, now(), now(), 1, l.id from dispositivo d, dispositivo l
       where d.mac = 'AC0000000001' and l.mac = 'C30000000001' on conflict do nothing`,
    )
    const res = await fetch(p.servidor.url + ruta, { headers: { cookie: admin } })
    expect(res.status).toBe(200)
    const ida = await startImport(Buffer.from(await res.arrayBuffer()), { ensayo: true })
    expect(ida.body).toMatchObject({ nuevas: 0, cambiadas: 0, con_error: 0 })
    expect(ida.body.iguales).toBeGreaterThan(1)
  })

  test('a rehearsal tells what is new, changed and wrong, cell by cell, and writes nothing', async () => {
    const csv = [
      'mac_serie;apodo;tipo_dispositivo;estado;etiqueta;lat;lon',
      'ac:00:00:00:00:11;20014-011;SmartBle;Activado;;;',
      'AC0000000001;20014-001;;;;;',
      'AC0000000002;20014-022;ibeacon;desactivado;ET2;;',
      'AC0000000012;20014-12a;SmartBle;;;;',
      ';20014-013;Cubo;Encendido;;;',
      'AC0000000014;20014-014;SmartBle;;;42,5;-2,5',
      'C30000000014;LEC-14;Reader;;;42,5;',
      'C30000000015;LEC-15;Reader;;;92;-2,5',
      'C30000000016;LEC-16;Reader;;;42,8467;-2,6727',
      'AC0000000009;20014-900;;;;;',
      'AC0000000017;20014-003;;;;;',
      'AC0000000011;20014-018;;;;;',
      'AC0000000019;20014-011;;;;;',
      '1,12233E+11;20014-020;;;;;',
      'AC0000000021;-;;;;;',
    ].join('\r\n')
    const before = await count('true')
    const r = await startImport(csv, { ensayo: true })
    expect(r.body).toMatchObject({
      ensayo: true,
      filas: 15,
      nuevas: 2,
      cambiadas: 1,
      iguales: 1,
      con_error: 11,
      errores_total: 13,
    })
    expect(errores(r)).toEqual([
      [5, '20014-12a', 'apodo', expect.stringContaining('El apodo debe tener el formato: números, un guion')],
      [6, '20014-013', 'mac_serie', 'Falta mac_serie'],
      [6, '20014-013', 'tipo_dispositivo', 'El tipo «Cubo» no es Reader, iBeacon, SmartBle.'],
      [6, '20014-013', 'estado', 'El estado «Encendido» no es Activado ni Desactivado.'],
      [7, '20014-014', 'lat', 'Solo los lectores llevan latitud y longitud.'],
      [8, 'LEC-14', 'lon', 'La latitud y la longitud van juntas.'],
      [9, 'LEC-15', 'lat', 'La latitud no es válida.'],
      [11, '20014-900', 'mac_serie', 'La MAC AC0000000009 no se puede registrar en esta empresa.'],
      [12, '20014-003', 'apodo', 'El apodo 20014-003 ya lo tiene otro dispositivo.'],
      [13, '20014-018', 'mac_serie', 'La MAC AC0000000011 ya está en la línea 2.'],
      [14, '20014-011', 'apodo', 'El apodo 20014-011 ya está en la línea 2.'],
      [15, '20014-020', 'mac_serie', expect.stringContaining('hoja de cálculo')],
      [16, '-', 'apodo', 'Falta apodo'],
    ])
    expect(r.body.cambios).toEqual([
      {
        linea: 4,
        mac: 'AC0000000002',
        apodo: '20014-022',
        campos: [
          { columna: 'apodo', antes: '20014-002', despues: '20014-022' },
          { columna: 'tipo_dispositivo', antes: 'SmartBle', despues: 'iBeacon' },
          { columna: 'estado', antes: 'Activado', despues: 'Desactivado' },
          { columna: 'etiqueta', antes: '', despues: 'ET2' },
        ],
      },
      { linea: 2, mac: 'AC0000000011', apodo: '20014-011', campos: null },
      { linea: 10, mac: 'C30000000016', apodo: 'LEC-16', campos: null },
    ])
    expect(await count('true')).toBe(before)

    const todo = await startImport(csv)
    expect([todo.status, todo.body.code]).toEqual([409, 'con_errores'])
    expect(todo.body.error).toContain('11 filas tienen errores')
    expect(await count('true')).toBe(before)
    const buenas = await startImport(csv, { omitir: true })
    expect(buenas.body).toMatchObject({ ensayo: false, nuevas: 2, cambiadas: 1, con_error: 11 })
    expect(await p.device('AC0000000002')).toMatchObject({ Apodo: '20014-022', Activado: 'Desactivado' })
    expect(await p.device('C30000000016')).toMatchObject({ Lat: 42.8467, Lon: -2.6727, empresa: 1 })
    // A blank cell left it unchanged.
    expect(await p.device('AC0000000001')).toMatchObject({ Etiqueta: 'ET1', Activado: 'Activado' })
    expect(await p.device('AC0000000009')).toMatchObject({ Apodo: '20014-009', empresa: 2 })

    const { body } = await p.call<{ data: { accion: string; username: string; nombre: string }[] }>(
      'GET',
      '/api/auditoria?entidad=dispositivo&search=20014-022',
      { cookie: admin },
    )
    expect(body.data).toMatchObject([{ accion: 'cambiar', username: 'admin', nombre: '20014-022' }])
  })

  test('nicknames change hands within a file, unless the one that has it keeps it', async () => {
    await p.register('AC00000000A1', 'SmartBle', '30-1')
    await p.register('AC00000000A2', 'SmartBle', '30-2')
    await p.register('AC00000000A3', 'SmartBle', '30-3')
    const giro = 'mac,apodo\nAC00000000A1,30-2\nAC00000000A2,30-3\nAC00000000A3,30-1\n'
    expect((await startImport(giro)).body).toMatchObject({ cambiadas: 3, con_error: 0 })
    expect((await p.device('AC00000000A3')).Apodo).toBe('30-1')
    // Each row needs the nickname of the next one, and the last row is invalid: so all are.
    const cadena =
      'mac,apodo,estado\nAC00000000A1,30-3,\nAC00000000A2,30-1,\nAC00000000A3,30-9,quizá\nAC00000000A4,30-2,\n'
    const r = await startImport(cadena, { ensayo: true })
    expect(r.body).toMatchObject({ nuevas: 0, cambiadas: 0, con_error: 4 })
  })

  test('any encoding and separator; what was deleted is free again; the same file changes nothing', async () => {
    await p.register('AC00000000D1', 'SmartBle', '40-1')
    await p.servidor.pool.query("update dispositivo set eliminado = now() where mac = 'AC00000000D1'")
    const text = 'Apodo\tDispositivo\tEtiqueta\r\n40-1\tAC00000000D1\t"Pasillo; ñ, ""A"""\r\n'
    expect((await startImport(Buffer.from(text, 'latin1'))).body).toMatchObject({ nuevas: 1, con_error: 0 })
    expect((await p.device('AC00000000D1')).Etiqueta).toBe('Pasillo; ñ, "A"')
    expect((await startImport(text)).body).toMatchObject({ iguales: 1, con_error: 0 })
    const igual = '\ufeffapodo;mac_serie\n40-1;AC00000000D1\n'
    expect((await startImport(igual)).body).toMatchObject({ nuevas: 0, cambiadas: 0, iguales: 1 })
    // Another company may have the same nickname.
    expect((await startImport('apodo;mac\n40-1;AC00000000D2\n', { empresa: 2 })).body.nuevas).toBe(1)
  })

  test.each([
    ['', 'El archivo está vacío.'],
    ['\n \n', 'El archivo está vacío.'],
    ['mac_serie;apodo\n', 'El archivo no tiene ninguna fila debajo de la cabecera.'],
    [
      'nombre;total\n1;2',
      /^Faltan las columnas mac_serie, apodo\. La primera línea debe decir: mac_serie; apodo/,
    ],
    ['mac;mac_serie;apodo\n1;2;3', 'La columna mac_serie está repetida.'],
    ['mac;apodo\n1;"x;2', /comillas sin cerrar/],
    ['\u0089PNG\r\n\u001a\n', /no es un CSV/],
    [`mac;apodo\n${'1;1-1\n'.repeat(100_001)}`, /más de 100\.000 filas/],
  ])('a file that cannot be read is refused: %#', async (csv, message) => {
    const r = await startImport(csv, { ensayo: true })
    expect([r.status, r.body.campo]).toEqual([400, 'archivo'])
    expect(r.body.error).toMatch(message)
  })

  test('too large, not a form, another company, no admin', async () => {
    const large = await startImport('x'.repeat(MAX_CSV_DISPOSITIVOS_BYTES + 1))
    expect([large.status, large.body.error]).toEqual([
      413,
      'El archivo pesa más de 16 MB. Divídelo en varios.',
    ])
    expect((await p.call('POST', '/api/dispositivos/importar', { body: {}, cookie: admin })).status).toBe(415)
    for (const ensayo of [true, false])
      expect((await startImport('mac;apodo\n1;1-1', { ensayo, empresa: 999 })).status).toBe(404)
    expect((await startImport('mac;apodo\n1;1-1', { cookie: await p.as('operario') })).status).toBe(403)
  })

  test('50,000 rows, 300 of them wrong: progress is told, others are served meanwhile', {
    tags: ['slow'],
    timeout: 240_000,
  }, async () => {
    const linea = (i: number) =>
      i % 167 === 0
        ? `FF${i};60-x${i};SmartBle;Activado;\n`
        : `FF${i.toString(16).padStart(10, '0')};60-${i};SmartBle;Activado;Lote ${i % 9}\n`
    const csv = `mac_serie;apodo;tipo_dispositivo;estado;etiqueta\n${Array.from({ length: 50_000 }, (_, i) => linea(i)).join('')}`
    const malas = 300
    const ping = async () => {
      const t = performance.now()
      await p.call('GET', '/api/families', { cookie: admin })
      return performance.now() - t
    }
    const measure = async <T>(work: () => Promise<T>) => {
      let anda = true
      const t = performance.now()
      const hecho = work().finally(() => {
        anda = false
      })
      const esperas: number[] = []
      while (anda) {
        esperas.push(await ping())
        await sleep(PAUSA_MS)
      }
      const r = await hecho
      const p95 = esperas.sort((a, b) => a - b)[Math.floor(esperas.length * 0.95)] ?? 0
      return { r, ms: performance.now() - t, p95 }
    }
    const ensayo = await measure(() => startImport(csv, { ensayo: true, empresa: 3 }))
    expect(ensayo.r.body).toMatchObject({ filas: 50_000, nuevas: 50_000 - malas, con_error: malas })
    expect(ensayo.r.body.errores).toHaveLength(malas)
    const exportacion = crypto.randomUUID()
    const hecho = await measure(() => startImport(csv, { omitir: true, empresa: 3, exportacion }))
    expect(hecho.r.body).toMatchObject({ nuevas: 50_000 - malas, con_error: malas })
    expect(await count('empresa_id = 3')).toBe(50_000 - malas)
    const progress = await p.call('GET', `/api/exportaciones/${exportacion}`, { cookie: admin })
    expect(progress.body).toEqual({ hechas: 50_000 - malas, total: 50_000 - malas })
    console.info(
      `50,000 rows: rehearsal ${ensayo.ms.toFixed(0)} ms (others p95 ${ensayo.p95.toFixed(0)} ms), import ${hecho.ms.toFixed(0)} ms (others p95 ${hecho.p95.toFixed(0)} ms)`,
    )
    // Others wait for a part of it at most, on a machine of any speed.
    for (const { p95, ms } of [ensayo, hecho]) expect(p95).toBeLessThan(ms / 5)
    // A client that disconnects in the middle leaves nothing behind.
    const otras = csv.replaceAll('Lote', 'Otro')
    const corte = new AbortController()
    const id = crypto.randomUUID()
    const ido = startImport(otras, { omitir: true, empresa: 3, exportacion: id, signal: corte.signal }).catch(
      () => null,
    )
    await expect
      .poll(async () => (await p.call('GET', `/api/exportaciones/${id}`, { cookie: admin })).body.total, {
        timeout: 20_000,
        interval: 20,
      })
      .not.toBeNull()
    corte.abort()
    expect(await ido).toBeNull()
    const bloqueada = () =>
      p.servidor.pool.query('select id from empresa where id = 3 for no key update nowait').then(
        () => false,
        () => true,
      )
    await expect.poll(bloqueada, { timeout: 20_000 }).toBe(false)
    expect(await count("etiqueta like 'Otro%'")).toBe(0)
  })
})
