import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Paquete = { optionalDependencies?: Record<string, string> }

test('the lock file has the native packages of every system, without which `npm ci` refuses it', () => {
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
  ) as {
    packages: Record<string, Paquete>
  }
  const faltan = Object.entries(packages).flatMap(([ruta, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((n) => !packages[`node_modules/${n}`] && !packages[`${ruta}/node_modules/${n}`])
      .map((n) => `${ruta}: ${n}`),
  )
  expect(faltan).toEqual([])
})
