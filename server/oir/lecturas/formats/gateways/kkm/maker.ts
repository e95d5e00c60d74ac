import { defineMaker } from '../maker'
import { decodeKkm } from './decode'

export const kkm = defineMaker({
  id: 'kkm',
  name: 'KKM (KGateway)',
  decode: decodeKkm,
  topics: ['kbeacon/publish/<gateway>', 'kbeacon/pubaction/<gateway>'],
  publishes: 'kbeacon/publish/<gateway>',
  settings: ['Hora del lector en UTC', 'Los topics los pone el propio lector'],
  gatewayFrom: '`gmac`',
  time: 'per row, no zone',
})
