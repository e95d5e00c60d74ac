import { describe, expect, test } from 'vitest'
import { ABRE, CIERRA, cutFragmento, readMarcas } from './fragmento'
import { sinAcentos, wordsOf } from './words'

const join = (f: ReturnType<typeof cutFragmento>) =>
  f.map((p) => (p.marcado ? `[${p.texto}]` : p.texto)).join('')
const mark = (text: string, ...words: string[]) =>
  words.flatMap((p) =>
    [...text.matchAll(new RegExp(p, 'g'))].map((m) => ({ desde: m.index, hasta: m.index + p.length })),
  )

describe('fragmento', () => {
  test('marks are read where they stand in the plain text', () => {
    expect(readMarcas(`la ${ABRE}batería${CIERRA} y ${ABRE}x${CIERRA}`)).toEqual([
      { desde: 3, hasta: 10 },
      { desde: 13, hasta: 14 },
    ])
  })

  test('a short text is quoted whole, the same mark once', () => {
    const t = 'La batería está baja.'
    expect(join(cutFragmento(t, mark(t, 'batería', 'batería'), 200))).toBe('La [batería] está baja.')
  })

  test('a long one from a sentence on, where most words are together', () => {
    const t = `${'Relleno sin nada. '.repeat(40)}Solo mapa. ${'Otra cosa. '.repeat(40)}Cerrar la incidencia en el mapa. ${'Final. '.repeat(60)}`
    const f = join(cutFragmento(t, mark(t, 'mapa', 'incidencia'), 120))
    expect(f).toContain('Cerrar la [incidencia] en el [mapa].')
    expect(f).toMatch(/^… \p{Lu}/u)
    expect(f.length).toBeLessThan(150)
  })

  test('a text without spaces or marks does not break it', () => {
    expect(join(cutFragmento('', [], 100))).toBe('')
    expect(join(cutFragmento('x'.repeat(500), [], 100))).toBe(`${'x'.repeat(100)} …`)
  })
})

describe('palabras', () => {
  test('keeps what a question is about', () => {
    expect(wordsOf('¿Cómo puedo cerrar una INCIDENCIA?').map((p) => p.escrita)).toEqual([
      'cerrar',
      'incidencia',
    ])
    expect(wordsOf('configuracion Configuración')).toEqual([
      { escrita: 'configuracion', llana: 'configuracion', acentuada: 'configuración' },
    ])
    expect(wordsOf('¿? … --')).toEqual([])
  })

  test('accents go, letters stay as many as they were', () => {
    const t = 'Ñandú, Çedilla y cigüeña'
    expect(sinAcentos(t)).toBe('ñandu, cedilla y cigueña')
    expect(sinAcentos(t)).toHaveLength(t.length)
  })
})
