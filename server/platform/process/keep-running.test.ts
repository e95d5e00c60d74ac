import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { NEEDS_POSIX } from '../../testing/necesita'
import { keepRunning } from './keep-running'

const FAST = { waitMs: 5, goodMs: 60_000 }
const started: ChildProcess[] = []

/** A program that runs until it is ended; or one that fails at once. */
function start(failing = false): ChildProcess {
  const text = failing ? 'process.exit(3)' : 'setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['-e', text], { stdio: 'ignore' })
  started.push(child)
  return child
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test('a program that is killed is started again, and that is told', NEEDS_POSIX, async () => {
  const told = vi.fn()
  const kept = keepRunning(() => start(), told, FAST)
  started[0]?.kill('SIGKILL')
  await vi.waitFor(() => expect(started).toHaveLength(2), 10_000)
  expect(told.mock.calls).toEqual([['SIGKILL', FAST.waitMs]])
  await kept.stop()
  expect(started[1]?.signalCode).toBe('SIGTERM')
  expect(started).toHaveLength(2)
  expect(told).toHaveBeenCalledOnce()
})

test('one that fails again and again is started ever more rarely, and not after it was stopped', async () => {
  const told = vi.fn()
  const kept = keepRunning(() => start(true), told, FAST)
  await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThan(2), 20_000)
  await kept.stop()
  expect(told.mock.calls.slice(0, 3)).toEqual([
    ['código 3', 5],
    ['código 3', 10],
    ['código 3', 20],
  ])
})

test('one that cannot be started is told of', async () => {
  const told = vi.fn()
  const kept = keepRunning(() => spawn('/no/such/program'), told, FAST)
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), 10_000)
  await kept.stop()
  expect(told.mock.calls[0]?.[0]).toContain('ENOENT')
})
