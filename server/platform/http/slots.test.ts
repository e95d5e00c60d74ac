import { describe, expect, test } from 'vitest'
import type { ErrorHttp } from './errores'
import { createSlots } from './slots'

describe('places', () => {
  const limites = (persona: string, address: string) => [
    { clave: `persona ${persona}`, max: 2, mensaje: 'persona' },
    { clave: `direccion ${address}`, max: 3, mensaje: 'direccion' },
    { clave: 'proceso', max: 4, mensaje: 'proceso' },
  ]

  test('each limit counts for itself, and what is refused takes nothing', () => {
    const take = createSlots(7)
    const refused = (persona: string, address: string) => {
      try {
        take(limites(persona, address))()
        return null
      } catch (e) {
        const { status, message, cabeceras } = e as ErrorHttp
        return [status, message, cabeceras['retry-after']]
      }
    }
    const leave = [take(limites('ane', 'x')), take(limites('ane', 'x'))]
    expect(refused('ane', 'y')).toEqual([429, 'persona', '7'])
    leave.push(take(limites('jon', 'x')))
    expect(refused('mikel', 'x')).toEqual([429, 'direccion', '7'])
    leave.push(take(limites('jon', 'y')))
    expect(refused('mikel', 'y')).toEqual([429, 'proceso', '7'])
    leave[0]?.()
    expect(refused('ane', 'y')).toBeNull()
    expect(refused('jon', 'y')).toEqual([429, 'persona', '7'])
    for (const l of leave.slice(1)) l()
    for (const persona of ['a', 'b', 'c', 'd']) take(limites(persona, persona))
    expect(refused('e', 'e')).toEqual([429, 'proceso', '7'])
  })
})
