import { expect, test } from 'vitest'
import { CLASES_CAUSA, formatEvidencia } from '#contract/avisos/causas/values'
import { tituloOf } from './textos'

test('a cause is told by whose it is and what it was concluded from', () => {
  const lector = { mac: 'AABBCCDDEEFF', Apodo: 'Puerta 1', Ubicacion: null }
  expect(tituloOf({ clase: 'mudo', lector })).toBe('Lector sin señal: Puerta 1')
  expect(tituloOf({ clase: 'red', lector: null })).toBe('Red o servidor de mensajes: La planta')
  expect(formatEvidencia('mudo', { oidos: 1 })).toBe(
    'No da señales de vida. Hasta entonces oía 1 contenedor.',
  )
  expect(formatEvidencia('sordo', { oidos: 20, callados: 18, habitual: 0.05 })).toBe(
    'Da señales de vida, pero 18 contenedores de los 20 que suele oír callaron a la vez. Lo normal en él es que calle el 5 %.',
  )
  expect(formatEvidencia('reloj', { desfase_s: -720 })).toBe('Su reloj va 12 minutos atrasado.')
  for (const clase of CLASES_CAUSA) expect(formatEvidencia(clase, {})).toMatch(/\.$/)
})
