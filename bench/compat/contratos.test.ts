// @module-tag slow: tests of the benches
import { expect, test } from 'vitest'
import { type Contrato, compareContratos } from './contratos'

const contratoOf = (invocation: object): Contrato => ({
  paths: { '/api/lt': { post: invocation } },
  components: { schemas: { Lt: { type: 'object', properties: { codigo: {}, pieza: {} } } } },
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const list = (...nombres: string[]) => ({
  '200': json({
    properties: { data: { items: { properties: Object.fromEntries(nombres.map((n) => [n, {}])) } } },
  }),
})
const before = contratoOf({
  parameters: [{ name: 'empresa', in: 'query', required: true }],
  requestBody: json({ required: ['codigo'] }),
  responses: list('id', 'nombre'),
})

test('what is added is no harm', () => {
  const now = contratoOf({
    parameters: [{ name: 'pagina', in: 'query' }],
    requestBody: json({ required: ['codigo'], properties: { nota: {} } }),
    responses: list('id', 'nombre', 'nota'),
  })
  expect(compareContratos(before, now)).toEqual([])
})

test('what is taken away or asked for is', () => {
  const now = contratoOf({
    parameters: [{ name: 'pagina', in: 'query', required: true }],
    requestBody: json({ required: ['codigo', 'nota'] }),
    responses: list('id'),
  })
  expect(compareContratos(before, now)).toEqual([
    'POST /api/lt asks for query pagina',
    'POST /api/lt asks for body nota',
    'POST /api/lt.data[].nombre is not answered any more',
  ])
  expect(compareContratos(before, { paths: {} })).toEqual(['POST /api/lt is gone'])
})

test('what stands apart under a name is followed', () => {
  const ref = { '200': json({ $ref: '#/components/schemas/Lt' }) }
  const now = contratoOf({ responses: { '200': json({ properties: { codigo: {} } }) } })
  expect(compareContratos(contratoOf({ responses: ref }), now)).toEqual([
    'POST /api/lt.pieza is not answered any more',
  ])
})
