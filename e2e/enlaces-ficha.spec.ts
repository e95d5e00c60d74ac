import { expect, type Locator } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'

/** What a link to a file says beside the nickname of its row. */
async function isDe(fila: Locator) {
  const enlace = fila.getByRole('link', { name: /^Abrir la ficha de / })
  await expect(enlace).toBeVisible()
  const nombre = await enlace.getByRole('img').getAttribute('aria-label')
  const apodo = (nombre ?? '').replace('Abrir la ficha de ', '')
  await expect(fila.getByRole('button', { name: apodo, exact: true })).toBeVisible()
  await expect(enlace).toHaveAttribute('href', `/contenedor/${apodo}`)
  return { apodo, enlace }
}

for (const [ancho, alto] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`from every nickname to the file of its container, ${ancho} px wide`, async ({ page }) => {
    await page.setViewportSize({ width: ancho, height: alto })
    const fila =
      ancho > 900 ? page.locator('tbody tr[data-indice]').first() : page.locator('li[data-index]').first()
    await enterAs(page, 'operario')
    for (const ruta of ['/poc-status?tipo=SmartBle', '/NewData', '/incidencias', '/?tipo=SmartBle']) {
      await page.goto(ruta)
      if (ruta.startsWith('/?') && ancho < 900)
        await page.getByRole('tab', { name: /Lista|Dispositivos/ }).click()
      await isDe(fila)
      if (ruta === '/incidencias') {
        const { apodo } = await isDe(fila)
        await fila.getByRole('button', { name: apodo, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/NewData\\?search=.*${apodo}`))
        await page.goBack()
      }
    }
    await page.goto('/inventory?tipo=SmartBle')
    const enlace = fila.getByRole('link').first()
    const apodo = await enlace.textContent()
    await enlace.click()
    await expect(page).toHaveURL(`/contenedor/${apodo}`)
    await expect(page.getByRole('heading', { name: apodo ?? '', level: 1 })).toBeVisible()
    // A reader has no file.
    for (const ruta of ['/poc-status?tipo=Reader', '/inventory?tipo=Reader']) {
      await page.goto(ruta)
      await expect(fila).toContainText('LEC-')
      await expect(fila.getByRole('link')).toHaveCount(0)
    }
  })

test('from the ten worst of the charts, and from the details of an incident', async ({ page }) => {
  await enterAs(page, 'operario')
  await page.goto('/graphics')
  const peores = page.getByRole('region', { name: 'Contenedores con más impactos' })
  await peores.getByRole('button', { name: 'Ver datos' }).click()
  const primero = peores.getByRole('link').first()
  await expect(primero).toHaveAttribute('href', `/contenedor/${await primero.textContent()}`)
  await page.goto('/incidencias')
  await page
    .locator('tbody tr[data-indice]')
    .first()
    .getByRole('button', { name: /^Detalles de / })
    .click()
  const titulo = page.getByRole('dialog').getByRole('heading', { level: 2 }).getByRole('link')
  await expect(titulo).toHaveAttribute('href', `/contenedor/${await titulo.textContent()}`)
})
