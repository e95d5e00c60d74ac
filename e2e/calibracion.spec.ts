import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './inventario'

const PHONE = { width: 390, height: 844 }

const end = (page: Page) => page.request.post('/api/paseo/terminar', { data: { descartar: true } })

async function open(page: Page) {
  await enterAs(page, 'admin')
  await end(page)
  await page.goto('/admin/usuarios?pestana=calibracion&empresa=1')
  await expect(page.getByRole('button', { name: 'Empezar paseo' })).toBeVisible()
}

test.describe('with a phone', () => {
  test.use({ viewport: PHONE })

  test('a walk leads from place to place, and can be left', async ({ page, propios }) => {
    // One that nobody hears: one of the demonstration may be driven meanwhile, and is heard often then.
    const apodo = (await propios(1)).propios[0]?.apodo as string
    await open(page)
    await page.getByRole('button', { name: 'Empezar paseo' }).click()
    await page.getByLabel('Apodo o MAC del dispositivo').fill('no-existe')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No hay ningún dispositivo con esa MAC o ese apodo.')).toBeVisible()
    await page.getByLabel('Apodo o MAC del dispositivo').fill(apodo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Paseo con ${apodo}` })).toBeVisible()

    const ahora = page.getByRole('region', { name: 'Lugar de ahora' })
    const first = await ahora.getByRole('heading').textContent()
    await ahora.getByRole('button', { name: 'Saltar' }).click()
    await expect(ahora.getByRole('heading')).not.toHaveText(first ?? '')
    const second = (await ahora.getByRole('heading').textContent()) ?? ''
    await expect(ahora.getByText(/Recorre despacio el lugar .* ve girándolo/)).toBeVisible()
    await ahora.getByRole('button', { name: 'Empezar 3:00' }).click()
    await expect(ahora.getByText('Recorre despacio, girando el dispositivo:')).toBeVisible()
    await expect(ahora.getByRole('timer')).toHaveText(/^2:[0-5]\d$/)
    await expect(ahora.getByRole('heading')).toHaveText(second)
    // A reload continues the same walk.
    await page.reload()
    await expect(ahora.getByRole('heading')).toHaveText(second)
    await ahora.getByRole('button', { name: 'Terminar ya aquí' }).click()
    const row = page
      .getByRole('list', { name: 'Lugares del paseo' })
      .getByRole('listitem')
      .filter({ hasText: second })
    await expect(row).toContainText('se ha oído poco')
    await expect(page.getByRole('button', { name: 'Terminar paseo' })).toBeDisabled()
    await page.getByRole('button', { name: `Repetir ${second}`, exact: true }).click()
    await expect(ahora.getByRole('timer')).toBeVisible()
    await ahora.getByRole('button', { name: 'Descartar lugar' }).click()
    // After a choice at the end of the list, the page scrolls to the timer.
    await page
      .getByRole('button', { name: /^Ir a / })
      .last()
      .click()
    await expect(ahora.getByRole('timer')).toBeInViewport()
    await ahora.getByRole('button', { name: 'Descartar lugar' }).click()
    await expect(page.getByText(/^0 de \d+ lugares$/)).toBeVisible()
    await page.getByRole('button', { name: 'Descartar paseo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await expect(page.getByRole('button', { name: 'Empezar paseo' })).toBeVisible()
  })
})
