/**
 * Do something for each of them, one after the other. One that fails keeps no other from its turn; what failed first is thrown once all
 * have had theirs.
 */
export async function doEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (e) {
      failures.push(e)
    }
  if (failures.length) throw failures[0]
}

/** Take each of these steps, whether or not those before it failed. */
export const doAll = (...steps: (() => Promise<unknown>)[]) => doEach(steps, (step) => step())
