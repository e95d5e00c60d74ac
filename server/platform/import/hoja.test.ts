import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { ErrorCsv, findColumns } from './csv'
import { isHoja, readHoja } from './hoja'

const libro = (...rows: (string | number | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'x', rows: rows }] })

const L = (maxFilas: number) => ({
  maxFilas,
  titulos: ['codigo', 'descripcion', 'total', 'lt', 'mac', 'apodo'],
})

describe('an Excel that a person sends', () => {
  test('is read as a CSV would be: numbers, dates and blanks as they are typed', async () => {
    const bytes = await libro(
      ['Código', 'Descripción', 'Total'],
      [41001, ' Refuerzo ñ ', 12],
      [null, null, null],
      ['41002', new Date('2026-03-01T10:20:30Z'), 1.5],
    )
    expect(isHoja(bytes)).toBe(true)
    const csv = await readHoja(bytes, L(10))
    expect(csv.cabecera).toEqual(['Código', 'Descripción', 'Total'])
    expect(csv.filas).toEqual([
      { linea: 2, celdas: ['41001', 'Refuerzo ñ', '12'] },
      { linea: 4, celdas: ['41002', '2026-03-01 10:20:30', '1,5'] },
    ])
    expect(findColumns(csv, { codigo: {}, total: {} })).toEqual({ codigo: 0, total: 2 })
  })

  test('a row of groups above the titles is none of them', async () => {
    const bytes = await libro([null, 'Llenos', null], ['LT', 'Almacén Lleno', 'Total'], ['41001', 3, 4])
    expect((await readHoja(bytes, L(10))).cabecera).toEqual(['LT', 'Almacén Lleno', 'Total'])
  })

  test('a remark beside the first row makes it no titles', async () => {
    const bytes = await libro(['codigo', 'descripcion', 'total', null], ['41001', 'Refuerzo', 3, 'ojo'])
    expect((await readHoja(bytes, L(10))).cabecera.slice(0, 3)).toEqual(['codigo', 'descripcion', 'total'])
  })

  test('a text that thousands of cells share does not arrive thousands of times', async () => {
    const mucho = 'x'.repeat(30_000)
    const bytes = await libro(['mac', 'apodo'], ...Array.from({ length: 233 }, () => Array(100).fill(mucho)))
    // A generous limit, for a busy machine: reading takes a second or two of processor time.
    const slow = { ms: 120_000, objetosMb: 512, bytes: 900 << 20 }
    const csv = await readHoja(bytes, L(1000), slow).catch((e: Error) => e.message)
    expect(
      typeof csv === 'string' ? csv : Math.max(...csv.filas.flatMap((f) => f.celdas.map((c) => c.length))),
    ).toBe(1000)
    const demasiado = await libro(
      ['mac', 'apodo'],
      ...Array.from({ length: 500 }, () => Array(100).fill(mucho)),
    )
    await expect(readHoja(demasiado, L(1000), slow)).rejects.toThrow('El Excel no se puede leer')
  })

  test('too many rows, nothing at all, and what is no Excel are refused in words', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`m${i}`, 'x'])
    await expect(readHoja(await libro(['mac', 'apodo'], ...rows), L(11))).rejects.toThrow('más de 11 filas')
    await expect(readHoja(await libro([null]), L(11))).rejects.toThrow('vacío')
    await expect(readHoja(Buffer.from('PK\u0003\u0004resto'), L(11))).rejects.toThrow(
      'El Excel no se puede leer',
    )
  })

  test('one that unpacks to more than may be is refused, and the server lives on', async () => {
    const bytes = await libro(
      ['mac', 'apodo'],
      ...Array.from({ length: 60_000 }, (_, i) => [`m${i}`, 'x'.repeat(400)]),
    )
    const limites = { ms: 20_000, objetosMb: 24, bytes: 400 << 20 }
    await expect(readHoja(bytes, L(100_000), limites)).rejects.toThrow('El Excel no se puede leer')
    await expect(readHoja(bytes, L(100_000), { ...limites, ms: 1, objetosMb: 512 })).rejects.toThrow(
      'no se puede leer',
    )
  })

  test('what is no fault of the file is not said to be one', async () => {
    const bytes = await libro(['mac', 'apodo'], ['m1', 'x'])
    // With this limit the child process does not even start.
    const failure = await readHoja(bytes, L(10), {
      ms: 20_000,
      objetosMb: Number.NaN,
      bytes: 400 << 20,
    }).catch((e: Error) => e)
    expect(failure).not.toBeInstanceOf(ErrorCsv)
    expect(String(failure)).toContain('the process that reads ended')
  })
})
