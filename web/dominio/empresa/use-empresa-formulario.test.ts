import { expect, test } from 'vitest'
import { resolveEmpresa } from './use-empresa-formulario'

const DOS = [
  { id: 1, nombre: 'Vitoria' },
  { id: 2, nombre: 'Bilbao' },
]
const admin = { elegida: undefined, propia: 1, visibles: DOS, deTodas: true, pedida: undefined }

test.each([
  ['chosen in the bar', { ...admin, elegida: 2 }, { empresa: 2, pregunta: false }],
  [
    'chosen in the bar, another in the form',
    { ...admin, elegida: 2, pedida: 1 },
    { empresa: 2, pregunta: false },
  ],
  ['all: the form asks', admin, { empresa: undefined, pregunta: true }],
  ['all: asked and said', { ...admin, pedida: 2 }, { empresa: 2, pregunta: true }],
  [
    'nothing is guessed while they load',
    { ...admin, visibles: undefined },
    { empresa: undefined, pregunta: false },
  ],
  ['only one', { ...admin, visibles: DOS.slice(0, 1) }, { empresa: 1, pregunta: false }],
  [
    'an account of one company',
    { ...admin, propia: 2, deTodas: false, visibles: undefined },
    { empresa: 2, pregunta: false },
  ],
])('%s', (_, sabido, expected) => {
  expect(resolveEmpresa(sabido)).toEqual(expected)
})
