import { defineMaker } from '../maker'
import { decodeMoko } from './decode'

export const moko = defineMaker({
  id: 'moko',
  name: 'MOKO (MKGW)',
  decode: decodeMoko,
  topics: [],
  publishes: 'retorna/moko/<gateway>',
  settings: ['Carga: JSON'],
  gatewayFrom: '`device_info.mac`',
  time: 'per row, may be uptime',
})
