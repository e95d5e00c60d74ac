import type pg from 'pg'

/** How often the log since the last checkpoint is looked at, ms. */
const LOOK_MS = 30_000
/** With more of it, a server that is killed replays for seconds before it serves, bytes. */
const LONG_BYTES = 64 << 20
/** While the log grows faster than this, checkpoints would only make more of it: the server makes its own, bytes per second. */
const QUIET_BYTES_S = 1 << 20

const SINCE_CHECKPOINT = `
select (pg_current_wal_lsn() - '0/0')::float8 as at, (pg_current_wal_lsn() - redo_lsn)::float8 as since from pg_control_checkpoint()`

async function read(pool: pg.Pool): Promise<{ at: number; since: number }> {
  const { rows } = await pool.query<{ at: number; since: number }>(SINCE_CHECKPOINT)
  return rows[0] as { at: number; since: number }
}

/**
 * Write down what the log holds, if that is much: seeding, an import, figures that are made anew.
 * @returns whether it was
 */
export async function checkpointLong(pool: pg.Pool, longBytes = LONG_BYTES): Promise<boolean> {
  const { since } = await read(pool)
  if (since < longBytes) return false
  await pool.query('checkpoint')
  return true
}

/** Does so from time to time, when much was written and now little is. */
export function startCheckpoints(pool: pg.Pool, onFail: (e: unknown) => void) {
  let before: number | null = null
  let inFlight: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    const { at, since } = await read(pool)
    const isQuiet = before !== null && at - before < (QUIET_BYTES_S * LOOK_MS) / 1000
    before = at
    if (isQuiet && since >= LONG_BYTES) await pool.query('checkpoint')
  }

  const clock = setInterval(() => {
    inFlight = inFlight.then(look).catch(onFail)
  }, LOOK_MS)
  clock.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(clock)
      await inFlight
    },
  }
}
