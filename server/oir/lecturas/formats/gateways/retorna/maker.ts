import { defineMaker } from '../maker'
import { decodeRetorna } from './decode'

export const retorna = defineMaker({
  id: 'retorna',
  name: 'Propio (JSON de Retorna)',
  decode: decodeRetorna,
  topics: [],
  publishes: 'retorna/retorna/<gateway>',
  settings: ['Un objeto o una lista con lector, etiqueta, rssi y tiempo'],
  gatewayFrom: '`lector`, else topic',
  time: '`tiempo`',
})
