import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const isFile = (f: string) => existsSync(join(RAIZ, f))
const FILES = ['contract', 'server', 'web', 'demo']
  .flatMap((folder) =>
    readdirSync(join(RAIZ, folder), { recursive: true, encoding: 'utf8' }).map(
      (f) => `${folder}/${f.replaceAll('\\', '/')}`,
    ),
  )
  .filter((f) => /\.tsx?$/.test(f) && !/\.test\.|^server\/testing\//.test(f))

/** The file that an import resolves to, or the name of its package. */
function targetOf(from: string, name: string): string {
  const path = name.startsWith('.')
    ? normalize(join(dirname(from), name)).replaceAll('\\', '/')
    : name.startsWith('#')
      ? name.slice(1)
      : undefined
  if (path === undefined) return name
  return [path, `${path}.ts`, `${path}.tsx`].find(isFile) ?? path
}

const IMPORTS = FILES.flatMap((from) =>
  [
    ...readFileSync(join(RAIZ, from), 'utf8').matchAll(
      /(?:^(?:import|export)\b[^'"]*?from |^import |\bimport\()'([^']+)'/gm,
    ),
  ].map(([, name = '']) => ({ from, to: targetOf(from, name) })),
)

/** The storey of a server file, and its room there. */
const roomOf = (f: string) => /^server\/(start|domains\/[^/]+|relics\/[^/]+|platform\/[^/]+)/.exec(f)?.[1]
const isRepository = (f: string) => /\/repo(-[a-z-]+)?\.ts$/.test(f)

/** Forbidden imports. */
const BOUNDARIES: { says: string; breaks: (from: string, to: string) => boolean }[] = [
  {
    says: 'the contract imports nothing but zod',
    breaks: (from, to) => from.startsWith('contract/') && !/^(contract\/|zod$)/.test(to),
  },
  {
    says: 'the web knows neither the server nor the demo',
    breaks: (from, to) => from.startsWith('web/') && /^(server|demo)\//.test(to),
  },
  {
    says: 'only tests and their fixtures know the fake server of the web',
    breaks: (from, to) =>
      to.startsWith('web/testing/') && !from.startsWith('web/testing/') && !from.endsWith('/fixtures.ts'),
  },
  {
    says: 'the server knows neither the web nor the demo',
    breaks: (from, to) => from.startsWith('server/') && /^(web|demo)\//.test(to),
  },
  {
    says: 'the platform knows no domain',
    breaks: (from, to) => from.startsWith('server/platform/') && /^server\/(domains|relics|start)\//.test(to),
  },
  {
    says: 'a domain does not know how it is started',
    breaks: (from, to) =>
      /^server\/(domains|relics)\//.test(from) && to.startsWith('server/start/') && !from.endsWith('/cli.ts'),
  },
  {
    says: 'another domain is reached through its service',
    breaks: (from, to) =>
      from.startsWith('server/domains/') &&
      !isRepository(from) &&
      isRepository(to) &&
      roomOf(from) !== roomOf(to) &&
      to.startsWith('server/domains/'),
  },
  {
    says: 'a repository knows the database only',
    breaks: (from, to) => isRepository(from) && /(\/routes(-[a-z-]+)?\.ts|\/service\.ts|^fastify)$/.test(to),
  },
  {
    says: 'decoders and rules are pure functions',
    breaks: (from, to) =>
      /^server\/domains\/lecturas\/(formats|rules)\//.test(from) &&
      !/\/vectors\/|\/vectores\.ts$/.test(from) &&
      /^server\/platform\/(db|http)\/|^(pg|kysely|fastify|node:fs|node:net)$/.test(to),
  },
  {
    says: 'the simulator knows the product through its front door only',
    breaks: (from, to) =>
      /^demo\/(simulador\.ts|anuncios\/|gateways\/)/.test(from) && to.startsWith('server/'),
  },
]

test.each(BOUNDARIES)('$says', ({ breaks }) => {
  expect(
    IMPORTS.filter(({ from, to }) => breaks(from, to)).map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([])
})

test('no two rooms of the server know each other, neither at once nor by way of others', () => {
  const known = new Map<string, Set<string>>()
  for (const { from, to } of IMPORTS) {
    const [a, b] = [roomOf(from), roomOf(to)]
    if (a && b && a !== b) known.set(a, (known.get(a) ?? new Set()).add(b))
  }
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of known.get(room) ?? []) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  expect(known.size).toBeGreaterThan(30)
  expect([...known.keys()].filter((room) => reach(room).has(room))).toEqual([])
})
