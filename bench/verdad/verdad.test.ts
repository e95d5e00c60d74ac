// @module-tag slow: tests of the benches
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dicho, Juez } from './juez'
import { judge } from './juzgar'
import { ErrorGrabacion, NO_JUZGADO, withoutRecorrido } from './leer'
import { countVisitas, Visitas } from './visitas'

const [A, B, C] = [0, 1, 2]
const say = (t: number, primera: number, p = 1, segunda = -1): Dicho => ({
  t,
  tag: 1,
  primera,
  segunda,
  p,
  desde: undefined,
  enCamino: false,
  dice: false,
  lejos: false,
  quedo: false,
})

/** Truth: 100 s in A, 100 s in B, 100 s unknown, 100 s in C. */
const caminos = new Map([[1, { t: [0, 100, 200, 300], zona: [A, B, -1, C] }]])

function noteOf(dichos: Dicho[], fin = 400) {
  const juez = new Juez(caminos)
  for (const d of dichos) juez.say(d)
  return juez.end(fin, null)
}

describe('the measures', () => {
  test('told at once and right: nothing is to be said against it', () => {
    const n = noteOf([say(0, A), say(100, B), say(300, C)])
    expect(n).toMatchObject({
      right: 1,
      f1: 1,
      falsePerHour: 0,
      delay50: 0,
      delay95: 0,
      missed: 0,
      firstTwo: 1,
      brier: 0,
    })
  })

  test('told late: its delay, and the time until then is wrong', () => {
    const n = noteOf([say(0, A), say(150, B), say(310, C)])
    expect(n).toMatchObject({ right: 240 / 300, falsePerHour: 0, delay50: 50, missed: 0 })
  })

  test('a change to where truth is not is false, the way back is not', () => {
    const n = noteOf([say(0, A), say(20, C), say(30, A), say(100, B), say(300, C)])
    expect(n.falsePerHour).toBeCloseTo(3600 / 300)
    expect(n.right).toBeCloseTo(290 / 300)
  })

  test('a change never told is missed; the truth may be the second guess', () => {
    const n = noteOf([say(0, A, 0.6, B), say(300, C, 0.6)])
    expect(n).toMatchObject({ missed: 0.5, firstTwo: 1, right: 200 / 300 })
    expect(n.brier).toBeCloseTo((200 * 0.16 + 100 * 0.36) / 300)
  })

  test('what cannot be said is null', () => {
    expect(noteOf([])).toMatchObject({ right: null, f1: null, missed: null, delay50: null, brier: null })
    expect(noteOf([say(350, C)])).toMatchObject({ right: 1, missed: null, delay50: null })
  })

  test('what a walk told is not judged, and what follows it is no change', () => {
    const verdad = { t: [0, 50], zona: [A, B] }
    expect(withoutRecorrido(verdad, { t: [0, 50, 100], zona: [A, B, -1] })).toEqual({
      t: [0, 50, 100],
      zona: [NO_JUZGADO, NO_JUZGADO, B],
    })
    expect(withoutRecorrido(verdad, { t: [10], zona: [A] }).zona).toEqual([A, NO_JUZGADO, B])
  })
})

describe('visits', () => {
  const camino = { t: [0, 3600, 4000, 8000, 9000], zona: [A, -1, B, C, -1] }
  const visit = (zona: number, desde: number, hasta: number) => ({ zona, desde, hasta })
  const ALL = [visit(A, 10, 3500), visit(B, 4100, 7900), visit(C, 8100, 8950)]

  test('told with both ends within five minutes: right', () => {
    expect(countVisitas(ALL, camino, 0, 10_000)).toEqual({ bien: 3, falsas: 0, perdidas: 0 })
  })

  test('of another zone, too short, in two, or never told: not', () => {
    const otra = ALL.with(1, visit(A, 4100, 7900))
    expect(countVisitas(otra, camino, 0, 10_000)).toEqual({ bien: 2, falsas: 1, perdidas: 1 })
    const corta = ALL.with(0, visit(A, 10, 3200))
    expect(countVisitas(corta, camino, 0, 10_000)).toEqual({ bien: 2, falsas: 1, perdidas: 1 })
    const rota = [visit(A, 10, 1500), visit(A, 1600, 3500), ...ALL.slice(1)]
    expect(countVisitas(rota, camino, 0, 10_000)).toEqual({ bien: 2, falsas: 2, perdidas: 1 })
    expect(countVisitas([], camino, 0, 10_000)).toEqual({ bien: 0, falsas: 0, perdidas: 3 })
  })

  test('what is told of a time that truth does not know is left out; before the first answer nothing is asked', () => {
    expect(countVisitas([...ALL, visit(B, 9000, 9900)], camino, 0, 10_000).falsas).toBe(0)
    expect(countVisitas(ALL.slice(1), camino, 3600, 10_000)).toEqual({ bien: 2, falsas: 0, perdidas: 0 })
  })

  test('they are told by the rule of the product', () => {
    const v = new Visitas()
    for (let t = 0; t <= 600; t += 60) v.note(say(t, A))
    v.note(say(660, B))
    for (let t = 720; t <= 1200; t += 60) v.note(say(t, A))
    for (let t = 1260; t <= 1500; t += 60) v.note(say(t, C))
    expect(v.end()).toEqual([visit(A, 0, 1200), visit(C, 1260, 1500)])
  })
})

