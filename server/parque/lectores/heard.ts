/** Above this many containers heard, their count is kept: it reads the state of every container. */
const KEPT_ABOVE = 20_000
/** A kept count older than this is renewed, ms. */
const RENEW_MS = 30_000
/** A call waits for a new one rather than give a count older than this, ms. */
const MAX_AGE_MS = 60_000

type Counts = ReadonlyMap<number, number>
type Kept = { counts: Counts; at: number; renewing: boolean }

const sumOf = (counts: Counts): number => {
  let sum = 0
  for (const n of counts.values()) sum += n
  return sum
}

/**
 * Containers heard of late, by reader. In a small plant they are counted for each call; in a large one a call gets a count of the last minute
 * if there is one.
 * @param count counts those of a company (null: of all)
 * @param now the time, ms
 */
export function createHeard(
  count: (empresa: number | null) => Promise<Counts>,
  onFail: (e: unknown) => void,
  now: () => number = () => performance.now(),
) {
  /** By company; there are only large ones. */
  const large = new Map<number | null, Kept>()

  async function renew(empresa: number | null): Promise<Counts> {
    const at = now()
    const counts = await count(empresa)
    if (sumOf(counts) > KEPT_ABOVE) large.set(empresa, { counts, at, renewing: false })
    else large.delete(empresa)
    return counts
  }

  return async (empresa: number | null): Promise<Counts> => {
    const kept = large.get(empresa)
    const age = now() - (kept?.at ?? Number.NEGATIVE_INFINITY)
    if (!kept || age > MAX_AGE_MS) return renew(empresa)
    if (!kept.renewing && age > RENEW_MS) {
      kept.renewing = true
      renew(empresa).catch((e) => {
        large.delete(empresa)
        onFail(e)
      })
    }
    return kept.counts
  }
}
