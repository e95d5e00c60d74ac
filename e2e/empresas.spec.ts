import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { comoAdmin, createCuenta, enter, removeCuenta, unique } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

for (const width of [1440, 390])
  test(`at ${width} what the people of a company see is chosen, and holds for them at once`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const nombre = unique('Envases')
    const id = await comoAdmin(browser, async (api) => {
      const all: { id: number }[] = await (await api.get('/api/empresas')).json()
      const data = { id: Math.max(...all.map((e) => e.id)) + 1, nombre }
      expect((await api.post('/api/empresas', { data })).status()).toBe(200)
      return data.id
    })
    const cuenta = await createCuenta(browser, { empresa: id })
    const suya = await browser.newContext({ viewport: { width, height: 844 } })
    const suPagina = await suya.newPage()
    await enter(suPagina, cuenta.username)
    await suPagina.goto('/poc-status')
    await expect(suPagina.getByRole('heading', { name: 'Inventario' })).toBeVisible()

    await enterAs(page, 'admin')
    await page.goto('/admin/usuarios?pestana=empresas&filas=100')
    const enTarjeta = page.getByRole('listitem').filter({ hasText: nombre })
    const empresa = page.locator(`tr[data-id="${id}"]`).or(enTarjeta)
    const choose = async (modo: string) => {
      await empresa.getByRole('button', { name: /^Acciones de/ }).click()
      await page.getByRole('menuitem', { name: 'Editar' }).click()
      const dialogo = page.getByRole('dialog')
      await dialogo.getByRole('combobox', { name: 'Qué ve su gente' }).click()
      await page.getByRole('option', { name: modo, exact: true }).click()
      return dialogo
    }
    const dialogo = await choose('Solo el alta de dispositivos')
    await expect(dialogo.getByText('Cualquier otra pantalla lleva al alta de dispositivos.')).toBeVisible()
    await expectSinDesborde(page)
    await expectAccesible(page)
    await dialogo.getByRole('button', { name: 'Guardar' }).click()
    await expect(empresa).toContainText('Solo el alta')

    await suPagina.goto('/poc-status')
    await expect(suPagina.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
    await expect(suPagina).toHaveURL(/\/PanelDisp$/)
    await (await choose('Toda la aplicación')).getByRole('button', { name: 'Guardar' }).click()
    await expect(empresa).toContainText('Toda la aplicación')
    await suPagina.goto('/poc-status')
    await expect(suPagina.getByRole('heading', { name: 'Inventario' })).toBeVisible()

    await suya.close()
    await removeCuenta(browser, cuenta.id)
    await comoAdmin(browser, (api) => api.delete(`/api/empresas/${id}`))
  })