describe('the command', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'verdad-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const BUENA = {
    'readers.csv': 'reader,zone\nr1,norte\nr2,sur\n',
    'readings.csv': Array.from(
      { length: 40 },
      (_, i) => `${i * 10},r1,t,${i < 20 ? -50 : -80}\n${i * 10}.2,r2,t,${i < 20 ? -80 : -50}`,
    )
      .join('\n')
      .replace(/^/, 't,reader,tag,rssi\n'),
    'truth.csv': 't,tag,zone\n0,t,norte\n200,t,sur\n',
  }

  type Archivos = Partial<Record<keyof typeof BUENA | 'calibration.csv', string>>
  function write(archivos: Archivos): string {
    const donde = mkdtempSync(join(folder, 'r-'))
    for (const [nombre, text] of Object.entries({ ...BUENA, ...archivos }))
      if (text) writeFileSync(join(donde, nombre), text)
    return donde
  }
  async function run(archivos: Archivos) {
    const args = ['--import', 'tsx', 'bench/verdad.ts', '--datos', write(archivos), '--json']
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
      return { codigo: 0, stdout, stderr }
    } catch (e) {
      const { code, stdout, stderr } = e as { code: number; stdout: string; stderr: string }
      return { codigo: code, stdout, stderr }
    }
  }

  test('one line of JSON with both, whatever the ends of lines and marks of the files', async () => {
    const conMarca = Object.fromEntries(
      Object.entries(BUENA).map(([n, t]) => [n, `\ufeff${t.replaceAll('\n', '\r\n')}\r\n`]),
    )
    for (const archivos of [{}, conMarca, { 'calibration.csv': 't,tag,zone\n0,t,norte\n50,t,\n' }]) {
      const { stdout, codigo } = await run(archivos)
      expect(codigo).toBe(0)
      expect(stdout.trimEnd().split('\n')).toHaveLength(1)
      const { mean, motor } = JSON.parse(stdout)
      for (const nota of [mean, motor]) {
        expect(Object.keys(nota)).toEqual([
          'right',
          'f1',
          'falsePerHour',
          'delay50',
          'delay95',
          'missed',
          'firstTwo',
          'brier',
          'us',
          'stays',
          'visitsPrecision',
          'visitsRecall',
          'visitsF1',
          'passed',
          'elsewhere',
          'gone',
          'dock',
        ])
        expect(nota.right).toBeGreaterThan(0.8)
        expect(nota.missed).toBe(0)
      }
    }
  })

  test.each([
    [{ 'readings.csv': '' }, 'readings.csv: no existe'],
    [{ 'truth.csv': '' }, 'truth.csv: no existe'],
    [{ 'readers.csv': '\n' }, 'readers.csv: está vacío'],
    [{ 'readers.csv': 'reader\nr1\n' }, 'falta la columna zone'],
    [{ 'readers.csv': 'reader,zone\nr1,norte\nr1,sur\n' }, 'está repetido'],
    [{ 'readings.csv': 't,reader,tag,rssi\n' }, 'no tiene ninguna lectura'],
    [{ 'readings.csv': 't,reader,tag,rssi\n0,r9,t,-50\n' }, 'fila 2: el lector «r9» no está'],
    [{ 'readings.csv': 't,reader,tag,rssi\n9,r1,t,-50\n8,r1,t,-50\n' }, 'no está ordenado'],
    [{ 'readings.csv': 't,reader,tag,rssi\n0,r1,t,NaN\n' }, 'rssi no es un número'],
    [{ 'readings.csv': 't,reader,tag,rssi\n,r1,t,-50\n' }, 't no es un número'],
    [{ 'readings.csv': 't,reader,tag,rssi,moving\n0,r1,t,-50,si\n' }, 'moving debe ser 0 o 1'],
    [{ 'readings.csv': 't,reader,tag,rssi\n0,r1,"t,-50\n' }, 'no se puede leer'],
  ])('%j cannot be read, which is said in one line', async (archivos, message) => {
    const e = await judge(write(archivos)).catch((failure: unknown) => failure)
    expect(e).toBeInstanceOf(ErrorGrabacion)
    expect((e as Error).message).toContain(message)
    expect((e as Error).message).not.toContain('\n')
  })

  test('what cannot be read ends it with 1 and that line', async () => {
    const { codigo, stdout, stderr } = await run({ 'readers.csv': 'reader\nr1\n' })
    expect([codigo, stdout]).toEqual([1, ''])
    expect(stderr).toContain('falta la columna zone')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
