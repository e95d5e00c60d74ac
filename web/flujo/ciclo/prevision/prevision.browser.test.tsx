import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../../testing/accessible'
import { pressKey } from '../../../testing/keys'
import { askedOf, choose, expectAddress, expectText, press } from '../../../testing/steps'
import { openLoop, seriesOf } from '../fixtures'

const cards = () => [...document.querySelectorAll('main button:has(h2)')]

for (const width of [1440, 390])
  test(`what a stage will have is told with how sure that is and how good it has been, ${width} px wide`, async () => {
    await openLoop('/ciclo', {}, width)
    await page.getByRole('tab', { name: 'Previsión' }).click()
    const card = page.getByRole('button', { name: /^Consumo / })
    await expect.element(card).toMatchTextContent(/12 .*a las \d\d:00.*Es probable que baje de 10.*60\s%/)
    await expect.element(card).toMatchTextContent('De sus 2 avisos, 1 acertó.')
    await card.click()
    const detail = page.getByRole('dialog', { name: 'Consumo' })
    await expectAddress({ serie: '1' })
    await expectText(/^Probada con las semanas anteriores: yerra un 50 % menos/, detail)
    await expect.element(detail.getByText('Lo más probable').first()).toBeVisible()
    await expectAccessible(detail.element())
    expectNoOverflow()
    await pressKey('Escape')
    await expect.element(detail).not.toBeInTheDocument()
    await expectAddress({ serie: null })
  })

test('the address opens one, which closes with Esc', async () => {
  await openLoop('/ciclo?vista=prevision&serie=1')
  const detail = page.getByRole('dialog', { name: 'Consumo' })
  await expect.element(detail).toBeVisible()
  await expect.poll(() => detail.element().contains(document.activeElement)).toBe(true)
  await pressKey('Escape')
  await expect.element(detail).not.toBeInTheDocument()
})

test('families are many, and are asked for; what runs short stands apart', async () => {
  const app = await openLoop('/ciclo?vista=prevision', {
    listPrevisiones: ({ query }) => ({
      data: Array.from({ length: query.ver === 'todas' ? 130 : 2 }, (_, i) =>
        seriesOf(i + 1, { familia: query.ver === 'todas' ? String(20_000 + i) : '' }),
      ),
    }),
  })
  await expectText('2 series')
  await choose('Qué se ve', 'Van a faltar')
  await expect.poll(() => askedOf(app, 'listPrevisiones').at(-1)?.query.ver).toBe('faltas')
  await choose('Qué se ve', 'Todas las familias')
  await expectText('130 series')
  await expect.poll(() => cards().length).toBe(24)
  await press('Ver más')
  await expect.poll(() => cards().length).toBe(120)
  expect(cards()[0]?.textContent).toMatch(/^Consumo, familia 20000/)
})
