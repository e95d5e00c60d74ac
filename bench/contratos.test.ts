import { expect, test } from 'vitest'
import { type Contrato, compareContratos } from './contratos'

const contratoDe = (llamada: object): Contrato => ({
  paths: { '/api/lt': { post: llamada } },
  components: { schemas: { Lt: { type: 'object', properties: { codigo: {}, pieza: {} } } } },
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const lista = (...nombres: string[]) => ({
  '200': json({
    properties: { data: { items: { properties: Object.fromEntries(nombres.map((n) => [n, {}])) } } },
  }),
})
const antes = contratoDe({
  parameters: [{ name: 'empresa', in: 'query', required: true }],
  requestBody: json({ required: ['codigo'] }),
  responses: lista('id', 'nombre'),
})

test('what is added is no harm', () => {
  const ahora = contratoDe({
    parameters: [{ name: 'pagina', in: 'query' }],
    requestBody: json({ required: ['codigo'], properties: { nota: {} } }),
    responses: lista('id', 'nombre', 'nota'),
  })
  expect(compareContratos(antes, ahora)).toEqual([])
})

test('what is taken away or asked for is', () => {
  const ahora = contratoDe({
    parameters: [{ name: 'pagina', in: 'query', required: true }],
    requestBody: json({ required: ['codigo', 'nota'] }),
    responses: lista('id'),
  })
  expect(compareContratos(antes, ahora)).toEqual([
    'POST /api/lt asks for query pagina',
    'POST /api/lt asks for body nota',
    'POST /api/lt.data[].nombre is not answered any more',
  ])
  expect(compareContratos(antes, { paths: {} })).toEqual(['POST /api/lt is gone'])
})

test('what stands apart under a name is followed', () => {
  const ref = { '200': json({ $ref: '#/components/schemas/Lt' }) }
  const ahora = contratoDe({ responses: { '200': json({ properties: { codigo: {} } }) } })
  expect(compareContratos(contratoDe({ responses: ref }), ahora)).toEqual([
    'POST /api/lt.pieza is not answered any more',
  ])
})
