import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OUTSIDE } from './outside'

const API = globSync(['server/**/*.api.test.ts', 'demo/**/*.api.test.ts'])
const chosen = new Set(OUTSIDE.flatMap((glob) => globSync(glob)))

test('each part of the list of tests for an outside database names files that there are', () => {
  expect(OUTSIDE.filter((glob) => globSync(glob).length === 0)).toEqual([])
  expect(API.length - chosen.size).toBeGreaterThan(API.length / 2)
})

test('a test that asks which database or broker it has runs on both', () => {
  const asks = API.filter((f) => /inject\('base'\)\.(mqtt|parametros)/.test(readFileSync(f, 'utf8')))
  expect(asks.length).toBeGreaterThan(3)
  expect(asks.filter((f) => !chosen.has(f))).toEqual([])
})
