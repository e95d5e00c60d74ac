import type pg from 'pg'
import { bringBackJobs } from '../../platform/jobs/repo'
import { machineClock as clock } from '../../platform/time/machine-clock'
import { readAhead, redateFuture } from './repo-future'
import { listRightReaders, readDbClock } from './repo-reloj'

/** How often the machine's clock is looked at while no reading comes, and how often the database's, ms. */
const EVERY_MS = 5000
const DB_EVERY_MS = 60_000
/** The database's clock has fallen back if it does so by more than this, ms. */
const FELL_MS = 60_000

const secondsOf = (ms: number) => Math.round(ms / 1000)

type Tools = {
  pool: pg.Pool
  /** Time zone of the plant. */
  zona: string
  log: Record<'warn', (facts: object, text: string) => void>
  onFail(e: unknown): void
  /** What lay in the future has been dated back: what memory knows of it is out of date. */
  onRedated?(): void
}

/**
 * Watch the clocks of this machine and of the database. Once one that was ahead is right again, date back what was written meanwhile, and let
 * jobs go on that would wait until that time.
 * @param schedule false: clocks are looked at only when `look` is called
 */
export async function startClockGuard(
  { pool, zona, log, onFail, onRedated = () => {} }: Tools,
  { schedule = true } = {},
) {
  clock.start()
  clock.recall(await listRightReaders(pool))
  // What the process before left is looked at once it is known that it was wrong, and not this clock.
  let due = true
  let dbAhead: number | null = null
  let dbRead = Number.NEGATIVE_INFINITY
  const leave = clock.watch(({ what, ahead }) => {
    const facts = { ahead_s: secondsOf(ahead) }
    if (what === 'doubted')
      log.warn(facts, 'the clock of this machine has jumped and is not believed for now')
    else if (what === 'back') log.warn(facts, 'the clock of this machine is back')
    else log.warn(facts, 'the clock of this machine is believed after its jump')
    due = true
  })

  async function readDb(): Promise<void> {
    if (performance.now() - dbRead < DB_EVERY_MS) return
    const ahead = (await readDbClock(pool)) - clock.now()
    if (dbAhead !== null && ahead < dbAhead - FELL_MS) due = true
    dbAhead = ahead
    dbRead = performance.now()
  }

  async function mend(): Promise<void> {
    const now = clock.now()
    // A clock that is behind would take what is right for the future.
    if (!clock.isKnown && (await readAhead(pool, now)) > 0) return
    due = false
    const events = await redateFuture(pool, now, zona).catch((e) => {
      due = true
      throw e
    })
    await bringBackJobs(pool)
    onRedated()
    if (events) log.warn({ events }, 'events of a clock that was ahead are dated by their arrival')
  }

  let running: Promise<void> | null = null
  /** Look at the clocks now. */
  function look(): Promise<void> {
    running ??= (async () => {
      clock.now()
      await readDb()
      if (due) await mend()
    })()
      .catch(onFail)
      .finally(() => {
        running = null
      })
    return running
  }
  const timer = schedule ? setInterval(look, EVERY_MS).unref() : undefined
  return {
    look,
    async stop(): Promise<void> {
      clearInterval(timer)
      leave()
      await running
    },
  }
}

export type ClockGuard = Awaited<ReturnType<typeof startClockGuard>>
