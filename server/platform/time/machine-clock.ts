import { uptime } from 'node:os'

/** What a machine tells of time, in ms. */
export type Sources = {
  /** Unix time, which an operator, NTP or the host of a virtual machine may set at any moment. */
  wall(): number
  /** Since some moment: nobody sets it. It may stand still while the machine sleeps. */
  monotonic(): number
  /** The same, asleep or not; to the second. */
  uptime(): number
}

/** Up to this difference the machine's clock is followed. From here on it has jumped; and two clocks that differ by less agree. */
const JUMP_MS = 60_000
/** A jump that nobody contradicts for this long is no mishap: the clock was set right. */
const PATIENCE_MS = 10 * 60_000
/** After a start nobody here knows what the time was before: for this long readers can say that the clock was wrong then. */
const START_MS = 10 * 60_000
/** They must say so for this long: what a reader kept back and sends in one go comes nearer to the present all the while. */
const STEADY_MS = 60_000
/** With fewer readers of the same mind it may be theirs that are wrong. */
const MIN_READERS = 2
/** How often a jump is weighed while no reader speaks, ms. */
const WEIGH_MS = 1000
/** Readers that are remembered. */
const MAX_READERS = 10_000

/** What the machine's clock said while it is not believed. Unix ms. */
export type Doubt = {
  /** Since when, by the time that is believed. */
  since: number
  /** How far the machine's clock is ahead of that, ms; negative: behind. */
  ahead: number
}

/** `doubted`: the machine's clock is no longer believed; `back`: it agrees again; `followed`: it is believed after all. */
export type ClockChange = { what: 'doubted' | 'back' | 'followed'; ahead: number }

/** What a reader says: the Unix time at the zero of the monotonic clock. `since`, `at`: monotonic ms of the first and last time that it said so. */
type Said = { zero: number; since: number; at: number }

const agree = (a: number, b: number) => Math.abs(a - b) <= JUMP_MS

/**
 * The time by which this process dates what arrives and ends sessions. It is the machine's clock, unless that jumps: then it goes on by the
 * monotonic clock, until the machine's clock comes back, readers whose clocks were right agree with the new time, or ten minutes have passed
 * in which they did not contradict it. A machine that slept is believed at once.
 */
export function createMachineClock(s: Sources) {
  /** Monotonic ms. */
  let startedAt = 0
  /** Believed Unix time at the zero of the monotonic clock. */
  let zero = 0
  /** How long the machine slept, ms of `uptime` over `monotonic`. */
  let slept = 0
  let doubt: { zero: number; since: number } | null = null
  /** Monotonic ms. */
  let weighedAt = Number.NEGATIVE_INFINITY
  /** Names of readers whose clocks agreed with ours. */
  const right = new Set<string>()
  const said = new Map<string, Said>()
  const watchers = new Set<(c: ClockChange) => void>()
  const tell = (what: ClockChange['what'], ahead: number) => {
    for (const watch of watchers) watch({ what, ahead })
  }

  /** Believe the machine's clock, as nothing else is known. */
  function start(): void {
    startedAt = s.monotonic()
    zero = s.wall() - startedAt
    slept = s.uptime() - startedAt
    doubt = null
    weighedAt = Number.NEGATIVE_INFINITY
    right.clear()
    said.clear()
  }
  start()

  /** How many readers say this time, of those that spoke since then. */
  function countSaying(t: number, since: number, steadyMs = 0): number {
    let n = 0
    for (const v of said.values()) if (v.at >= since && v.at - v.since >= steadyMs && agree(v.zero, t)) n++
    return n
  }

  function follow(to: number): void {
    const ahead = to - zero
    zero = to
    doubt = null
    said.clear()
    tell('followed', ahead)
  }

  /** Whether the machine's clock is to be believed after its jump. */
  function weigh(now: number, d: { zero: number; since: number }): void {
    weighedAt = now
    const since = Math.max(d.since, now - PATIENCE_MS)
    const forIt = countSaying(d.zero, since)
    const against = countSaying(zero, since)
    const isPatient = now - d.since >= PATIENCE_MS && forIt >= against
    if ((forIt >= MIN_READERS && forIt > against) || isPatient) follow(d.zero)
  }

  /** The machine's clock differs from what is believed. */
  function judge(now: number, wallZero: number): void {
    if (!doubt || !agree(doubt.zero, wallZero)) {
      const asleep = s.uptime() - now - slept
      if (asleep > JUMP_MS / 2 && agree(zero + asleep, wallZero)) {
        slept += asleep
        follow(wallZero)
        return
      }
      doubt = { zero: wallZero, since: now }
      tell('doubted', wallZero - zero)
    } else if (now - doubt.since >= PATIENCE_MS && now - weighedAt >= WEIGH_MS) weigh(now, doubt)
  }

  /** Since the start, readers whose clocks were right before it say another time than this machine. */
  function judgeStart(now: number): void {
    const here = countSaying(zero, startedAt)
    for (const { zero: there } of said.values()) {
      const n = countSaying(there, startedAt, STEADY_MS)
      if (agree(there, zero) || n < MIN_READERS || n <= here) continue
      const ahead = zero - there
      doubt = { zero, since: now }
      zero = there
      tell('doubted', ahead)
      return
    }
  }

  /** The time that is believed, Unix ms. */
  function now(): number {
    const m = s.monotonic()
    const wallZero = s.wall() - m
    if (!agree(wallZero, zero)) judge(m, wallZero)
    else {
      if (doubt) {
        const ahead = doubt.zero - zero
        doubt = null
        tell('back', ahead)
      }
      zero = wallZero
    }
    return m + zero
  }

  return {
    start,
    now,
    /** Set while the machine's clock is not believed. */
    get doubt(): Doubt | null {
      return doubt && { since: zero + doubt.since, ahead: doubt.zero - zero }
    },
    /** Whether a reader has said since the start that the time is right, or ten minutes have passed. */
    get isKnown(): boolean {
      return s.monotonic() - startedAt >= START_MS || countSaying(zero, startedAt) > 0
    },
    /** Readers whose clocks were right before this process started. */
    recall(readers: Iterable<string>): void {
      for (const r of readers) if (right.size < MAX_READERS) right.add(r)
    },
    /** A reader reports this time, Unix ms, as the latest of a message. Only those that were right before have a say in a jump. */
    hear(reader: string, time: number): void {
      const m = s.monotonic()
      const z = time - m
      if (agree(z, zero)) {
        if (right.size < MAX_READERS) right.add(reader)
      } else if (!right.has(reader)) return
      const before = said.get(reader)
      if (before && agree(before.zero, z)) before.at = m
      else if (right.has(reader)) said.set(reader, { zero: z, since: m, at: m })
      if (doubt) weigh(m, doubt)
      else if (!agree(z, zero) && m - startedAt < START_MS) judgeStart(m)
    },
    /** @returns ends it */
    watch(onChange: (c: ClockChange) => void): () => void {
      watchers.add(onChange)
      return () => void watchers.delete(onChange)
    },
  }
}

export type MachineClock = ReturnType<typeof createMachineClock>

/** The machine that this process runs on. */
export const machine: Sources = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
}

/** One for the process, as there is one machine. */
export const machineClock = createMachineClock({
  wall: () => machine.wall(),
  monotonic: () => machine.monotonic(),
  uptime: () => machine.uptime(),
})
