/** Run `work` for each item, one after the other. A failure does not stop the next items; the first error is thrown after the last item. */
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

/** Run each step, even if earlier ones failed. */
export const doAll = (...steps: (() => Promise<unknown>)[]) => doEach(steps, (step) => step())
