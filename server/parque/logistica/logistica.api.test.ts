import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaLt, InformeLt } from '#contract/parque/logistica/logistica'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('the LT board and its catalogue', () => {
  let p: Prueba
  let admin: string
  let operario: string

  const board = async (cookie = operario, consulta = '') =>
    (await p.call<{ data: FilaLt[] }>('GET', `/api/logistica?${consulta}`, { cookie })).body.data
  /** The fields that an import changes, without the present places of containers. */
  const catalogue = async () =>
    (await board()).map(({ codigo, descripcion, total }) => ({ codigo, descripcion, total }))
  async function startImport(
    csv: string | Buffer,
    mas: { ensayo?: boolean; empresa?: number; cookie?: string } = {},
  ) {
    const form = new FormData()
    form.append('archivo', new Blob([typeof csv === 'string' ? csv : new Uint8Array(csv)]), 'lt.csv')
    const query = new URLSearchParams({
      ensayo: String(mas.ensayo ?? false),
      empresa: String(mas.empresa ?? 1),
    })
    const res = await fetch(`${p.servidor.url}/api/logistica/importar?${query}`, {
      method: 'POST',
      headers: { cookie: mas.cookie ?? admin },
      body: form,
    })
    return { status: res.status, body: (await res.json()) as InformeLt & { error: string; campo: string } }
  }

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    operario = await p.as('operario')
    const { pool } = p.servidor
    for (const [i, lugar] of ['Gestamp', 'Almacén Lleno', 'Montaje Bruto', 'Reparación'].entries()) {
      const { rows } = await pool.query(
        'insert into ubicacion (empresa_id, nombre) values (1, $1) returning id',
        [lugar],
      )
      await p.register(`C3000000000${i}`, 'Reader', `LEC-${i}`)
      await p.register(`AC233F00000${i}`, 'SmartBle', `41001-${i}`)
      await pool.query(`update dispositivo set ubicacion_id = $1 where apodo = 'LEC-' || $2::text`, [
        rows[0].id,
        i,
      ])
      await pool.query(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
         select d.id, 1, now(), now(), l.id from dispositivo d, dispositivo l
         where d.apodo = '41001-' || $1::text and l.apodo = 'LEC-' || $1::text`,
        [i],
      )
    }
    await p.register('AC233F00000A', 'SmartBle', '41001-9')
    await p.register('AC233F00000B', 'SmartBle', '41001-1', { empresa: 2 })
  })
  afterAll(() => p.stop())

  test('a rehearsal says what is new and wrong and writes nothing; the import writes the good lines', async () => {
    const csv =
      'codigo;descripcion;total\n41001;Refuerzo;10\n41002;Pilar;x\n41001;Otra;3\n41-2;Guion;1\n;Nada;1\n41003;;1,5\n41004;Larguero;0\n41005;Sin total;\n'
    const ensayo = await startImport(csv, { ensayo: true })
    expect(ensayo.body).toMatchObject({
      ensayo: true,
      filas: 8,
      nuevas: 2,
      cambiadas: 0,
      iguales: 0,
      con_error: 6,
    })
    expect(ensayo.body.errores.map((e) => e.linea)).toEqual([3, 4, 5, 6, 7, 9])
    expect(ensayo.body.errores.map((e) => e.error)).toEqual([
      '«x» no es un número. Escríbelo con cifras y los decimales con coma, como 1.500 o 1500,5.',
      'El código ya está en la línea 2.',
      'El código va sin guion: es lo que precede al guion del apodo.',
      'Falta el código',
      'Debe ser un número entero.',
      'Falta el total.',
    ])
    expect(await board()).toEqual([])
    const hecho = await startImport(csv)
    expect(hecho.body).toMatchObject({ ensayo: false, nuevas: 2, con_error: 6 })
    expect((await board()).map((f) => f.codigo)).toEqual(['41001', '41004'])
  })

  // cubre: logistica 1
  test('each code says how many are where; Montaje Bruto is no column, and elsewhere counts as found', async () => {
    const [row] = await board()
    expect(row).toEqual({
      empresa: 1,
      codigo: '41001',
      descripcion: 'Refuerzo',
      total: 10,
      cuentas: [1, 0, 1, 0, 0, 0, 0, 1],
      otras: 2,
      dudosas: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      sin_senal: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      encontrados: 4,
    })
  })

  test('who may as well be elsewhere, and who is not heard there any more, is said of each place', async () => {
    const { pool } = p.servidor
    const change = (apodo: string, que: string) =>
      pool.query(
        `update dispositivo_estado e set ${que} from dispositivo d where d.id = e.dispositivo_id and d.apodo = $1`,
        [apodo],
      )
    await change('41001-0', 'certeza = 0.4')
    await change('41001-1', "ultimo_registro = now() - interval '2 hours'")
    await change('LEC-1', 'ultimo_registro = now()')
    await change('41001-3', 'certeza = 0.5')
    const [row] = await board()
    expect([row?.dudosas, row?.sin_senal]).toEqual([
      [1, 0, 0, 0, 0, 0, 0, 0, 1],
      [0, 0, 1, 0, 0, 0, 0, 0, 0],
    ])
    const count = async (consulta: string) =>
      (
        await p.call<{ total: number }>('GET', `/api/device_poc_status?page=1&familia=41001&${consulta}`, {
          cookie: operario,
        })
      ).body.total
    expect(await count('montaje=otras')).toBe(2)
    expect(await count('montaje=otras&certeza=dudosa')).toBe(1)
    expect(await count('montaje=final&certeza=incierta')).toBe(3)
    expect(
      await count(`montaje=final&ubicacion=${encodeURIComponent('Almacén Lleno')}&certeza=sin_senal`),
    ).toBe(1)
    for (const i of [0, 1, 3]) await change(`41001-${i}`, 'certeza = null, ultimo_registro = now()')
  })

  test('the same file again changes nothing; a line that differs is changed', async () => {
    const igual = await startImport('codigo,descripcion,total\n41001,Refuerzo,10\n')
    expect(igual.body).toMatchObject({ nuevas: 0, cambiadas: 0, iguales: 1, cambios: [] })
    const otra = await startImport(
      Buffer.from('TOTAL\tCódigo\tDescripción\n12\t41001\tRefuerzo ñ\n', 'latin1'),
    )
    expect(otra.body.cambios).toEqual([
      {
        linea: 2,
        codigo: '41001',
        descripcion: 'Refuerzo ñ',
        total: 12,
        antes: { descripcion: 'Refuerzo', total: 10 },
      },
    ])
    expect((await board())[0]).toMatchObject({ descripcion: 'Refuerzo ñ', total: 12 })
  })

  test('our own file comes back as it left', async () => {
    const res = await fetch(`${p.servidor.url}/api/export_logistica?empresa=1`, {
      headers: { cookie: admin },
    })
    const ida = await startImport(Buffer.from(await res.arrayBuffer()), { ensayo: true })
    expect(ida.body).toMatchObject({ iguales: (await board()).length, nuevas: 0, cambiadas: 0, con_error: 0 })
  })

  test.each([
    ['', 'El archivo está vacío.'],
    ['codigo;total\n1;2', /^Falta la columna descripcion\. .*codigo; descripcion; total/],
    ['codigo;descripcion;total\n', 'El archivo no tiene ninguna fila debajo de la cabecera.'],
    ['codigo;descripcion;total\n1;"x;2', /comillas sin cerrar/],
    ['PK\u0003\u0004', /El Excel no se puede leer/],
    ['\u0089PNG\r\n\u001a\n', /no es un CSV/],
    [`codigo;descripcion;total\n${'1;x;1\n'.repeat(10_001)}`, /más de 10\.000 filas/],
  ])('a file that cannot be read is refused: %#', async (csv, message) => {
    const previous = await catalogue()
    const r = await startImport(csv)
    expect([r.status, r.body.campo]).toEqual([400, 'archivo'])
    expect(r.body.error).toMatch(message)
    expect(await catalogue()).toEqual(previous)
  })

  test('ten thousand lines are imported at once, one megabyte and more is not', {
    tags: ['slow'],
  }, async () => {
    const linea = (i: number) => `${60_000 + i};Pieza ${i};${i % 7}\n`
    const csv = `codigo;descripcion;total\n${Array.from({ length: 10_000 }, (_, i) => linea(i)).join('')}`
    const r = await startImport(csv, { empresa: 3 })
    expect(r.body).toMatchObject({ filas: 10_000, nuevas: 10_000, con_error: 0 })
    expect(r.body.cambios).toHaveLength(500)
    expect(await board(admin, 'empresa=3')).toHaveLength(10_000)
    const mas = await startImport('codigo;descripcion;total\n59999;Uno más;1\n', { empresa: 3 })
    expect([mas.status, mas.body.error]).toEqual([409, 'El catálogo no puede pasar de 10000 códigos.'])
    const larga = await startImport('x'.repeat(1024 * 1024 + 1))
    expect([larga.status, larga.body.error]).toEqual([413, 'El archivo pesa más de 1 MB.'])
  })

  test('a code is edited and deleted, by admins, and that is in the audit log', async () => {
    const put = (codigo: string, body: object, cookie = admin) =>
      p.call('PUT', `/api/logistica/lt/${encodeURIComponent(codigo)}`, { body, cookie })
    const cambio = { descripcion: '=1+1', total: 5 }
    expect((await put('41004', cambio, operario)).status).toBe(403)
    expect((await put('41004', cambio)).status).toBe(200)
    expect((await board())[1]).toMatchObject({ descripcion: '=1+1', total: 5 })
    for (const total of [-1, 1.5, '3', 1e9, null])
      expect((await put('41004', { descripcion: 'x', total })).status).toBe(400)
    expect((await put('99999', cambio)).status).toBe(404)
    expect((await put("'; drop table lt; --", cambio)).status).toBe(400)
    expect((await put('41004', { ...cambio, empresa: 2 })).status).toBe(404)
    const erase = () => p.call('DELETE', '/api/logistica/lt/41004', { cookie: admin })
    expect([(await erase()).status, (await erase()).status]).toEqual([200, 404])
    const { body } = await p.call<{ data: { accion: string }[] }>(
      'GET',
      '/api/auditoria?entidad=lt&search=41004',
      { cookie: admin },
    )
    expect(body.data.map((a) => a.accion)).toEqual(['eliminar', 'cambiar', 'crear'])
  })

  test("another company's catalogue is not there", async () => {
    expect(await board(await p.as('calidad'))).toEqual([])
    expect((await p.call('GET', '/api/logistica?empresa=3', { cookie: operario })).status).toBe(404)
    expect((await startImport('codigo;descripcion;total\n1;a;1', { cookie: operario })).status).toBe(403)
    expect((await startImport('codigo;descripcion;total\n1;a;1', { empresa: 999 })).status).toBe(404)
  })

  test('the file has the groups, the titles, the rows asked for and their totals', async () => {
    await startImport('codigo;descripcion;total\n41010;Ábaco;7\n41011;Zócalo;3\n')
    const res = await fetch(
      `${p.servidor.url}/api/export_logistica?orden=total&sentido=desc&columnas=codigo,total,Gestamp,Descarga Llenos,Almacén Lleno,diferencia`,
      { headers: { cookie: operario } },
    )
    expect(res.headers.get('content-disposition')).toBe('attachment; filename="Tablero_Montaje_Final.xlsx"')
    const [hoja] = (await readXlsx(new Uint8Array(await res.arrayBuffer()))).sheets
    const filas = hoja?.rows.map((r) => r.map((c) => c ?? ''))
    expect(filas).toEqual([
      ['', '', 'Proveedor', 'Llenos', '', ''],
      ['LT', 'Total', 'Gestamp', 'Descarga Llenos', 'Almacén Lleno', 'Diferencia'],
      ['41001', 12, 1, 0, 1, -8],
      ['41010', 7, 0, 0, 0, -7],
      ['41011', 3, 0, 0, 0, -3],
      ['Total', 22, 1, 0, 1, -18],
    ])
    expect(hoja?.merges).toEqual([{ startRow: 0, startCol: 3, endRow: 0, endCol: 4 }])
    const buscada = await fetch(`${p.servidor.url}/api/export_logistica?search=abaco`, {
      headers: { cookie: operario },
    })
    const [otra] = (await readXlsx(new Uint8Array(await buscada.arrayBuffer()))).sheets
    expect(otra?.rows.map((r) => r[0])).toEqual([null, 'LT', '41010', 'Total'])
  })
})
