import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dicho, Juez } from './juez'
import { NO_JUZGADO, withoutRecorrido } from './leer'

const [A, B, C] = [0, 1, 2]
const say = (t: number, primera: number, p = 1, segunda = -1): Dicho => ({ t, tag: 1, primera, segunda, p })

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

describe('the command', () => {
  let carpeta: string
  beforeAll(() => {
    carpeta = mkdtempSync(join(tmpdir(), 'verdad-'))
  })
  afterAll(() => rmSync(carpeta, { recursive: true }))

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

  async function run(archivos: Partial<Record<keyof typeof BUENA | 'calibration.csv', string>>) {
    const donde = mkdtempSync(join(carpeta, 'r-'))
    for (const [nombre, texto] of Object.entries({ ...BUENA, ...archivos }))
      if (texto) writeFileSync(join(donde, nombre), texto)
    const args = ['--import', 'tsx', 'bench/verdad.ts', '--datos', donde, '--json']
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
  ])('%j: says so and is over', async (archivos, mensaje) => {
    const { codigo, stdout, stderr } = await run(archivos)
    expect([codigo, stdout]).toEqual([1, ''])
    expect(stderr).toContain(mensaje)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
