import { expect, type Page } from '@playwright/test'
import { expectFoco } from './accesible'
import { createCuenta, enter, removeCuenta } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Vistas', exact: true })
const vista = (page: Page, nombre: string) =>
  panel(page).getByRole('listitem').filter({ hasText: nombre }).getByRole('button').first()

async function openVistas(page: Page) {
  await page.getByRole('button', { name: 'Vistas', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

async function keep(page: Page, nombre: string, compartida = false) {
  await panel(page).getByRole('button', { name: 'Guardar esta vista…' }).click()
  const forma = page.getByRole('dialog', { name: 'Guardar esta vista' })
  await forma.getByLabel('Nombre').fill(nombre)
  if (compartida) await forma.getByLabel('Compartirla con mi empresa').check()
  await forma.getByRole('button', { name: 'Guardar' }).click()
  await expect(forma).toBeHidden()
}

async function choose(page: Page, nombre: string, option: string) {
  await page.getByRole('button', { name: `Acciones de ${nombre}` }).click()
  await page.getByRole('menuitem', { name: option }).click()
}

/** Keeps a view of a screen, puts it on screen again, changes its filters and takes it away. */
async function checkVista(page: Page, ruta: string) {
  await page.goto(ruta)
  await openVistas(page)
  await keep(page, 'De prueba')
  await vista(page, 'De prueba').click()
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL((u) => {
    const pedida = new URL(ruta, u)
    return (
      u.pathname === pedida.pathname &&
      [...pedida.searchParams].every(([k, v]) => u.searchParams.get(k) === v)
    )
  })
  await openVistas(page)
  await choose(page, 'De prueba', 'Poner los filtros de ahora')
  await expectToast(page, 'Vista actualizada con los filtros de ahora')
  await choose(page, 'De prueba', 'Eliminar…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(panel(page)).toContainText('Todavía no hay ninguna')
}

test('a filter is kept, put on screen again, shared with a colleague, renamed and taken away', async ({
  page,
  browser,
}) => {
  const who = await createCuenta(browser, { rol: 'operario' })
  try {
    await enter(page, who.username)
    await page.goto('/poc-status?familia=20014&orden=Bateria&sentido=desc&pagina=2')
    await openVistas(page)
    await expect(panel(page)).toContainText('Todavía no hay ninguna')
    await keep(page, 'Familia 20014', true)
    await expect(vista(page, 'Familia 20014')).toHaveAttribute('aria-current', 'true')
    await expect(panel(page)).toContainText('Compartida con tu empresa')

    await page.goto('/poc-status')
    await openVistas(page)
    await expect(vista(page, 'Familia 20014')).not.toHaveAttribute('aria-current')
    await vista(page, 'Familia 20014').press('Enter')
    await expect(page).toHaveURL(/\/poc-status\?(?=.*familia=20014)(?=.*orden=Bateria)(?=.*sentido=desc)/)
    await expect(page).not.toHaveURL(/pagina/)
    await expectFoco(page.getByRole('button', { name: 'Vistas', exact: true }))

    const ajena = await browser.newPage()
    await enterAs(ajena, 'operario')
    await ajena.goto(new URL('/poc-status', page.url()).href)
    await openVistas(ajena)
    await expect(panel(ajena)).toContainText(`De ${who.nombre}`)
    await ajena
      .getByRole('listitem')
      .filter({ hasText: who.nombre })
      .getByRole('button', { name: /^Acciones de/ })
      .click()
    await expect(ajena.getByRole('menuitem')).toHaveText(['Enviar por correo…'])
    await ajena.close()

    await openVistas(page)
    await choose(page, 'Familia 20014', 'Nombre y compartir…')
    const forma = page.getByRole('dialog', { name: 'Nombre y compartir' })
    await forma.getByLabel('Nombre').fill('La 20014')
    await forma.getByLabel('Compartirla con mi empresa').uncheck()
    await forma.getByRole('button', { name: 'Guardar' }).click()
    await expect(vista(page, 'La 20014')).toBeVisible()
    await expect(panel(page)).not.toContainText('Compartida')
    await choose(page, 'La 20014', 'Eliminar…')
    const pregunta = page.getByRole('alertdialog')
    await expect(pregunta).toContainText('¿Eliminar la vista «La 20014»?')
    await pregunta.getByRole('button', { name: 'Cancelar' }).click()
    await expect(vista(page, 'La 20014')).toBeVisible()
    await choose(page, 'La 20014', 'Eliminar…')
    await pregunta.getByRole('button', { name: 'Eliminar' }).click()
    await expect(panel(page)).toContainText('Todavía no hay ninguna')
    await expectFoco(panel(page).getByRole('button', { name: 'Guardar esta vista…' }))
  } finally {
    await removeCuenta(browser, who.id)
  }
})

test('each table of the loop has its views', async ({ page, browser }) => {
  // An account without views, whatever an earlier attempt left.
  const who = await createCuenta(browser, { is_admin: true })
  try {
    await enter(page, who.username)
    for (const ruta of [
      '/ciclo?familia=20014',
      '/ciclo?vista=antiguedad&que=dentro',
      '/ciclo?vista=prevision&ver=todas',
    ])
      await checkVista(page, ruta)
  } finally {
    await removeCuenta(browser, who.id)
  }
})
