import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { pageOf, readRows, readTags } from '../scripts/cobertura'

const RAIZ = join(import.meta.dirname, '..')
const PRODUCTO = ['contract', 'server', 'web']
const PRUEBA = /\.(test|spec)\.tsx?$/

type Nodo = { type: string; [clave: string]: unknown }

const compact = (s: string) => s.replace(/\s+/g, ' ').trim()
const isNodo = (v: unknown): v is Nodo => typeof v === 'object' && v !== null && 'type' in v

function hijosOf(nodo: Nodo): Nodo[] {
  return Object.values(nodo)
    .flatMap((v) => (Array.isArray(v) ? v : [v]))
    .filter(isNodo)
}

function* walk(nodo: Nodo): Generator<Nodo> {
  yield nodo
  for (const hijo of hijosOf(nodo)) yield* walk(hijo)
}

function read(archivo: string): Nodo {
  const { program, errors } = parseSync(archivo, readFileSync(join(RAIZ, archivo), 'utf8'))
  if (errors.length) throw new Error(`${archivo}: ${errors[0]?.message}`)
  return program as unknown as Nodo
}

/** Parts of a template literal or of the text between two tags, with `…` for each expression. */
const joinLineas = (partes: (string | null)[]) => compact(partes.map((p) => p ?? '…').join(''))

/** The user-visible text of a node, if it has one. */
function textoOf(nodo: Nodo): string | undefined {
  // The path of a call stands behind its method.
  if (nodo.type === 'Literal' && typeof nodo.value === 'string')
    return compact(nodo.value.replace(/^(GET|POST|PUT|DELETE) (?=\/)/, ''))
  if (nodo.type === 'TemplateLiteral') {
    const quasis = nodo.quasis as { value: { cooked: string } }[]
    return joinLineas(quasis.flatMap((q, i) => (i ? [null, q.value.cooked] : [q.value.cooked])))
  }
  if (nodo.type === 'JSXText') return compact(String(nodo.value))
  if (nodo.type === 'JSXElement' || nodo.type === 'JSXFragment')
    return joinLineas((nodo.children as Nodo[]).map((c) => (c.type === 'JSXText' ? String(c.value) : null)))
  return undefined
}

const ROWS = readRows()
const TAGS = readTags()

describe('the table of what the specification asks for', () => {
  it('has a test for each row', () => {
    const shown = new Set(TAGS.flatMap((t) => t.ids))
    expect(ROWS.length).toBeGreaterThan(300)
    expect(ROWS.filter((r) => !r.what || !shown.has(r.id))).toEqual([])
  })

  it('has a row for each tag, and each tag stands above a test', () => {
    const known = new Set(ROWS.map((r) => r.id))
    expect(TAGS.filter((t) => !t.test || !t.ids.every((id) => known.has(id)))).toEqual([])
  })

  it('is the page that `npm run cobertura` writes', () => {
    expect(readFileSync(join(RAIZ, 'docs/cobertura.md'), 'utf8')).toBe(pageOf(ROWS, TAGS))
  })

  it('quotes texts that the product says', () => {
    const fuentes = PRODUCTO.flatMap((carpeta) =>
      readdirSync(join(RAIZ, carpeta), { recursive: true, encoding: 'utf8' }).map((f) => join(carpeta, f)),
    )
    const dichos = new Set(
      fuentes
        .filter((f) => /\.tsx?$/.test(f) && !PRUEBA.test(f))
        .flatMap((f) => [...walk(read(f))].flatMap((nodo) => textoOf(nodo) ?? [])),
    )
    const faltan = ROWS.flatMap(({ id, texts }) =>
      texts.filter((t) => !dichos.has(compact(t))).map((t) => `${id}: nobody says «${t}»`),
    )
    expect(faltan).toEqual([])
  })
})
