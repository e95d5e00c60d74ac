import { expect, test } from 'vitest'
import { filterThrough } from './filter'

const TASK = JSON.stringify({ formato: 'csv', columns: [{ name: 'a', type: 'integer' }] })
const run = (lines: AsyncIterable<string>) => filterThrough('datos', 64, TASK, lines)
const readAll = async (bytes: AsyncIterable<Buffer>) => {
  let text = ''
  for await (const b of bytes) text += b
  return text
}

test('gives what the program makes of what it is given', async () => {
  async function* lines() {
    yield '{"a":1}\n{"a":2}\n'
    yield '{"a":3}\n\n'
  }
  expect(await readAll(run(lines()))).toBe('a\r\n1\r\n2\r\n3\r\n')
})

test('where its input fails, so does it', async () => {
  async function* lines() {
    yield '{"a":1}\n'
    throw new Error('no more rows')
  }
  await expect(readAll(run(lines()))).rejects.toThrow('no more rows')
})

test.each([
  ['cannot be read', '{"a":\n\n'],
  ['ends before its end', '{"a":1}\n'],
])('where its input %s, it fails', async (_, text) => {
  async function* lines() {
    yield text
  }
  await expect(readAll(run(lines()))).rejects.toThrow('ended (1)')
})

test('who leaves ends the process, and the reading', async () => {
  let left = false
  async function* lines() {
    try {
      for (;;) yield '{"a":1}\n'.repeat(1000)
    } finally {
      left = true
    }
  }
  for await (const bytes of run(lines())) if (bytes.length) break
  expect(left).toBe(true)
})
