import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const PRODUCTO = ['contract', 'server', 'web']
const PRUEBA = /\.(test|spec)\.tsx?$/
const TEXTO = /`([^`]+)`/g

type Nodo = { type: string; [clave: string]: unknown }
type Fila = { linea: number; que: string; textos: string[]; pruebas: string[] }

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
  if (nodo.type === 'Literal' && typeof nodo.value === 'string') return compact(nodo.value)
  if (nodo.type === 'TemplateLiteral') {
    const quasis = nodo.quasis as { value: { cooked: string } }[]
    return joinLineas(quasis.flatMap((q, i) => (i ? [null, q.value.cooked] : [q.value.cooked])))
  }
  if (nodo.type === 'JSXText') return compact(String(nodo.value))
  if (nodo.type === 'JSXElement' || nodo.type === 'JSXFragment')
    return joinLineas((nodo.children as Nodo[]).map((c) => (c.type === 'JSXText' ? String(c.value) : null)))
  return undefined
}

/** Titles of the tests in a file, as written there: `test('…')`, `it.each([…])('…')`. */
function titulosOf(archivo: string): Set<string> {
  const fuente = readFileSync(join(RAIZ, archivo), 'utf8')
  const titulos = new Set<string>()
  for (const nodo of walk(read(archivo))) {
    if (nodo.type !== 'CallExpression') continue
    const { start } = nodo.callee as { start: number }
    if (!/^(test|it)\b/.test(fuente.slice(start, start + 5))) continue
    const titulo = (nodo.arguments as (Nodo & { start: number; end: number })[])[0]
    if (!titulo) continue
    // A template literal is listed as it is written, including `${…}`.
    if (titulo.type === 'TemplateLiteral') titulos.add(fuente.slice(titulo.start + 1, titulo.end - 1))
    else if (titulo.type === 'Literal') titulos.add(String(titulo.value))
  }
  return titulos
}

function filasOf(tabla: string): Fila[] {
  return tabla.split('\n').flatMap((linea, i) => {
    if (!linea.startsWith('|') || /^\|( *-+ *\|)+$/.test(linea) || linea.startsWith('| qué |')) return []
    const celdas = linea.slice(1, -1).split(/(?<!\\)\|/)
    const [que = '', textos = '', pruebas = ''] = celdas.map((c) => c.replaceAll('\\|', '|').trim())
    const dichos = (c: string) => [...c.matchAll(TEXTO)].map(([, dicho]) => dicho as string)
    return [{ linea: i + 1, que, textos: dichos(textos), pruebas: dichos(pruebas) }]
  })
}

const FILAS = filasOf(readFileSync(join(RAIZ, 'docs/cobertura.md'), 'utf8'))

describe('the table of what the specification asks for', () => {
  it('has a row for each thing, and a test in each row', () => {
    expect(FILAS.length).toBeGreaterThan(300)
    expect(FILAS.filter((f) => !f.que || f.pruebas.length === 0)).toEqual([])
  })

  it('names tests that there are', () => {
    const titulos = new Map<string, Set<string>>()
    const faltan = FILAS.flatMap(({ linea, pruebas }) =>
      pruebas.flatMap((prueba) => {
        const [archivo = '', titulo = ''] = prueba.split(' › ')
        if (!PRUEBA.test(archivo) || !existsSync(join(RAIZ, archivo))) return `${linea}: no file ${archivo}`
        const suyos = titulos.get(archivo) ?? titulosOf(archivo)
        titulos.set(archivo, suyos)
        return suyos.has(titulo) ? [] : `${linea}: no test ${prueba}`
      }),
    )
    expect(faltan).toEqual([])
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
    const faltan = FILAS.flatMap(({ linea, textos }) =>
      textos.filter((t) => !dichos.has(compact(t))).map((t) => `${linea}: nobody says «${t}»`),
    )
    expect(faltan).toEqual([])
  })
})
