import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { subjectOf } from '../../log/entrada'
import { FORMATOS } from './makers'
import { FILTERS, parseTopic } from './topics'

const LECTOR = 'AC233FC001EA'
const TAG = '6087574C9BC2'

/** Match by MQTT 3.1.1, 4.7: a + stands for exactly one level. */
function covers(topic: string): boolean {
  return FILTERS.some((filter) => {
    const [f, t] = [filter.split('/'), topic.split('/')]
    return f.length === t.length && f.every((level, n) => level === '+' || level === t[n])
  })
}

it.each([
  ['/gw/ac233fc001ea/status', { formato: 'minew', lector: LECTOR }],
  ['gw/AC:23:3F:C0:01:EA/status', { formato: 'minew', lector: LECTOR }],
  ['ruuvi/AC:23:3F:C0:01:EA/60:87:57:4C:9B:C2', { formato: 'ruuvi', lector: LECTOR, tag: TAG }],
  ['ruuvi/AC:23:3F:C0:01:EA/gw_status', { formato: 'ruuvi', lector: LECTOR }],
  ['ruuvi/60:87:57:4C:9B:C2', { formato: 'ruuvi', tag: TAG }],
  ['ruuvi/gw_status', { formato: 'ruuvi' }],
  ['kbeacon/publish/AC233FC001EA', { formato: 'kkm', lector: LECTOR }],
  ['kbeacon/pubaction/AC233FC001EA', { formato: 'kkm', lector: LECTOR }],
  [
    'home/OpenMQTTGateway/BTtoMQTT/6087574C9BC2',
    { formato: 'theengs', nombreLector: 'OpenMQTTGateway', tag: TAG },
  ],
  ['home/ac-23-3f-c0-01-ea/BTtoMQTT/6087574c9bc2', { formato: 'theengs', lector: LECTOR, tag: TAG }],
  ['shelly-blu/events/60:87:57:4c:9b:c2', { formato: 'shelly', tag: TAG }],
  // A gateway that leaves its own name out: the message says it, or the credential.
  ['gw//status', { formato: 'minew' }],
  ['kbeacon/publish/', { formato: 'kkm' }],
  ['home//BTtoMQTT/6087574C9BC2', { formato: 'theengs', tag: TAG }],
  ['shelly-blu/events/', { formato: 'shelly' }],
  ['retorna/moko/', { formato: 'moko' }],
  ...FORMATOS.map((formato) => [`retorna/${formato}/ac233fc001ea`, { formato, lector: LECTOR }] as const),
  ['retorna/ingics/muelle-3', { formato: 'ingics', nombreLector: 'muelle-3' }],
  ['retorna/ruuvi/AC233FC001EA/6087574C9BC2', { formato: 'ruuvi', lector: LECTOR, tag: TAG }],
] as const)('reads and subscribes to %s', (topic, esperado) => {
  expect(parseTopic(topic)).toEqual(esperado)
  expect(covers(topic)).toBe(true)
})

it.each([
  '',
  '/',
  'gw',
  'gw//',
  'ruuvi/',
  'retorna/otro/ac233fc001ea',
  '/retorna/minew/ac233fc001ea',
  'a/'.repeat(9999),
])('knows no gateway in %.40s', (topic) => expect(parseTopic(topic)).toBeNull())

it('the stream of a plant takes them all', () => {
  const { subjects } = JSON.parse(
    readFileSync(new URL('../../../../../deploy/nats/entrada-planta.json', import.meta.url), 'utf8'),
  )
  const whole = 'retorna.>'
  const own = FILTERS.map(subjectOf).filter((s) => !s.startsWith('retorna.'))
  expect(subjects.toSorted()).toEqual([...own, whole].toSorted())
})
