import { expect, it } from 'vitest'
import type { Evento } from '#contract/oir/eventos/eventos'
import { clavesOf, textoOf } from './fila'

const evento = (Valor: string): Evento => ({
  id: '1',
  ApodoDispositivo: '20014-008',
  Dispositivo: 'AABBCCDDEEFF',
  ApodoLector: null,
  Bateria: 80,
  Time: '2026-03-12T10:00:00.000+01:00',
  Estado: 'Parado',
  Etiqueta: '-1',
  temperatura: null,
  Valor,
  empresa: 1,
})

// cubre: eventos 8
it('keys of Valor are columns, but for those that the event has itself', () => {
  const e = evento('{"rssi":-71,"Bateria":3,"id":"x","Valor":"y","acel":{"x":1}}')
  expect(clavesOf(e)).toEqual(['rssi', 'acel'])
})

it.each(['', '{', 'null', '3', '"x"', '[1,2]'])('takes a Valor of %j for nothing', (valor) => {
  expect(clavesOf(evento(valor))).toEqual([])
})

// cubre: entidades 9
it('writes a value as one line', () => {
  const fila = evento(
    '{"n":-7.25,"grande":12345,"si":true,"o":{"x":[1,2]},"nulo":null,"t":"ñ","__proto__":5}',
  )
  expect(['n', 'grande', 'si', 'o', 'nulo', 't', '__proto__'].map((c) => textoOf(fila, c))).toEqual([
    '-7,25',
    '12345',
    'Sí',
    '{"x":[1,2]}',
    '—',
    'ñ',
    '5',
  ])
  expect(textoOf(fila, 'falta')).toBe('—')
  expect(textoOf(fila, 'constructor')).toBe('—')
})
