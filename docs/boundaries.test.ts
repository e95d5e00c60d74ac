import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { DISTRICTS, districtOf } from '../scripts/vitest/districts'

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

/** The room of a file of the server. */
const roomOf = (f: string) => /^server\/(start|[^/]+\/[^/]+)/.exec(f)?.[1]
const isDomain = (f: string) =>
  f.startsWith('server/') && (districtOf(f) >= 0 || f.startsWith('server/relics/'))
/** The folder of a screen, or the shared part of the web, that a file belongs to. */
const partOf = (f: string) =>
  districtOf(f) >= 0 || f.startsWith('web/relics/')
    ? f.split('/').slice(0, 3).join('/')
    : /^web\/[^/]+/.exec(f)?.[0]
const isScreen = (f: string) => f.startsWith('web/') && (partOf(f)?.split('/').length ?? 0) === 3
/** The parts of the web that files of a part may import, besides their own. */
const SHARED: Record<string, RegExp> = {
  'web/lib': /^$/,
  'web/ui': /^web\/lib$/,
  'web/dominio': /^web\/(lib|ui)$/,
}
const OF_SCREENS = /^web\/(lib|ui|dominio|testing|barra|app-shell|personas\/sesion)$/
const isRepository = (f: string) => /\/repo(-[a-z-]+)?\.ts$/.test(f)

/** Forbidden imports. */
const BOUNDARIES: { says: string; breaks: (from: string, to: string) => boolean }[] = [
  {
    says: 'the contract imports nothing but zod',
    breaks: (from, to) => from.startsWith('contract/') && !/^(contract\/|zod$)/.test(to),
  },
  {
    says: 'a district imports those before it only',
    breaks: (from, to) =>
      from.split('/')[0] === to.split('/')[0] && districtOf(from) >= 0 && districtOf(to) > districtOf(from),
  },
  {
    says: 'lib draws nothing, ui knows no containers, dominio no screens, and a screen no other screen',
    breaks: (from, to) => {
      const [a = '', b] = [partOf(from), partOf(to)]
      if (!from.startsWith('web/') || !b?.startsWith('web/') || a === b) return false
      const allowed = isScreen(from) ? OF_SCREENS : SHARED[a]
      return allowed !== undefined && !allowed.test(b)
    },
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
    breaks: (from, to) =>
      from.startsWith('server/platform/') && (isDomain(to) || to.startsWith('server/start/')),
  },
  {
    says: 'a domain does not know how it is started',
    breaks: (from, to) => isDomain(from) && to.startsWith('server/start/') && !from.endsWith('/cli.ts'),
  },
  {
    says: 'another domain is reached through its service',
    breaks: (from, to) =>
      isDomain(from) &&
      !isRepository(from) &&
      isRepository(to) &&
      roomOf(from) !== roomOf(to) &&
      isDomain(to),
  },
  {
    says: 'a repository knows the database only',
    breaks: (from, to) => isRepository(from) && /(\/routes(-[a-z-]+)?\.ts|\/service\.ts|^fastify)$/.test(to),
  },
  {
    says: 'decoders and rules are pure functions',
    breaks: (from, to) =>
      /^server\/oir\/lecturas\/(formats|rules)\//.test(from) &&
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

test('there are all districts on each floor', () => {
  for (const floor of ['server', 'web', 'contract'])
    expect(DISTRICTS.filter((d) => !FILES.some((f) => f.startsWith(`${floor}/${d}/`)))).toEqual([])
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
