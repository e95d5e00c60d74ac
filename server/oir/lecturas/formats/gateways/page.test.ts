import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AdvertFormat } from '../adverts/advert'
import { ADVERTS } from '../adverts/adverts'
import type { Maker } from './maker'
import { MAKERS } from './makers'

const read = (file: string) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8').trimEnd()
const codes = (texts: readonly string[]) => texts.map((t) => `\`${t}\``).join(', ')
const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [header, header.map(() => '---'), ...rows].map((r) => `| ${r.join(' | ')} |`).join('\n')
const hex = (ids: readonly number[]) =>
  ids.map((id) => `0x${id.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')

const makerRow = (m: Maker) => [
  codes([m.id]),
  codes(m.topics.length ? m.topics : [`retorna/${m.id}/<gateway>`]),
  m.gatewayFrom,
  m.time,
]
const advertRow = ({ name, companies = [], services = [], mark, reads }: AdvertFormat) => [
  name,
  [
    companies.length && `${companies.length > 1 ? 'companies' : 'company'} ${hex(companies)}`,
    services.length && `service ${hex(services)}`,
    mark,
  ]
    .filter(Boolean)
    .join(', '),
  reads,
]

/** docs/gateways.md, from the template and from what the folders of makers say. */
function writePage(): string {
  const parts: Record<string, string> = {
    table: tableOf(['format', 'topic', 'gateway comes from', 'time'], MAKERS.map(makerRow)),
    makers: MAKERS.map((m) => `## ${m.id}: ${read(`${m.id}/README.md`).slice(2)}`).join('\n\n'),
    adverts: tableOf(['format', 'where', 'read'], ADVERTS.map(advertRow)),
  }
  return `${read('page.md').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? expect.fail(name))}\n`
}

// `npx vitest run --project unidad -u page.test` writes it anew.
test('docs/gateways.md says what the makers say', async () => {
  await expect(writePage()).toMatchFileSnapshot('../../../../../docs/gateways.md')
})
