import { expect, test } from 'vitest'
import { csvCell } from './csv'

test.each([
  ['Muelle 3', 'Muelle 3'],
  [-12.5, '-12.5'],
  ['-12.5', '-12.5'],
  ['+34', '+34'],
  [null, ''],
  [true, 'true'],
  ['=1+1', "'=1+1"],
  ['+x', "'+x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['－1', "'－1"],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a\rb', '"a\rb"'],
  ['a "b"', '"a ""b"""'],
  ['a,b', '"a,b"'],
  [' a', '" a"'],
  ['x;=1+1;y', '"x;\'=1+1;y"'],
  ['x\t=1+1', '"x\t\'=1+1"'],
  ['x\r\n@a', '"x\r\n\'@a"'],
  ['\t=1', '"\'\t\'=1"'],
  ['a-b;c-d', '"a-b;c-d"'],
])('%j is written %j', (value, written) => {
  expect(csvCell(value)).toBe(written)
})
