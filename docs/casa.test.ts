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
      /** Whether the import still exists at run time (it is not type-only). */
      valor: !soloTipos && !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(que.trim()),
    }),
  )

/** Whether a file of the contract is without schemas: constants and small functions, which the web takes along. */
const isValues = (f: string) => /^contract\/(values\/[^/]+|([^/]+\/)*([a-z-]+-)?values)(\.ts)?$/.test(f)

test('the web brings no schema along: of the contract it takes addresses, values, and types', () => {
  const malos = FICHEROS.filter((f) => /^web\/(?!testing\/)/.test(f)).flatMap((f) =>
    importsOf(read(f))
      .filter((i) => i.valor && (i.de === 'zod' || (/^#contract\//.test(i.de) && !isValues(i.de.slice(1)))))
      .map((i) => `${f}: ${i.de}`),
  )
  expect(malos).toEqual([])
  expect(
    FICHEROS.filter(isValues).flatMap((f) =>
      importsOf(read(f))
        .filter((i) => i.valor && !isValues(join(f, '..', i.de)))
        .map((i) => i.de),
    ),
  ).toEqual([])
})

test('every file that declares calls is in the list of calls', () => {
  const list = read('contract/calls.ts')
  const declare = FICHEROS.filter(
    (f) => f.startsWith('contract/') && /^export const \w+ = endpoint\(/m.test(read(f)),
  )
  expect(declare.length).toBeGreaterThan(40)
  expect(declare.filter((f) => !list.includes(`from '${f.replace('contract', '.').slice(0, -3)}'`))).toEqual(
    [],
  )
})

test('a number is typed into the one field that reads it as it is written in Spanish', () => {
  /** Degrees, digits that are a code, and times. */
  const OTHERS = [
    'web/operacion/epcis/formulario.tsx',
    'web/operacion/epcis/lugares.tsx',
    'web/parque/calendario/semana.tsx',
    'web/parque/lectores/puesta/sitio.tsx',
    'web/parque/registro/campos.tsx',
    'web/personas/perfil/turn-on-factor.tsx',
    'web/ui/campo-numero.tsx',
  ]
  const conTeclas = FICHEROS.filter((f) =>
    /type="number"|type: 'number'|inputMode\W+(?:\w+ === 0 \? )?'(numeric|decimal)'/.test(read(f)),
  )
  expect(conTeclas.filter((f) => f.startsWith('web/')).toSorted()).toEqual(OTHERS)
})

test('the web remembers by what never fails: a full browser, or one that allows no storage', () => {
  const directos = FICHEROS.filter(
    (f) =>
      f.startsWith('web/') &&
      !f.startsWith('web/testing/') &&
      /\b(local|session)Storage\b(?!`)|\bindexedDB\.open\b/.test(read(f)),
  )
  expect(directos).toEqual(['web/lib/recuerdo.ts'])
})

test('SQL stands in repositories alone', () => {
  const conSql =
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query(<[^(]*>)?\(\s*['"`]\s*(select\b[^'"`]*\bfrom|with|insert|update|delete|truncate)\b/i
  const malos = FICHEROS.filter(
    (f) =>
      f.startsWith('server/') &&
      !f.startsWith('server/platform/db/') &&
      !f.startsWith('server/testing/') &&
      !/\/repo(-[a-z-]+)?\.ts$/.test(f) &&
      conSql.test(read(f)),
  )
  expect(malos).toEqual([])
})

test('what does something is called by an English verb', () => {
  const CARPETAS = ['contract', 'server', 'web', 'demo', 'bench', 'e2e', 'docs', 'scripts']
  const codigo = CARPETAS.flatMap((carpeta) =>
    readdirSync(join(RAIZ, carpeta), { recursive: true, encoding: 'utf8' })
      .filter((f) => /\.(tsx?|mjs|js)$/.test(f))
      .map((f) => `${carpeta}/${f.replaceAll('\\', '/')}`),
  )
  const HACE =
    /\bfunction\*? (\w+)|\b(?:const|let) (\w+)(?:: [^=]+)? = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>|\b(on[A-Z]\w*)\b/g
  /** Spanish verbs that a Spanish speaker would naturally use in identifiers. */
  const SPANISH =
    /^(?:use(?=[A-Z])|on(?=[A-Z]))?(?:abrir|actualizar|anadir|aplicar|asignar|borrar|buscar|calcular|cambiar|cargar|cerrar|comprobar|contar|crear|decidir|elegir|empezar|enviar|escribir|esperar|generar|guardar|hacer|iniciar|insertar|instalar|leer|limpiar|listar|llamar|medir|mostrar|mover|obtener|ordenar|parar|pedir|poner|quitar|recibir|recoger|registrar|saber|sacar|tomar|validar|ver|volver)(?=[A-Z]|$)/
  const malos = codigo.flatMap((f) =>
    [...read(f).matchAll(HACE)]
      .map(([, a, b, c]) => a ?? b ?? c ?? '')
      .filter((nombre) => SPANISH.test(nombre))
      .map((nombre) => `${f}: ${nombre}`),
  )
  // The suffix for a possessive is the English Of, as in `sizeOf`, not the Spanish one.
  const suffixes = codigo.flatMap((f) =>
    [...read(f).matchAll(/\b[a-z]\w*[a-z]De\b/g)].map(([nombre]) => `${f}: ${nombre}`),
  )
  expect([...new Set([...malos, ...suffixes])]).toEqual([])
})
