import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Environment, readConfig } from './config'

const ROOT = join(import.meta.dirname, '../../..')
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const { services } = parse(read('deploy/compose.yml'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string | number> }>
}
const PROCESSES = ['api-1', 'api-2', 'ingest-1', 'ingest-2']
const KEYS = Object.keys(Environment.shape)

/** What compose.yml cannot do without, as deploy/.env.example asks for it. */
const FILLED = { DOMINIO: 'retorna.example', POSTGRES_PASSWORD: 'a1', NATS_PASSWORD: 'b2' }

/** The environment of a service with this `.env`: compose puts a default where a variable is missing or empty. */
function environmentOf(service: string, env: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, other = '') => {
      if (kind === '?' && !env[name]) throw new Error(`${service}: ${name}`)
      return env[name] || other
    })
  const entries = Object.entries(services[service]?.environment ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, fill(String(value))]))
}

/** Which settings docs/operacion.md says that compose.yml decides itself. */
const decided = () => {
  const [, list = ''] = /that `compose\.yml` decides itself \(([^)]+)\)/.exec(read('docs/operacion.md')) ?? []
  return [...list.matchAll(/`(\w+)`/g)].map(([, key]) => key as string)
}

describe.each(PROCESSES)('compose gives %s', (service) => {
  test('every setting, by the value of .env where compose does not decide it', () => {
    const said = Object.fromEntries(KEYS.map((key) => [key, `said-${key}`]))
    const environment = environmentOf(service, { ...said, ...FILLED })
    expect(Object.keys(environment).toSorted()).toEqual(KEYS.toSorted())
    expect(KEYS.filter((key) => environment[key] !== said[key]).toSorted()).toEqual(decided().toSorted())
  })

  test('the defaults of the product and its own two where .env is silent', () => {
    const config = readConfig(environmentOf(service, FILLED))
    const bare = readConfig({})
    expect(config).toEqual({
      ...bare,
      ...Object.fromEntries(decided().map((key) => [key, config[key as keyof typeof config]])),
      TRUST_PROXY: 1,
      NATS_REPLICAS: 3,
    })
    expect(config).toMatchObject({
      ROLES: service.replace(/-\d$/, ''),
      PORT: 3000,
      MQTT_PORT: 1883,
      DEMO: bare.DEMO,
      SIN_HTTPS: bare.SIN_HTTPS,
      PUBLIC_URL: 'https://retorna.example',
    })
  })
})
