// @module-tag slow: tests of the benches
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorGrabacion } from '../verdad/leer'
import { judge, worstTenth } from './juzgar'
import { joinOpen, readData } from './leer'
import { openOf, type Plano, simulate } from './planta'
import { PLANTAS } from './plantas'
import { prepare } from './preparar'
import { measureLittle, measureSurvivalCurves, toData } from './simuladas'

const PLANO: Plano = {
  nombre: 'small',
  turnos: [[6, 14]],
  dias: 5,
  semanas: 10,
  festivos: [9],
  demanda: { sigma: 0.1, memoria: 0.8 },
  paros: 0.02,
  perdidas: 0,
  retenidos: 0,
  familias: [
    { nombre: 'A', cuantos: 60 },
    { nombre: 'B', cuantos: 1 },
  ],
  etapas: [
    {
      nombre: 'Vacío',
      salida: { como: 'camion', horas: [7, 31, 55, 79, 103], carga: 30, viaje: 60 },
      a: 'Lleno',
    },
    { nombre: 'Lleno', salida: { como: 'linea', porHora: 2 }, a: 'Consumo' },
    { nombre: 'Consumo', salida: { como: 'proceso', mediana: 120, sigma: 0.4 }, a: 'Vacío' },
  ],
}
const visitas = simulate(PLANO, 4)
const iso = (m: number) => new Date(Date.UTC(2026, 0, 5) + m * 60_000).toISOString().replace('Z', '+01:00')
const ROWS = visitas.map(
  (v) =>
    `${v.item},${v.familia},"${v.etapa}",${iso(v.desde)},${Number.isFinite(v.hasta) ? iso(v.hasta) : ''}`,
)
const TITLE = 'item,family,stage,from,to'
const UNA = `${TITLE}\nx,A,uno,2026-01-05T10:00:00Z,`
const BUENA = {
  'visits.csv': [TITLE, ...ROWS].join('\n'),
  'calendar.csv': ['from,to', ...openOf(PLANO).map(([a, b]) => `${iso(a)},${iso(b)}`)].join('\n'),
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'respuestas-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(archivos: Record<string, string>): string {
  const donde = mkdtempSync(join(folder, 'r-'))
  for (const [nombre, text] of Object.entries(archivos)) if (text) writeFileSync(join(donde, nombre), text)
  return donde
}

test('a shortage is told as likely as it comes, in tenths', () => {
  const [planta] = PLANTAS as [(typeof PLANTAS)[number]]
  const visitas = simulate(planta.plano, 11)
  const { tenths } = judge(prepare(toData(planta.plano, visitas, planta.conCalendario)))
  expect(tenths.every((t) => t.n > 0)).toBe(true)
  expect(worstTenth(tenths, 100)).toBeLessThan(0.1)
  // Over all forecasts neither shortages nor calm hours are favoured.
  const of = (field: 'told' | 'came') => tenths.reduce((s, t) => s + t[field], 0)
  expect(of('told') / of('came')).toBeCloseTo(1, 1)
})

describe('the simulated plant', () => {
  test('a container is at one place at a time, and moves only while it is open', () => {
    const porItem = new Map<string, typeof visitas>()
    for (const v of visitas) porItem.set(v.item, [...(porItem.get(v.item) ?? []), v])
    expect(porItem.size).toBe(61)
    for (const suyas of porItem.values())
      for (const [i, v] of suyas.entries()) {
        expect(v.hasta).toBeGreaterThan(v.desde)
        if (i) expect(v.desde).toBeGreaterThanOrEqual((suyas[i - 1] as (typeof suyas)[number]).hasta)
      }
    const abierto = openOf(PLANO)
    expect(visitas.filter((v) => v.desde && !abierto.some(([a, b]) => a <= v.desde && v.desde < b))).toEqual(
      [],
    )
  })

  test('stays and flow are known to five per cent', () => {
    expect(measureSurvivalCurves(PLANO, 4)).toBeLessThan(0.05)
    expect(measureLittle(PLANO, visitas)).toBeLessThan(0.05)
  })
})

