import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { unique } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

for (const width of [1440, 390])
  test(`at ${width} a key is made, shown once, used by a program and revoked`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const nombre = unique('ERP')
    await enterAs(page, 'admin')
    await page.goto('/admin/usuarios?pestana=claves&filas=100')
    await page.getByRole('button', { name: 'Nueva clave' }).click()
    const form = page.getByRole('dialog', { name: 'Nueva clave de API' })
    await expect(form.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Nombre' }).fill(nombre)
    await form.getByRole('combobox', { name: 'Incidencias' }).click()
    await page.getByRole('option', { name: 'Leer', exact: true }).click()
    await expectAccesible(page)
    await expectSinDesborde(page)
    await form.getByRole('button', { name: 'Crear clave' }).click()

    const shown = page.getByRole('dialog', { name: 'Clave de API' })
    await expect(shown).toContainText(/ret_[A-Za-z0-9]{40}/)
    const [key = ''] = /ret_[A-Za-z0-9]{40}/.exec((await shown.textContent()) ?? '') ?? []
    expect(key).not.toBe('')
    await expectAccesible(page)
    await expectSinDesborde(page)
    await page.keyboard.press('Escape')
    await expect(shown).toBeVisible()
    await shown.getByRole('button', { name: 'La he guardado' }).click()
    await expect(shown).toBeHidden()
    await expect(page.getByText(key)).toHaveCount(0)

    const program = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { authorization: `Bearer ${key}` },
    })
    expect((await program.get('/api/get_incidencias')).status()).toBe(200)
    expect((await program.get('/api/device_poc_status?per_page=10')).status()).toBe(200)
    expect((await program.get('/api/get_table_data')).status()).toBe(403)
    await page.reload()
    const row = page
      .getByRole('row')
      .filter({ hasText: nombre })
      .or(page.getByRole('listitem').filter({ hasText: nombre }))
    await expect(row).toContainText('Contenedores e inventario, Incidencias')
    await expectAccesible(page)
    await expectSinDesborde(page)

    await row.getByRole('button', { name: `Acciones de ${nombre}` }).click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    const edit = page.getByRole('dialog', { name: `Editar ${nombre}` })
    await edit.getByRole('spinbutton', { name: 'Llamadas por minuto' }).fill('1')
    await edit.getByRole('button', { name: 'Guardar' }).click()
    await expect(edit.getByText('Las llamadas por minuto van de 10 a 6000.')).toBeVisible()
    await edit.getByRole('spinbutton', { name: 'Llamadas por minuto' }).fill('60')
    await edit.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Clave actualizada')).toBeVisible()
    await expect(edit).toBeHidden()
    expect((await program.get('/api/get_incidencias')).headers()['ratelimit-limit']).toBe('60')

    await row.getByRole('button', { name: `Acciones de ${nombre}` }).click()
    await page.getByRole('menuitem', { name: 'Revocar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
    await expect(row).toHaveCount(0)
    expect((await program.get('/api/get_incidencias')).status()).toBe(401)
    await program.dispose()
  })
