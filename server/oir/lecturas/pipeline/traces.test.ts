import { describe, expect, it } from 'vitest'
import { decoderOf, FORMATOS } from '../formats/gateways/makers'
import { vectores } from '../formats/gateways/vectors/manifest'
import type { Message, Origen } from './message'
import { parseMessage } from './steps'

/** Whether a message leaves a trace: a reading, a sign of life, or a rejection that people see. */
const tells = ({ decodificado: { lecturas, lectores, rechazos } }: Message) =>
  lecturas.length + lectores.length + rechazos.length > 0

const READER: Origen = {
  lector: { id: 1, empresa: 1, mac: 'C300000F0001', tipo: 'Reader', etiqueta: null },
  puente: false,
}
const OUTSIDE: Origen = { lector: null, puente: true }
/** How messages arrive: with a credential, from an outside broker, from there without a name. */
const WAYS = [
  { origen: READER, via: 'http', topic: null },
  { origen: OUTSIDE, via: 'mqtt', topic: '', lectorTopic: 'C300000F0001', tagTopic: 'AC233F0F0001' },
  { origen: OUTSIDE, via: 'mqtt', topic: '' },
] as const

/** What gateways send beside their readings, and what is empty or of another kind. */
const OTHERS = [
  '',
  ' \r\n',
  '\u0000',
  'online',
  'offline',
  'null',
  '0',
  '"texto"',
  '[]',
  '{}',
  '[[]]',
  '[{}]',
  '{"data":[]}',
  '{"data":{}}',
  '{"data":null}',
  '{"data":""}',
  '{"params":{}}',
  '{"params":{"events":[]}}',
  '{"params":{"events":[{"component":"sys","event":"ota_begin"}]}}',
  '{"state":"online"}',
  '{"id":"AC233F0F0001","presence":"absent"}',
  '{"type":"Bluetooth","data":{}}',
  '{"type":"Bluetooth","data":{"observations":[]}}',
  '{"type":"WiFi","data":{"observations":[]}}',
  '{"msg":"advData","obj":[]}',
  '{"msg":"alive"}',
  '{"msg":"pubaction"}',
  '{"msg_id":3070,"data":[]}',
  '{"msg_id":3004,"data":[]}',
  '{"msg_id":3004}',
  '{"msg_id":3003,"data":{"net_state":"online"}}',
  '{"msg_id":2001,"data":{}}',
  '$HBRP,,,,',
  '$GPSR,C300000F0001,C300000F0001,0,',
]

describe.each(FORMATOS)('%s takes nothing and forgets it', (formato) => {
  const told = (texto: string) => WAYS.map((way) => tells(parseMessage({ ...way, formato, texto })))

  it.each(vectores.map((v) => [v.formato, v.fichero, v.texto] as const))(
    "the neighbour's message: %s, %s",
    (_de, _fichero, texto) => {
      expect(told(texto)).toEqual([true, true, true])
    },
  )

  it.each(OTHERS)('%j', (texto) => {
    expect(told(texto)).toEqual([true, true, true])
  })
})

describe.each([
  ['theengs', '{"id":"DD:34:01:02:03:04","presence":"absent"}'],
  ['theengs', '{"id":"dd:34:01:02:03:04","state":"offline"}'],
  ['theengs', '{"id":"DD:34:01:02:03:04","service":"fff0","read":"2","success":false}'],
  [
    'raddec',
    '{"transmitterId":"dd3401020304","transmitterIdType":3,"rssiSignature":[{"receiverId":"c300000f0001","receiverIdType":2,"rssi":-70}],"events":[4]}',
  ],
  ['raddec', '{"transmitterId":"dd3401020304","transmitterIdType":3,"rssiSignature":[],"events":[4]}'],
  [
    'meraki',
    '{"version":"2.1","type":"BluetoothDevicesSeen","data":{"apMac":"c3:00:00:0f:00:01","observations":[{"clientMac":"dd:34:01:02:03:04","seenTime":null,"seenEpoch":0,"rssi":0}]}}',
  ],
  [
    'meraki',
    '{"version":"2.1","type":"BluetoothDevicesSeen","data":{"apMac":"c3:00:00:0f:00:01","observations":[{"clientMac":"dd:34:01:02:03:04","seenTime":"1970-01-01T00:00:00Z","seenEpoch":0}]}}',
  ],
] as const)('%s says that a tag is heard no more: %s', (formato, texto) => {
  it('is a sign of life of the reader, and no reading', () => {
    expect(decoderOf(formato)(texto, { lectorTopic: 'C300000F0001' })).toEqual({
      lecturas: [],
      rechazos: [],
      lectores: [{ mac: 'C300000F0001', reloj: null }],
    })
  })
})

it.each([
  ['ruuvi', '{"state":"offline"}'],
  ['moko', '{"msg_id":3003,"device_info":{"mac":"c300000f0001"},"data":{"net_state":"offline"}}'],
] as const)('the farewell of a gateway of %s is no sign of life', (formato, texto) => {
  const nothing = { lecturas: [], rechazos: [], lectores: [] }
  expect(decoderOf(formato)(texto, { lectorTopic: 'C300000F0001' })).toEqual(nothing)
})
