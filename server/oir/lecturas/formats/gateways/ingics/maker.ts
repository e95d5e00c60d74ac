import { defineMaker } from '../maker'
import { decodeIngics } from './decode'

export const ingics = defineMaker({
  id: 'ingics',
  name: 'Ingics (iGS01, iGS02, iGS03)',
  decode: decodeIngics,
  topics: [],
  publishes: 'retorna/ingics/<gateway>',
  settings: ['Marcas de tiempo activadas', 'Líneas o JSON, como venga de fábrica'],
  gatewayFrom: 'each line',
  time: 'optional, per line',
})
