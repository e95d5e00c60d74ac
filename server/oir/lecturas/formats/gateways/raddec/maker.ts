import { defineMaker } from '../maker'
import { decodeRaddec } from './decode'

export const raddec = defineMaker({
  id: 'raddec',
  name: 'reelyActive (raddec)',
  decode: decodeRaddec,
  topics: [],
  publishes: 'retorna/raddec/<gateway>',
  settings: [],
  gatewayFrom: '`receiverId`',
  time: 'yes',
})
