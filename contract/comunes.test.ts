import { expect, test } from 'vitest'
import { filtro, texto } from './comunes'

test.each([
  ['Muelle \u202e3 ellum\u202c', 'Muelle 3 ellum'],
  ['\u2066Norte\u2069 \u200e', 'Norte'],
  ['\u202aC:\\planta', 'C:\\planta'],
  ['Nor\u200bte\ufeff', 'Norte'],
  ['👩\u200d🔧 Ane', '👩\u200d🔧 Ane'],
])('%j is kept as %j', (typed, kept) => {
  expect(texto(20).parse(typed)).toBe(kept)
})

test('what has nothing but unseen marks is blank; control characters are refused', () => {
  expect(texto(20).min(1, { error: 'Falta.' }).safeParse('\u202e\u200b').error?.issues[0]?.message).toBe(
    'Falta.',
  )
  expect(filtro(20).parse('\u202e')).toBeUndefined()
  expect(texto(3).parse('\u202eabc')).toBe('abc')
  for (const bad of ['a\u0000b', '\ud800', 'a\u0085b']) expect(texto(20).safeParse(bad).success).toBe(false)
})
