import { defineMaker } from '../maker'
import { decodeTheengs } from './decode'

export const theengs = defineMaker({
  id: 'theengs',
  name: 'OpenMQTTGateway o Theengs Gateway',
  decode: decodeTheengs,
  topics: ['home/<gateway>/BTtoMQTT/<tag>'],
  publishes: 'home/<gateway>/BTtoMQTT/#',
  settings: ['El nombre del lector es su MAC'],
  gatewayFrom: 'topic only',
  time: 'optional',
})
