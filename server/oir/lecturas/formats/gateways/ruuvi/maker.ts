import { defineMaker } from '../maker'
import { decodeRuuvi } from './decode'

export const ruuvi = defineMaker({
  id: 'ruuvi',
  name: 'Ruuvi Gateway',
  decode: decodeRuuvi,
  topics: ['ruuvi/<gateway>/<tag>', 'ruuvi/<tag>'],
  publishes: 'ruuvi/<gateway>/#',
  settings: ['Prefijo de los topics: ruuvi/<gateway>/', 'Datos sin descodificar y con marca de tiempo'],
  gatewayFrom: '`gw_mac`',
  time: 'per advert',
})
