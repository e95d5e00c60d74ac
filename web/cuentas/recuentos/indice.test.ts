import { expect, it } from 'vitest'
import type { EscaneoRecibido } from '#contract/cuentas/recuentos/recuentos'
import { mergeEscaneos } from '#contract/cuentas/recuentos/reglas-values'
import type { Guardado } from './cola'
import { cleanCodigo, createIndice, findCodigo, joinEscaneos } from './indice'

const A = { mac: 'AC233F000001', apodo: '20014-1', lugar: 'Muelle', oido: true, esperado: true }
const propio = (id: string, mac: string | null, codigo = mac ?? ''): Guardado => ({
  id,
  recuento: 1,
  autor: { id: 1, empresa: 1 },
  persona: 'Ane',
  codigo,
  mac,
  apodo: null,
  momento: 1,
  modo: 'camara',
  donde: null,
  anula: null,
  enviado: false,
})
const recibido = (id: string, mac: string | null): EscaneoRecibido => ({
  id,
  n: 1,
  mac,
  apodo: null,
  lugar: null,
  codigo: mac ?? 'X',
  donde: null,
  momento: '2026-11-25T10:00:00+01:00',
  persona: 'Jon',
  aparato: '00000000-0000-4000-8000-000000000000',
  anula: null,
})

it('a container is known by its label, its mac, its code and its nickname in any case', () => {
  const indice = createIndice([A, { ...A, mac: 'SERIE-7', apodo: 'Caja-b' }], [])
  for (const codigo of [
    'https://retorna.example/Public?mac=ac:23:3f:00:00:01',
    'AC-23-3F-00-00-01',
    '20014 157 0 000001',
    '20014-1',
  ])
    expect(findCodigo(codigo, indice).mac).toBe(A.mac)
  expect(findCodigo('CAJA-B', indice).contenedor?.mac).toBe('SERIE-7')
  expect(findCodigo('EXT-9', indice)).toMatchObject({ contenedor: undefined, apodo: 'EXT-9' })
})

it('a code is one line; nothing is left of none', () => {
  expect(cleanCodigo(' 01\u001d21\n9 ')).toBe('01 21 9')
  expect([cleanCodigo('  '), cleanCodigo('\u0000')]).toEqual([null, null])
  expect(cleanCodigo('x'.repeat(300))).toHaveLength(200)
})

it('what the server has of a scan is said once, and better: it may know a container that this device does not', () => {
  const recibidos = [recibido('a', A.mac), recibido('b', 'AC233F000002')]
  const indice = createIndice([A], recibidos)
  const juntos = mergeEscaneos(
    joinEscaneos(
      recibidos,
      [propio('a', A.mac), propio('b', null, '?'), propio('c', A.mac), propio('d', 'AC233F0000FF')],
      indice,
      new Set(['a', 'd']),
    ),
  )
  expect([...juntos].map(([clave, es]) => [clave, es.map((e) => e.id + (e.foto ? '*' : ''))])).toEqual([
    [A.mac, ['c', 'a*']],
    ['?AC233F0000FF', ['d*']],
    ['AC233F000002', ['b']],
  ])
})
