import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ErrorCsv, findColumns, readCsv } from './csv'

const utf8 = (s: string) => new TextEncoder().encode(s)
const read = (s: string, max = 100) => readCsv(utf8(s), max)

describe('CSV that people send', () => {
  const esperadas = [{ linea: 2, celdas: ['20015', 'Refuerzo, pilar ñ', '12'] }]
  test.each([
    ['UTF-8', utf8('codigo;descripción;total\r\n20015;Refuerzo, pilar ñ;12\r\n')],
    ['UTF-8 with BOM', utf8('\ufeffcodigo;descripción;total\n20015;Refuerzo, pilar ñ;12')],
    ['Latin-1', Buffer.from('codigo;descripción;total\n20015;Refuerzo, pilar ñ;12\n', 'latin1')],
    [
      'Latin-1 with the BOM of UTF-8',
      Buffer.from('\u00ef\u00bb\u00bfcodigo;descripción;total\n20015;Refuerzo, pilar ñ;12\n', 'latin1'),
    ],
    ['UTF-16', Buffer.from('\ufeffcodigo;descripción;total\n20015;Refuerzo, pilar ñ;12\n', 'utf16le')],
    ['commas', utf8('codigo,descripción,total\n20015,"Refuerzo, pilar ñ",12')],
    ['tabs', utf8('codigo\tdescripción\ttotal\n20015\tRefuerzo, pilar ñ\t12')],
    ['old Mac lines', utf8('codigo;descripción;total\r20015;Refuerzo, pilar ñ;12\r')],
  ])('%s', async (_, bytes) => {
    const csv = await readCsv(bytes, 10)
    expect(csv.cabecera).toEqual(['codigo', 'descripción', 'total'])
    expect(csv.filas).toEqual(esperadas)
  })

  test('line numbers are those of the file, over blank lines and lines within quotes', async () => {
    const { filas } = await read('a;b\n\n1;"dos\nlíneas"\n;\n3;c')
    expect(filas.map((f) => [f.linea, f.celdas[0]])).toEqual([
      [4, '1'],
      [6, '3'],
    ])
  })

  test('any line ends in one file; blanks before a cell in quotes', async () => {
    const { filas } = await read('a;b;c\r\n1; "x; y" ;""\n2;"z";  "ñ ""q"""\r3; "";4')
    expect(filas.map((f) => [f.linea, ...f.celdas])).toEqual([
      [2, '1', 'x; y', ''],
      [3, '2', 'z', 'ñ "q"'],
      [4, '3', '', '4'],
    ])
  })

  test.each(['\n', '\r\n', '\r'])(
    'with line ends %j, it is read as it was written wherever a piece of it ends',
    async (end) => {
      const cell = fc.string({
        unit: fc.constantFrom('a', 'ñ', '😀', '"', ';', ',', '\n', '\t'),
        maxLength: 6,
      })
      const cells = fc.sample(cell, { numRuns: 20_000, seed: 7 }).map((c) => c.trim())
      const quoted = (c: string) => `"${c.replaceAll('"', '""')}"`
      const lines = ['n;x', ...cells.map((c, i) => `${i};${quoted(c)}`)].join('\n')
      const { filas } = await read(lines.replaceAll('\n', end), cells.length)
      expect(filas.map((f) => f.celdas)).toEqual(cells.map((c, i) => [String(i), c]))
      expect(filas.at(-1)?.linea).toBe(lines.split('\n').length)
    },
  )

  test('others are served while a long one of short lines is read', async () => {
    let turns = 0
    let over = false
    const turn = () => {
      turns++
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    const { filas } = await read(`a;b;c;d;e;f;g\n${';\n'.repeat(2 << 20)}1;2`)
    over = true
    expect(filas).toHaveLength(1)
    expect(turns).toBeGreaterThan(3)
  })

  test('a long one is read whole, whatever its letters', async () => {
    const { filas } = await read(`a;b\n${'😀ñ;x\n'.repeat(20_000)}`, 20_000)
    expect(filas).toHaveLength(20_000)
    expect(filas.every((f) => f.celdas[0] === '😀ñ')).toBe(true)
  })

  test('blank lines are no lines that a file has too many of', async () => {
    const { filas } = await read(`a;b\n${';\n'.repeat(20_000)}1;2`)
    expect(filas).toEqual([{ linea: 20_002, celdas: ['1', '2'] }])
  })

  test('short and long lines are left as they are; inches are no quotes', async () => {
    expect((await read('a;b\n1\n2;3;4\n5" x;6')).filas.map((f) => f.celdas)).toEqual([
      ['1'],
      ['2', '3', '4'],
      ['5" x', '6'],
    ])
  })

  test.each([
    ['', /vacío/],
    ['\n\n;;\n', /vacío/],
    ['a;b\n1;"sin cerrar\n2;3', /comillas sin cerrar \(línea 2\)/],
    ['a;b\n1;2\n1;"x"z;3\n4;5\n', /comillas fuera de lugar \(línea 3\)/],
    [`a\n"${'b\n'.repeat(200_000)}`, /demasiado larga \(línea 2\)/],
    ['PK\u0003\u0004resto', /no es un CSV/],
    ['a\0b', /no es un CSV/],
    ['%PDF-1.7\n%\u0001\u0002', /no es un CSV/],
    [`a\n${'1\n'.repeat(101)}`, /más de 100 filas/],
    [`a\n${'1\n'.repeat(60_000)}`, /más de 100 filas/],
    [`a\n${'b'.repeat(200_000)}`, /demasiado larga \(línea 2\)/],
  ])('%.40j is refused', async (s, message) => {
    await expect(read(s)).rejects.toThrow(message)
    await expect(read(s)).rejects.toThrow(ErrorCsv)
  })

  test('columns are found by name, in any order, whatever the case and the accents', async () => {
    const quiero = { codigo: { otras: ['LT'] }, total: {}, nota: { opcional: true } } as const
    const find = async (s: string) => findColumns(await read(s), quiero)
    expect(await find('TOTAL;Código')).toEqual({ codigo: 1, total: 0, nota: -1 })
    expect(await find('lt;total;Nota')).toEqual({ codigo: 0, total: 1, nota: 2 })
    await expect(find('nota;x')).rejects.toThrow('Faltan las columnas codigo, total.')
    await expect(find('lt;codigo;total')).rejects.toThrow('La columna codigo está repetida.')
  })
})
