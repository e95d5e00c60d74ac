import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

const SALUD = '/admin/usuarios?pestana=salud'
/** The demonstration has a reader whose clock is wrong. */
const LECTOR = 'LEC-115'

test('the health of the installation is there, and leads to what it counts', async ({ page }) => {
  // A new demonstration needs a minute to detect the fault of its reader.
  test.setTimeout(150_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, 'admin')
  await page.goto(SALUD)
  await page.getByRole('tab', { name: 'Salud', selected: true }).waitFor()
  const parte = (name: string) => page.getByRole('region', { name, exact: true })
  for (const nombre of [
    'Qué mirar',
    'Lecturas que llegan',
    'Lectores',
    'Cuarentena',
    'Envíos de avisos',
    'Base de datos y disco',
    'Copias',
    'Versiones',
  ])
    await expect(parte(nombre)).toBeVisible()
  // The simulator sends all the time, and this process reports it.
  await expect(parte('Lecturas que llegan').getByRole('definition').first()).toHaveText(
    /^\d+(,\d+)? (ms|s)el 95 % en /,
  )
  await expect(parte('Base de datos y disco').getByText(/de [\d,.]+ (GB|TB)/)).toBeVisible()
  await expect(parte('Versiones').getByText('Al día')).toBeVisible()
  await expect(page.getByText('Busca averías y cambios de estado').first()).toBeVisible()
  await expectAccesible(page)
  await expectSinDesborde(page)

  const deLectores = page.getByRole('region', { name: 'Estado de los lectores' })
  const averia = deLectores.getByRole('link', { name: 'Lector con la hora mal' })
  await expect(averia).toBeVisible({ timeout: 90_000 })
  await expect(deLectores.getByRole('link', { name: LECTOR, exact: true })).toHaveAttribute(
    'href',
    /pestana=lectores&lector=[0-9A-F]{12}$/,
  )
  await averia.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lector con la hora mal: ${LECTOR}`)
  await page.goBack()
  await page.getByTitle('Ver la lista: no se pudieron leer').click()
  await expect(page).toHaveURL(/pestana=lectores&vista=cuarentena/)
  await page.goBack()
  await page.getByTitle('Ver la lista: no entregados en 24 h').click()
  await expect(page).toHaveURL(/pestana=entregas&estado=rechazada/)
})

test('who administers one company sees its readers, and nothing of the installation', async ({ page }) => {
  await enterAs(page, 'encargada')
  await page.goto(SALUD)
  await expect(page.getByRole('region', { name: 'Estado de los lectores' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Envíos de avisos', exact: true })).toBeVisible()
  await expect(page.getByText(LECTOR)).toHaveCount(0)
  for (const nombre of ['Lecturas que llegan', 'Base de datos y disco', 'Versiones'])
    await expect(page.getByRole('region', { name: nombre })).toHaveCount(0)
})
