import { expect } from '@playwright/test'
import { closeAvisos, fleet, openMapa, rows } from './mapa'
import { test } from './prueba'

const GROUP = /^Grupo de [\d.]+ dispositivos/

// cubre: mapa 13
test('rows light their marker, markers their rows, and a nickname centres the map on its device', async ({
  page,
}) => {
  await openMapa(page)
  await rows(page).nth(1).hover()
  await expect(page.locator('.marcador-caja [data-encendido]')).toHaveCount(1)
  await page.locator('.marcador-caja [data-encendido]').hover({ force: true })
  await expect(rows(page).nth(1)).toHaveAttribute('data-resaltada', 'true')
  const apodo = await rows(page).first().getByRole('button').first().textContent()
  const uno = (await fleet(page)).data.find((d) => d.Apodo === apodo)
  await rows(page).first().getByRole('button').first().click()
  await expect(page).toHaveURL(/zoom=1[7-9]/)
  const url = new URL(page.url())
  expect(Number(url.searchParams.get('lat'))).toBeCloseTo(uno?.Lat ?? 0, 3)
  expect(Number(url.searchParams.get('lon'))).toBeCloseTo(uno?.Lon ?? 0, 3)
  await expect(page.locator('.marcador-caja [data-encendido]')).toHaveCount(1)
})

test('names on the map neither overlap nor are cut by its edge, at any zoom', async ({ page }) => {
  const countChoques = () =>
    page.evaluate(() => {
      const caja = (e: Element) => e.getBoundingClientRect()
      const cajas = [...document.querySelectorAll('.lugar')].map(caja)
      const mapa = caja(document.querySelector('.mapa-caja') as Element)
      const overlaps = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      return (
        cajas.filter((a, i) => cajas.some((b, j) => j > i && overlaps(a, b))).length +
        cajas.filter((a) => a.left < mapa.left || a.right > mapa.right).length
      )
    })
  for (const zoom of [9, 12, 13, 14, 15]) {
    await openMapa(page, `/?zoom=${zoom}`)
    await page.waitForTimeout(400)
    // A map that is busy places its names later.
    await expect.poll(countChoques, { message: `zoom ${zoom}` }).toBe(0)
  }
})

// cubre: producto 2, mapa 3
test('groups part on a click, and list their members where they cannot', async ({ page }) => {
  await openMapa(page, '/?zoom=9')
  await closeAvisos(page)
  const group = page.getByRole('button', { name: GROUP })
  await expect(group.first()).toBeVisible()
  for (let i = 0; i < 10 && !(await page.getByRole('dialog').isVisible()); i++) {
    const before = page.url()
    await group.first().click()
    await expect(async () => {
      expect(page.url() !== before || (await page.getByRole('dialog').isVisible())).toBe(true)
    }).toPass()
    if (!(await group.count())) return
  }
  const list = page.getByRole('dialog')
  await expect(list.getByRole('heading', { name: /dispositivos en este punto/ })).toBeVisible()
  await list.locator('tbody').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

// cubre: producto 17
test('without the tile service the built-in map is drawn and said so', async ({ page }) => {
  await page.route('**/api/ajustes', async (r) => {
    const ajustes = await (await r.fetch()).json()
    await r.fulfill({ json: { ...ajustes, tileStyleUrl: 'https://teselas.invalid/style.json' } })
  })
  // From zoom 12 on only the plant's own places have labels.
  await openMapa(page, '/?zoom=9')
  await expect(page.getByText('Mapa base sin conexión')).toBeVisible()
  await expect(page.locator('.rotulo-mapa').first()).toBeAttached()
})
