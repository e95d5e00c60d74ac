import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const read = (f: string) => readFileSync(join(RAIZ, f), 'utf8')
const list = (carpeta: string) => readdirSync(join(RAIZ, carpeta), { recursive: true, encoding: 'utf8' })

const SALAS = ['server', 'contract', 'web', 'demo', 'bench'].flatMap((sala) =>
  list(sala)
    .filter((f) => /(^|[/\\])README\.md$/.test(f))
    .map((f) => `${sala}/${f.replaceAll('\\', '/')}`),
)
const SUELTOS = list('docs')
  .filter((f) => f.endsWith('.md'))
  .map((f) => `docs/${f.replaceAll('\\', '/')}`)
const TODOS = ['README.md', 'ARCHITECTURE.md', ...SUELTOS, ...SALAS]

/** Inline code, outside of command blocks. */
const quotedOf = (texto: string) =>
  [...texto.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, dicho]) => dicho as string)
/** Top folders of the clone with which a quoted path begins; any other text with a slash is an address, a topic or a unit. */
const CARPETAS = /^(bench|contract|demo|deploy|docs|e2e|scripts|server|web)\//
/** Text that is a file of this project by its extension. `…` and `<…>` are placeholders of a name. */
const FICHERO = /^[\w./-]+\.(ts|tsx|mjs|sql|css|md|json)$/

const NOMBRES = new Set(
  ['bench', 'contract', 'demo', 'deploy', 'docs', 'e2e', 'scripts', 'server', 'web'].flatMap((c) =>
    list(c).map((f) => f.replaceAll('\\', '/').split('/').pop()),
  ),
)

describe('documents', () => {
  test('name files and folders that are there', () => {
    const faltan = TODOS.flatMap((doc) => {
      const aqui = dirname(doc)
      return quotedOf(read(doc))
        .map((d) => d.split(' › ')[0] as string)
        .filter((d) => !/[…<>{}*\s]/.test(d))
        .filter((d) =>
          CARPETAS.test(d)
            ? !existsSync(join(RAIZ, d))
            : FICHERO.test(d) &&
              !existsSync(join(RAIZ, aqui, d)) &&
              !existsSync(join(RAIZ, d)) &&
              // A bare file name is enough: the text says which folder it is about.
              (d.includes('/') || !NOMBRES.has(d)),
        )
        .map((d) => `${doc}: ${d}`)
    })
    expect(faltan).toEqual([])
  })

  test('link to documents and headings that are there', () => {
    const anchor = (titulo: string) =>
      titulo
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-')
    const faltan = TODOS.flatMap((doc) =>
      [...read(doc).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]+))?\)/g)]
        .filter(([, de = '', parte]) => {
          const destino = de ? join(RAIZ, dirname(doc), decodeURIComponent(de)) : join(RAIZ, doc)
          if (!existsSync(destino)) return true
          if (!parte) return false
          return ![...readFileSync(destino, 'utf8').matchAll(/^#+ (.+)$/gm)].some(
            ([, titulo = '']) => anchor(titulo) === parte,
          )
        })
        .map(([enlace]) => `${doc}: ${enlace}`),
    )
    expect(faltan).toEqual([])
  })

  test('explain each setting once: README the twelve most used, the guide of who runs it the others', () => {
    const ajustes = [...read('server/platform/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
      ([, n]) => n as string,
    )
    expect(ajustes.length).toBeGreaterThan(30)
    const rowsOf = (f: string) =>
      read(f)
        .split('\n')
        .filter((l) => /^\| `[A-Z]/.test(l))
        .flatMap((l) => [...(l.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, n]) => n as string))
    const enReadme = rowsOf('README.md')
    expect(enReadme.length).toBeLessThanOrEqual(12)
    expect([...enReadme, ...rowsOf('docs/operacion.md')].sort()).toEqual([...ajustes].sort())
  })
})