describe('what is read', () => {
  test('order, quotes, marks and ends of lines say nothing', async () => {
    const igual = await readData(write(BUENA))
    const otra = await readData(
      write({
        'visits.csv': `\ufeff${[TITLE, ...[...ROWS].reverse()].join('\r\n')}\r\n`,
        'calendar.csv': BUENA['calendar.csv'],
      }),
    )
    const of = (d: typeof igual) =>
      new Map(prepare(d).series.map((s) => [s.nombre, [s.minimo, s.historia.pool, ...s.historia.stock]]))
    expect(of(otra)).toEqual(of(igual))
    // The only container of B leaves too seldom, and there is no other small family to join.
    expect([...of(igual).keys()].sort()).toEqual(['Consumo A', 'Lleno A', 'Vacío A'])
  })

  test('a container that is told at two places is at the later one; no time is no visit', async () => {
    const { visitas: v, fuera } = await readData(
      write({
        'visits.csv': [
          TITLE,
          'x,A,uno,2026-01-05T10:00:00+05:30,2026-01-05T18:00:00+05:30',
          'x,A,dos,2026-01-05T12:00:00+05:30,',
          'x,A,uno,2026-01-05T13:00:00+05:30,2026-01-05T13:00:00+05:30',
          'x,A,uno,2026-01-05T15:00:00+05:30,2026-01-05T14:00:00+05:30',
        ].join('\n'),
      }),
    )
    expect(fuera).toBe(2)
    expect([...v.desde, ...v.hasta]).toEqual([
      Date.UTC(2026, 0, 5, 4, 30),
      Date.UTC(2026, 0, 5, 6, 30),
      Date.UTC(2026, 0, 5, 6, 30),
      Number.POSITIVE_INFINITY,
    ])
  })

  test('hours of the plant’s clock, by the offset that the rows tell', async () => {
    const row = (day: number) => `x${day},A,uno,2026-01-${String(day).padStart(2, '0')}T10:00:00+05:30,`
    const data = await readData(
      write({ 'visits.csv': [TITLE, ...Array.from({ length: 20 }, (_, i) => row(i + 1))].join('\n') }),
    )
    expect(prepare(data).horas[0]).toBe(Date.UTC(2026, 0, 1, 4, 30))
  })

  test('open hours that overlap are one', () => {
    expect(
      joinOpen([
        [5, 9],
        [1, 3],
        [3, 4],
        [8, 8],
        [6, 12],
      ]),
    ).toEqual([
      [1, 4],
      [5, 12],
    ])
  })
})

describe('the command', () => {
  async function run(archivos: Record<string, string>) {
    const args = ['--import', 'tsx', 'bench/respuestas/respuestas.ts', '--datos', write(archivos), '--json']
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
      return { codigo: 0, stdout, stderr }
    } catch (e) {
      const { code, stdout, stderr } = e as { code: number; stdout: string; stderr: string }
      return { codigo: code, stdout, stderr }
    }
  }

  test('one line of JSON, better than the last value', async () => {
    const { codigo, stdout } = await run(BUENA)
    expect(codigo).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const nota = JSON.parse(stdout)
    expect(Object.keys(nota)).toEqual(['series', 'h4', 'h8', 'h24', 'warnings', 'ms'])
    expect(nota.series).toBe(3)
    for (const h of ['h4', 'h8', 'h24']) {
      expect(Object.keys(nota[h])).toEqual(['pinball', 'naive', 'coverage', 'brier'])
      expect(nota[h].pinball).toBeLessThan(0.9 * nota[h].naive)
      expect(nota[h].coverage).toBeGreaterThan(0.6)
    }
    expect(Object.keys(nota.warnings)).toEqual(['precision', 'recall', 'leadHours', 'n'])
  })

  test('too little to say anything: nulls', async () => {
    const { codigo, stdout } = await run({ 'visits.csv': [TITLE, ...ROWS.slice(0, 20)].join('\n') })
    expect(codigo).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      series: 0,
      h4: { pinball: null, naive: null, coverage: null, brier: null },
      warnings: { precision: null, recall: null, leadHours: null, n: 0 },
      ms: null,
    })
  })

  test.each([
    [{}, 'visits.csv: no existe'],
    [{ 'visits.csv': '\n' }, 'visits.csv: está vacío'],
    [{ 'visits.csv': 'item,stage,from\n' }, 'falta la columna family, to'],
    [{ 'visits.csv': TITLE }, 'no tiene ninguna visita'],
    [{ 'visits.csv': `${TITLE}\nx,A,,2026-01-05T10:00:00Z,` }, 'fila 2: falta la etapa'],
    [{ 'visits.csv': `${TITLE}\nx,A,uno,ayer,` }, 'fila 2: from no es una hora ISO: «ayer»'],
    [
      { 'visits.csv': `${TITLE}\n\nx,A,uno,2026-01-05T10:00:00Z,2026-13-05T10:00:00Z` },
      'to no es una hora ISO',
    ],
    [{ 'visits.csv': `${TITLE}\nx,A,"uno,2026` }, 'no se puede leer'],
    [
      { ...BUENA, 'calendar.csv': 'from,to\n2026-01-05T10:00:00Z,2026-01-05T09:00:00Z' },
      'to es anterior a from',
    ],
    [{ 'visits.csv': UNA, 'calendar.csv': 'from,to\n' }, 'no tiene ninguna hora abierta'],
  ])('%j cannot be read, which is said in one line', async (archivos, message) => {
    const carpetaMala = write(archivos as Record<string, string>)
    const e = await readData(carpetaMala)
      .then(prepare)
      .catch((failure: unknown) => failure)
    expect(e).toBeInstanceOf(ErrorGrabacion)
    expect((e as Error).message).toContain(message)
    expect((e as Error).message).not.toContain('\n')
  })

  test('what cannot be read ends it with 1 and that line', async () => {
    const { codigo, stdout, stderr } = await run({ 'visits.csv': TITLE })
    expect([codigo, stdout]).toEqual([1, ''])
    expect(stderr).toContain('no tiene ninguna visita')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
