import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test, vi } from 'vitest'
import { pdfStream } from './pdf'
import type { Tabla } from './tabla'
import { xlsxStream } from './xlsx'

type Row = { texto: string | null; cuando: Date | null }
const HOSTILES = [
  '=1+1',
  '+cmd|x',
  '@SUM(A1)',
  '<b>&"\'',
  'ñ € 漢 😀',
  '\u0001\u0000',
  'x'.repeat(40_000),
  '',
]

function tablaOf(filas: Tabla<Row>['filas']): Tabla<Row> {
  return {
    nombre: 'prueba',
    titulo: 'Prueba',
    columnas: [
      { titulo: 'Texto', valor: (f) => f.texto, ancho: 20 },
      { titulo: 'Cuando', valor: (f) => f.cuando, ancho: 20, instante: true },
    ],
    filas,
    zona: 'Europe/Madrid',
    sobre: [
      ['Empresa', 'Llanada & Cía'],
      ['Filtros', 'ninguno'],
    ],
  }
}

const textOf = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text

describe('exported files', () => {
  test('Excel holds what looks like a formula as text, and plant time', async () => {
    const cuando = new Date('2026-10-25T01:30:00Z')
    const bytes = await buffer(xlsxStream(tablaOf(HOSTILES.map((texto) => ({ texto, cuando })))))
    const [hoja] = (await readXlsx(new Uint8Array(bytes))).sheets
    expect(hoja?.rows.slice(1, 6).map((r) => r[0])).toEqual(HOSTILES.slice(0, 5))
    expect(hoja?.rows[1]?.[1]).toEqual(new Date('2026-10-25T02:30:00Z'))
    expect(hoja?.rows).toHaveLength(HOSTILES.length + 1)
    expect(String(hoja?.rows[HOSTILES.indexOf('x'.repeat(40_000)) + 1]?.[0])).toHaveLength(32_767)
  })

  test('Excel has a sheet more before one is too long, each with its titles, and no row twice', async () => {
    const texts = Array.from({ length: 250 }, (_, i) => `fila ${i}`)
    const tabla = tablaOf(texts.map((texto) => ({ texto, cuando: null })))
    const { sheets } = await readXlsx(new Uint8Array(await buffer(xlsxStream(tabla, 101))))
    const hojas = sheets.slice(0, -1)
    expect(sheets.map((h) => h.name)).toEqual(['Prueba', 'Prueba_2', 'Prueba_3', 'Sobre el fichero'])
    for (const h of hojas) expect(h.rows[0]?.[0]).toBe('Texto')
    expect(hojas.flatMap((h) => h.rows.slice(1).map((r) => r[0]))).toEqual(texts)
  })

  test('Excel has a sheet of titles alone where there is nothing, and columns beyond Z', async () => {
    const columnas = Array.from({ length: 30 }, (_, i) => ({
      titulo: `C${i}`,
      valor: () => (i === 27 ? true : i === 28 ? Number.NaN : i),
      ancho: 5,
    }))
    const empty = await buffer(xlsxStream({ ...tablaOf([]), columnas }))
    expect((await readXlsx(new Uint8Array(empty))).sheets[0]?.rows).toEqual([columnas.map((c) => c.titulo)])
    const una = await buffer(xlsxStream({ ...tablaOf([{ texto: null, cuando: null }]), columnas }))
    const [, row] = (await readXlsx(new Uint8Array(una))).sheets[0]?.rows ?? []
    expect(row?.slice(24)).toEqual([24, 25, 26, true, null, 29])
  })

  test('Excel says what the file is about, filters by its titles, and keeps units out of the numbers', async () => {
    const columnas = [
      { titulo: 'Apodo', valor: (f: Row) => f.texto, ancho: 20 },
      { titulo: 'Batería', valor: () => 12.5, ancho: 9, numerica: true as const, unidad: '%' },
    ]
    const filas = ['a', 'b', 'c'].map((texto) => ({ texto, cuando: null }))
    const bytes = new Uint8Array(await buffer(xlsxStream({ ...tablaOf(filas), columnas })))
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(sheets[1]?.rows).toEqual([
      ['Fichero', 'Prueba'],
      ['Empresa', 'Llanada & Cía'],
      ['Filtros', 'ninguno'],
      ['Total', '3 filas'],
    ])
    expect(sheets[0]?.autoFilter?.range).toBe('A1:B4')
    expect(sheets[0]?.rows[1]).toEqual(['a', 12.5])
    expect(sheets[0]?.cells?.get('1,1')?.style?.numFmt).toBe('General" %"')
    expect(sheets[0]?.headerFooter?.oddFooter).toBe(
      '&LEmpresa: Llanada && Cía · Filtros: ninguno&RPágina &P de &N',
    )
  })

  test('a PDF says on each page which of how many it is, and its numbers are Spanish', async () => {
    const columnas = [
      { titulo: 'Apodo', valor: (f: Row) => f.texto, ancho: 20 },
      { titulo: 'Cuenta', valor: () => 12_345.5, ancho: 9, numerica: true as const, unidad: 'g' },
      { titulo: 'Id', valor: () => 54_321, ancho: 9, codigo: true as const },
    ]
    const filas = Array.from({ length: 80 }, (_, i) => ({ texto: `C-${i}`, cuando: null }))
    const pages = await textOf(await buffer(pdfStream({ ...tablaOf(filas), columnas })))
    expect(pages).toHaveLength(3)
    for (const [i, texto] of pages.entries()) expect(texto).toMatch(new RegExp(`página ${i + 1} de ?3`))
    expect(pages[0]).toContain('Empresa: Llanada & Cía · Filtros: ninguno')
    expect(pages[1]).toContain('12.345,5 g')
    expect(pages[1]).toContain('54321')
    expect(pages[2]).toContain('Total: 80 filas')
  })

  test('no heading of a PDF is broken in the middle of a word', async () => {
    const titles = [
      'Apodo',
      'TipoDispositivo',
      'Apodo Dispositivo',
      'UltimoRegistro',
      'AccelXMax',
      'FechaRegistro',
    ]
    const columnas = [...titles, ...titles.map((t) => `${t} 2`)].map((titulo, i) => ({
      titulo,
      valor: (f: Row) => f.texto,
      ancho: i % 2 ? 12 : 24,
    }))
    const filas = [{ texto: 'a', cuando: null }]
    const [page = ''] = await textOf(await buffer(pdfStream({ ...tablaOf(filas), columnas })))
    for (const word of titles.flatMap((t) => t.split(' ')))
      expect(page.split(/\s+/).filter((p) => p === word).length).toBeGreaterThanOrEqual(2)
  })

  test('a source that fails breaks the file off', async () => {
    async function* filas() {
      yield [{ texto: 'a', cuando: null }]
      throw new Error('se ha ido')
    }
    await expect(buffer(xlsxStream(tablaOf(filas())))).rejects.toThrow('se ha ido')
  })

  test('a PDF is drawn whatever the text', async () => {
    const filas = HOSTILES.map((texto) => ({ texto, cuando: null }))
    const bytes = await buffer(pdfStream(tablaOf([...filas, { texto: null, cuando: new Date() }])))
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  })

  for (const [nombre, stream] of [
    ['xlsx', xlsxStream],
    ['pdf', pdfStream],
  ] as const) {
    test(`${nombre}: nothing is drawn for a reader who left, and its source is closed`, async () => {
      let n = 0
      let closed = false
      async function* filas() {
        try {
          for (; n < 200_000; n++) yield [{ texto: '20014-001', cuando: null }]
        } finally {
          closed = true
        }
      }
      const flujo = stream(tablaOf(filas()))
      flujo.on('error', () => {})
      flujo.once('data', () => {})
      await sleep(100)
      flujo.destroy()
      // A source that was closed yields no more rows.
      await vi.waitFor(() => expect(closed).toBe(true), 5000)
      expect(n).toBeLessThan(200_000)
    })

    test(`${nombre}: others get their turn while it is drawn`, async () => {
      let vuelta = 0
      let girando = setImmediate(function turn() {
        vuelta++
        girando = setImmediate(turn)
      })
      const porVuelta = new Map<number, number>()
      const tabla = tablaOf(Array.from({ length: 3000 }, () => ({ texto: '20014-001', cuando: null })))
      const [first] = tabla.columnas as [Tabla<Row>['columnas'][number]]
      first.valor = (f) => {
        porVuelta.set(vuelta, (porVuelta.get(vuelta) ?? 0) + 1)
        return f.texto
      }
      await buffer(stream(tabla))
      clearImmediate(girando)
      expect(Math.max(...porVuelta.values())).toBeLessThanOrEqual(100)
    })
  }
})
