/** Every browser test of a report of Playwright, with its name. */
export function* pruebasOf(suite, camino = []) {
  for (const s of suite.suites ?? []) yield* pruebasOf(s, [...camino, s.title])
  for (const s of suite.specs ?? [])
    for (const t of s.tests) yield { nombre: [...camino, s.title].join(' › '), ...t }
}
