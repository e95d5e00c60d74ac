import { expect, test } from 'vitest'
import { SUELTOS } from '#contract/personas/manuales/values'
import { filterArbol, findDoc, listCarpetas } from './arbol'

const doc = (title: string) => ({ id: `id-${title}`, title, type: 'pdf' as const })
const hija = { id: 'h', title: 'Avanzado', docs: [doc('Lectores')], children: [] }
const ARBOL = [
  { id: SUELTOS, title: 'General', docs: [doc('Suelto')], children: [] },
  { id: 'u', title: 'Uso', docs: [doc('Guía'), doc('Mapa')], children: [hija] },
]

test('a title is found without its accents; a folder brings all that it holds', () => {
  expect(filterArbol(ARBOL, 'guia')).toEqual([{ ...ARBOL[1], docs: [doc('Guía')], children: [] }])
  expect(filterArbol(ARBOL, 'LECTOR')).toEqual([{ ...ARBOL[1], docs: [], children: [hija] }])
  expect(filterArbol(ARBOL, 'avanz')[0]?.children).toEqual([hija])
  expect(filterArbol(ARBOL, 'nada')).toEqual([])
  expect(filterArbol(ARBOL, ' ')).toBe(ARBOL)
})

test('a document is found by id and by name, with the folders above it', () => {
  expect(findDoc(ARBOL, 'id-Lectores')?.carpetas.map((c) => c.id)).toEqual(['u', 'h'])
  expect(findDoc(ARBOL, 'Mapa.pdf')?.doc.title).toBe('Mapa')
  expect(findDoc(ARBOL, 'x')).toBeUndefined()
})

test('nothing is put among what has no folder', () => {
  expect(listCarpetas(ARBOL)).toEqual([
    { id: 'u', titulo: 'Uso', nivel: 1 },
    { id: 'h', titulo: 'Avanzado', nivel: 2 },
  ])
})
