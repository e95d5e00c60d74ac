import { defineMaker } from '../maker'
import { decodeMinew } from './decode'

export const minew = defineMaker({
  id: 'minew',
  name: 'Minew (G1 y posteriores)',
  decode: decodeMinew,
  topics: ['/gw/<gateway>/status', 'gw/<gateway>/status'],
  publishes: '/gw/<gateway>/status',
  settings: ['Formato de datos: JSON-LONG', 'Hora: por NTP'],
  gatewayFrom: 'Gateway row, else topic',
  time: 'per row',
})
