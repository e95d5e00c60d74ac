import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Evento } from '#contract/oir/eventos/eventos'
import type { Answers, Request } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { press } from '../../testing/steps'

export const eventOf = (id: number, changes: Partial<Evento> = {}): Evento => ({
  id: String(id),
  ApodoDispositivo: `20014-${String(id).padStart(3, '0')}`,
  Dispositivo: `AABBCC${String(id).padStart(6, '0')}`,
  ApodoLector: 'LEC-101',
  Bateria: 80,
  Time: '2026-03-12T10:20:30.000+01:00',
  Estado: 'Parado',
  Etiqueta: `ET${id}`,
  temperatura: 21.5,
  Valor: '{}',
  empresa: 1,
  ...changes,
})

/** The page that is asked for of so many events, the newest first. */
export const pageOf =
  (totalOf: () => number) =>
  ({ query }: Request) => {
    const [nth, size, total] = [Number(query.page ?? 1), Number(query.per_page ?? 20), totalOf()]
    const first = total - (nth - 1) * size
    const ids = Array.from({ length: size }, (_, i) => first - i).filter((id) => id > 0)
    return { data: ids.map((id) => eventOf(id)), total, total_pages: Math.ceil(total / size) }
  }

/** The same rows whatever is asked for. */
export const rowsOf =
  (data: Evento[], total = data.length) =>
  () => ({ data, total, total_pages: 1 })

export const openEvents = (
  address = '/NewData',
  getTableData: NonNullable<Answers['getTableData']> = pageOf(() => 100_000),
  { answers, ...screen }: Partial<NonNullable<Parameters<typeof openApp>[1]>> = {},
) => openApp(address, { answers: { getTableData, ...answers }, ...screen })

export async function showColumns(...names: string[]): Promise<void> {
  await press('Columnas y densidad')
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).click()
  await pressKey('Escape')
  await expect.element(page.getByRole('dialog', { name: 'Columnas y densidad' })).not.toBeInTheDocument()
}
