import { expect, test } from 'vitest'
import { suggestEtapas } from './suggest'

test('places go where their group says, else where their name does; the others stay without a stage', () => {
  const lugares = ['Gestamp', 'Almacén Vacío', 'Descarga Llenos', 'Línea 3', 'Nave 7'].map((nombre, i) => ({
    id: i + 1,
    nombre,
    grupo: nombre === 'Gestamp' ? 'proveedor' : '',
  }))
  expect(suggestEtapas(lugares)).toEqual([
    { nombre: 'Llenos', clase: 'llenos', ancla: true, ubicaciones: [3] },
    { nombre: 'Consumo', clase: 'consumo', ancla: false, ubicaciones: [4] },
    { nombre: 'Vacíos', clase: 'vacios', ancla: false, ubicaciones: [2] },
    { nombre: 'Proveedor', clase: 'proveedor', ancla: false, ubicaciones: [1] },
  ])
  expect(suggestEtapas([])).toEqual([])
})
