import { expect, test } from 'vitest'
import { buffersMb, lastWords } from './postmaster'

test.each([
  [
    'performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied\nchild process exited with exit code 2\ninitdb: removing data directory "/data/pg"\n',
    'performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied',
  ],
  [
    'initdb: error: could not access directory "/data/pg": Permission denied\ninitdb: removing data directory "/data/pg"',
    'initdb: error: could not access directory "/data/pg": Permission denied',
  ],
  [
    'LOG:  starting\nFATAL:  could not map anonymous shared memory\nLOG:  shut down',
    'FATAL:  could not map anonymous shared memory',
  ],
  ['FATAL:  could not write: No space left on device', 'no queda espacio en el disco'],
  ['', ''],
])('of what a program of the database writes, the reason is told: %s', (salida, reason) => {
  expect(lastWords(salida)).toBe(reason)
})

test('the memory for pages is a part of the machine’s, within limits', () => {
  expect([1, 2, 8, 16, 64].map((gb) => buffersMb(gb * 2 ** 30))).toEqual([64, 64, 256, 512, 512])
})
