import type { Plugin } from 'vite'

type Chunks = ReadonlyMap<string, readonly string[]>

/** The first cycle of files that import one another; null: there is none. */
function findRing(chunks: Chunks): string[] | null {
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]): string[] | null => {
    const at = way.indexOf(file)
    if (at >= 0) return [...way.slice(at), file]
    if (done.has(file)) return null
    for (const next of chunks.get(file) ?? []) {
      const ring = walk(next, [...way, file])
      if (ring) return ring
    }
    done.add(file)
    return null
  }
  for (const file of chunks.keys()) {
    const ring = walk(file, [])
    if (ring) return ring
  }
  return null
}

/**
 * Fails the build if its files import one another in a cycle. One of them would run before the one that it imports, and read a constant of
 * it as undefined.
 */
export const trozos = (): Plugin => ({
  name: 'trozos',
  generateBundle(_, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((f) => (f.type === 'chunk' ? [[f.fileName, f.imports] as const] : [])),
    )
    const ring = findRing(chunks)
    if (ring) this.error(`These files import one another: ${ring.join(' → ')}`)
  },
})
