import { expect, it, test } from 'vitest'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { formatAvisos, formatCuando, formatFalta } from './textos'

const ZONA = 'Europe/Madrid'
/** A Monday, 10:38 in the plant. */
const AHORA = Date.parse('2026-06-15T10:38:00+02:00')
const A_LAS_10 = '2026-06-15T10:00:00.000+02:00'

it('says when the stock was counted, never that it is that of now', () => {
  expect(formatCuando(A_LAS_10, ZONA, AHORA)).toBe('a las 10:00')
  expect(formatCuando('2026-06-12T22:00:00.000+02:00', ZONA, AHORA)).toBe('el viernes 12 a las 22:00')
  const s = { minimo: 60, stock: 57, momento: A_LAS_10 } as SeriePrevista
  expect(formatFalta(s, ZONA, AHORA).texto).toBe('Había 57 a las 10:00: menos del mínimo de 60')
})

test.each([
  [{}, 'No ha avisado de ninguna falta en los últimos 120 días.'],
  [{ ya: 2 }, 'Avisó 2 veces cuando ya faltaban.'],
  [{ pendientes: 1 }, 'De un aviso aún no se sabe si acierta.'],
  [
    { contados: 3, ciertos: 2, pendientes: 2, ya: 1 },
    'De sus 3 avisos, 2 acertaron. De 2 avisos aún no se sabe si aciertan. Avisó una vez cuando ya faltaban.',
  ],
])('warnings %j', (avisos, texto) => {
  const todos = { contados: 0, ciertos: 0, pendientes: 0, ya: 0, ...avisos }
  expect(formatAvisos({ avisos: todos, minimo: 60 })).toBe(texto)
})
