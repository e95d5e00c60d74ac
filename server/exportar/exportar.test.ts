import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test, vi } from 'vitest'
import { pdfStream } from './pdf'
import type { Tabla } from './tabla'
import { xlsxStream } from './xlsx'

type Fila = { texto: string | null; cuando: Date | null }
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

function tablaDe(filas: Tabla<Fila>['filas']): Tabla<Fila> {
  return {
    nombre: 'prueba',
    titulo: 'Prueba',
    columnas: [
      { titulo: 'Texto', valor: (f) => f.texto, ancho: 20 },
      { titulo: 'Cuando', valor: (f) => f.cuando, ancho: 20, instante: true },
    ],
    filas,
    zona: 'Europe/Madrid',
  }
}

describe('exported files', () => {
  test('Excel holds what looks like a formula as text, and plant time', async () => {
    const cuando = new Date('2026-10-25T01:30:00Z')
    const bytes = await buffer(xlsxStream(tablaDe(HOSTILES.map((texto) => ({ texto, cuando })))))
    const [hoja] = (await readXlsx(new Uint8Array(bytes))).sheets
    expect(hoja?.rows.slice(1, 6).map((r) => r[0])).toEqual(HOSTILES.slice(0, 5))
    expect(hoja?.rows[1]?.[1]).toEqual(new Date('2026-10-25T02:30:00Z'))
    expect(hoja?.rows).toHaveLength(HOSTILES.length + 1)
    expect(String(hoja?.rows[HOSTILES.indexOf('x'.repeat(40_000)) + 1]?.[0])).toHaveLength(32_767)
  })

  test('Excel has a sheet more before one is too long, each with its titles, and no row twice', async () => {
    const textos = Array.from({ length: 250 }, (_, i) => `fila ${i}`)
    const tabla = tablaDe(textos.map((texto) => ({ texto, cuando: null })))
    const { sheets } = await readXlsx(new Uint8Array(await buffer(xlsxStream(tabla, 101))))
    expect(sheets.map((h) => h.name)).toEqual(['Prueba', 'Prueba_2', 'Prueba_3'])
    for (const h of sheets) expect(h.rows[0]?.[0]).toBe('Texto')
    expect(sheets.flatMap((h) => h.rows.slice(1).map((r) => r[0]))).toEqual(textos)
  })

  test('Excel has a sheet of titles alone where there is nothing, and columns beyond Z', async () => {
    const columnas = Array.from({ length: 30 }, (_, i) => ({
      titulo: `C${i}`,
      valor: () => (i === 27 ? true : i === 28 ? Number.NaN : i),
      ancho: 5,
    }))
    const vacia = await buffer(xlsxStream({ ...tablaDe([]), columnas }))
    expect((await readXlsx(new Uint8Array(vacia))).sheets[0]?.rows).toEqual([columnas.map((c) => c.titulo)])
    const una = await buffer(xlsxStream({ ...tablaDe([{ texto: null, cuando: null }]), columnas }))
    const [, fila] = (await readXlsx(new Uint8Array(una))).sheets[0]?.rows ?? []
    expect(fila?.slice(24)).toEqual([24, 25, 26, true, null, 29])
  })

  test('a source that fails breaks the file off', async () => {
    async function* filas() {
      yield [{ texto: 'a', cuando: null }]
      throw new Error('se ha ido')
    }
    await expect(buffer(xlsxStream(tablaDe(filas())))).rejects.toThrow('se ha ido')
  })

  test('a PDF is drawn whatever the text', async () => {
    const filas = HOSTILES.map((texto) => ({ texto, cuando: null }))
    const bytes = await buffer(pdfStream(tablaDe([...filas, { texto: null, cuando: new Date() }])))
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  })

  for (const [nombre, stream] of [
    ['xlsx', xlsxStream],
    ['pdf', pdfStream],
  ] as const) {
    test(`${nombre}: nothing is drawn for a reader who left, and its source is closed`, async () => {
      let n = 0
      let cerrada = false
      async function* filas() {
        try {
          for (; n < 200_000; n++) yield [{ texto: '20014-001', cuando: null }]
        } finally {
          cerrada = true
        }
      }
      const flujo = stream(tablaDe(filas()))
      flujo.on('error', () => {})
      flujo.once('data', () => {})
      await sleep(100)
      flujo.destroy()
      // A source that is closed yields no more.
      await vi.waitFor(() => expect(cerrada).toBe(true), 5000)
      expect(n).toBeLessThan(200_000)
    })

    test(`${nombre}: others get their turn while it is drawn`, async () => {
      let vuelta = 0
      let girando = setImmediate(function turn() {
        vuelta++
        girando = setImmediate(turn)
      })
      const porVuelta = new Map<number, number>()
      const tabla = tablaDe(Array.from({ length: 3000 }, () => ({ texto: '20014-001', cuando: null })))
      const [primera] = tabla.columnas as [Tabla<Fila>['columnas'][number]]
      primera.valor = (f) => {
        porVuelta.set(vuelta, (porVuelta.get(vuelta) ?? 0) + 1)
        return f.texto
      }
      await buffer(stream(tabla))
      clearImmediate(girando)
      expect(Math.max(...porVuelta.values())).toBeLessThanOrEqual(100)
    })
  }
})
