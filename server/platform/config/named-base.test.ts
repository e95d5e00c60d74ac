import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOfBase, refuseGuess } from './named-base'

let DATA_DIR: string
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'retorna-base-'))
})
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

test('a database that no setting names is not made', () => {
  const config = { DATABASE_URL: undefined, DATA_DIR }
  for (const env of [{}, { DATA_DIR: ' ' }])
    expect(() => refuseGuess(config, env)).toThrow(`en ${DATA_DIR} no hay ninguna. Indique`)
  refuseGuess(config, { DATA_DIR })
  refuseGuess({ ...config, DATABASE_URL: 'postgresql://db.example/retorna' }, {})
})

test.each(['pg', 'postgresql/pg'])('the usual folder is taken where it holds one: %s', (cluster) => {
  const used = join(DATA_DIR, cluster.replace('/', '-'))
  mkdirSync(join(used, cluster), { recursive: true })
  writeFileSync(join(used, cluster, 'PG_VERSION'), '18\n')
  refuseGuess({ DATABASE_URL: undefined, DATA_DIR: used }, {})
})

test('its name has no password', () => {
  expect(nameOfBase({ DATABASE_URL: undefined, DATA_DIR: '/var/lib/retorna' })).toBe(
    'base de datos integrada de /var/lib/retorna',
  )
  const url = 'postgresql://retorna:secreta@db.example:5433/planta?password=secreta&sslmode=require'
  expect(nameOfBase({ DATABASE_URL: url, DATA_DIR })).toBe(
    'base de datos postgresql://retorna@db.example:5433/planta?sslmode=require',
  )
})
