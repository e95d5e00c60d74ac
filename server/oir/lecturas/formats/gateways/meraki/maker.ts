import { defineMaker } from '../maker'
import { decodeMeraki } from './decode'

export const meraki = defineMaker({
  id: 'meraki',
  name: 'Cisco Meraki (Scanning API v3)',
  decode: decodeMeraki,
  topics: [],
  publishes: null,
  settings: ['POST URL: la dirección de abajo', 'BLE activado'],
  gatewayFrom: 'nearest access point',
  time: 'per observation',
})
