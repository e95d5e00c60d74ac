import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const FICHEROS = ['contract', 'server', 'web']
  .flatMap((carpeta) =>
    readdirSync(join(RAIZ, carpeta), { recursive: true, encoding: 'utf8' }).map(
      (f) => `${carpeta}/${f.replaceAll('\\', '/')}`,
    ),
  )
  .filter((f) => /\.tsx?$/.test(f) && !/\.test\./.test(f))

const read = (f: string) => readFileSync(join(RAIZ, f), 'utf8')
const importsOf = (texto: string) =>
  [...texto.matchAll(/^import (type )?([^'"]*?) ?from '([^']+)'/gms)].map(
    ([, soloTipos, que = '', de = '']) => ({
      de,
      /** Whether something of it is there when the program runs. */
      valor: !soloTipos && !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(que.trim()),
    }),
  )

test('the web brings no schema along: of the contract it takes addresses, values, and types', () => {
  const malos = FICHEROS.filter((f) => f.startsWith('web/')).flatMap((f) =>
    importsOf(read(f))
      .filter((i) => i.valor && (i.de === 'zod' || /^#contract\/(?!valores\/|rutas$)/.test(i.de)))
      .map((i) => `${f}: ${i.de}`),
  )
  expect(malos).toEqual([])
  expect(
    FICHEROS.filter((f) => f.startsWith('contract/valores/')).flatMap((f) =>
      importsOf(read(f))
        .filter((i) => i.valor && !i.de.startsWith('./'))
        .map((i) => i.de),
    ),
  ).toEqual([])
})

test('SQL stands in repositories alone', () => {
  const conSql =
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query(<[^(]*>)?\(\s*['"`]\s*(select\b[^'"`]*\bfrom|with|insert|update|delete|truncate)\b/i
  const malos = FICHEROS.filter(
    (f) =>
      f.startsWith('server/') &&
      !f.startsWith('server/db/') &&
      !f.startsWith('server/pruebas/') &&
      !/\/repo(-[a-z-]+)?\.ts$/.test(f) &&
      conSql.test(read(f)),
  )
  expect(malos).toEqual([])
})
