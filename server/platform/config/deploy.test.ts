import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (f: string) => readFileSync(join(import.meta.dirname, '../../../deploy', f), 'utf8')
const serversOf = (nginx: string) => [...nginx.matchAll(/^ {2}server ([^\s;{]+)/gm)].map(([, host]) => host)
/** The block of a location, by its first line. */
const locationOf = (nginx: string, path: string) =>
  nginx.split(`location ${path} {`)[1]?.split('\n  }')[0] ?? ''

describe('the proxies that are shipped', () => {
  test('nginx serves one machine as it is', () => {
    expect(serversOf(read('nginx.conf'))).toEqual(['127.0.0.1:3000', '127.0.0.1:3000'])
  })

  test('nginx tries readings at the next process, and never what people send', () => {
    const nginx = read('nginx.conf')
    expect(locationOf(nginx, '/api/lecturas/')).toMatch(/^ {4}proxy_next_upstream .*\bnon_idempotent;$/m)
    expect(nginx.match(/non_idempotent;/g)).toHaveLength(1)
  })

  test('Caddy serves compose as it is, and other processes by settings', () => {
    const caddy = read('Caddyfile')
    expect(caddy).toContain('{$API:api-1:3000 api-2:3000}')
    expect(caddy).toContain('{$INGEST:ingest-1:3000 ingest-2:3000}')
    const compose = read('compose.yml')
    for (const name of ['api-1', 'api-2', 'ingest-1', 'ingest-2'])
      expect(compose).toMatch(new RegExp(`^ {2}${name}:`, 'm'))
  })
})
