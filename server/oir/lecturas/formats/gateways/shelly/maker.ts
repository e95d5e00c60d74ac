import { defineMaker } from '../maker'
import { decodeShelly } from './decode'

export const shelly = defineMaker({
  id: 'shelly',
  name: 'Shelly BLU',
  decode: decodeShelly,
  topics: ['shelly-blu/events/<tag>'],
  publishes: 'retorna/shelly/<gateway>/<tag>',
  settings: ['Script ble-shelly-blu, con ese topic'],
  gatewayFrom: '`src` of a NotifyEvent, else nowhere',
  time: 'NotifyEvent only',
})
