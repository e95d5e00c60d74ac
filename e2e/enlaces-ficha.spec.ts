import { expect, type Locator } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

/** Accessible name of a link to a file, beside the nickname of its row. */
async function isOf(row: Locator) {
  const enlace = row.getByRole('link', { name: /^Abrir la ficha de / })
  await expect(enlace).toBeVisible()
  const nombre = await enlace.getByRole('img').getAttribute('aria-label')
  const apodo = (nombre ?? '').replace('Abrir la ficha de ', '')
  await expect(row.getByRole('button', { name: apodo, exact: true })).toBeVisible()
  await expect(enlace).toHaveAttribute('href', `/contenedor/${apodo}`)
  return { apodo, enlace }
}

test('from every nickname to the file of its container, from the ten worst of the charts, and from an incident', async ({
  page,
}) => {
  const row = page.locator('tbody tr[data-indice]').first()
  await enterAs(page, 'operario')
  for (const ruta of ['/poc-status?tipo=SmartBle', '/NewData', '/incidencias', '/?tipo=SmartBle']) {
    await page.goto(ruta)
    await isOf(row)
    if (ruta === '/incidencias') {
      const { apodo } = await isOf(row)
      await row.getByRole('button', { name: apodo, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/NewData\\?search=.*${apodo}`))
      await page.goBack()
    }
  }
  await page.goto('/inventory?tipo=SmartBle')
  const enlace = row.getByRole('link').first()
  const apodo = await enlace.textContent()
  await enlace.click()
  await expect(page).toHaveURL(`/contenedor/${apodo}`)
  await expect(page.getByRole('heading', { name: apodo ?? '', level: 1 })).toBeVisible()
  // A reader has no file.
  for (const ruta of ['/poc-status?tipo=Reader', '/inventory?tipo=Reader']) {
    await page.goto(ruta)
    await expect(row).toContainText('LEC-')
    await expect(row.getByRole('link')).toHaveCount(0)
  }
  await page.goto('/graphics')
  const peores = page.getByRole('region', { name: 'Contenedores con más impactos' })
  await peores.getByRole('button', { name: 'Ver datos' }).click()
  const first = peores.getByRole('link').first()
  await expect(first).toHaveAttribute('href', `/contenedor/${await first.textContent()}`)
  await page.goto('/incidencias')
  await page
    .locator('tbody tr[data-indice]')
    .first()
    .getByRole('button', { name: /^Detalles de / })
    .click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).getByRole('link')
  await expect(title).toHaveAttribute('href', `/contenedor/${await title.textContent()}`)
})
