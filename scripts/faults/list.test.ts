import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANTIGUOS, DE_CUENTA, PRINCIPALES, SIN_ENTRADA } from '../../web/barra/entradas'
import { DISTRICTS } from '../vitest/districts'
import { KINDS } from './fault'
import { FAULTS } from './list'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('names are unique', () => {
  expect(new Set(FAULTS.map((f) => f.name)).size).toBe(FAULTS.length)
})

test('each edit has one place in its file, which is no test, and changes it', () => {
  const wrong = FAULTS.filter(
    (f) =>
      !/^(web|server|contract)\/.*\.(tsx?|js)$/.test(f.file) ||
      /\.test\./.test(f.file) ||
      !existsSync(join(ROOT, f.file)) ||
      read(f.file).split(f.from).length !== 2 ||
      f.to === f.from,
  )
  expect(wrong.map((f) => `${f.name}: ${f.file}`)).toEqual([])
})

test('the tests that must find it are there, and hold the titles that are expected to fail', () => {
  const wrong = FAULTS.flatMap((f) => {
    const missing = f.tests.filter((t) => !existsSync(join(ROOT, t)))
    if (missing.length || !f.tests.length || !f.caught.length) return [`${f.name}: ${missing}`]
    const texts = f.tests.map(read)
    return f.caught.filter((title) => !texts.some((t) => t.includes(title))).map((t) => `${f.name}: ${t}`)
  })
  expect(wrong).toEqual([])
})

test('every screen of the bar, every domain and every kind has a fault', () => {
  const areas = new Set(FAULTS.map((f) => f.area))
  const screens = [...PRINCIPALES, ...ANTIGUOS, ...DE_CUENTA, ...SIN_ENTRADA].map((e) => e.to)
  const domains = DISTRICTS.flatMap((d) =>
    readdirSync(join(ROOT, 'server', d), { withFileTypes: true })
      .filter((f) => f.isDirectory())
      .map((f) => f.name),
  )
  expect([...screens, ...domains].filter((a) => !areas.has(a))).toEqual([])
  const kinds = new Set(FAULTS.map((f) => f.kind))
  expect(KINDS.filter((k) => !kinds.has(k))).toEqual([])
})
