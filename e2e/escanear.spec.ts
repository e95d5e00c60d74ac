import { expect, type Page } from '@playwright/test'
import type { Codigo } from './camara'
import { enterAs } from './enter'
import { adhesivoOf, apodoDeCaja, codigoOf, register, useCamara } from './muelle'
import { test } from './prueba'
import { newMac } from './registro'

const LENGTH = { timeout: 30_000 }
const ruta = (page: Page) => expect.poll(() => decodeURIComponent(new URL(page.url()).pathname), LENGTH)

test.describe('with a camera', () => {
  const openCamara = useCamara()
  const LEIDOS: [string, 390 | 1440, (mac: string, apodo: string) => Codigo][] = [
    ['a label of ours', 390, adhesivoOf],
    ['the code of the container', 1440, (_, apodo) => codigoOf(apodo)],
  ]
  for (const [nombre, width, show] of LEIDOS)
    test(`${nombre} leads to the file, which says when, where and what to do, ${width} px wide`, async () => {
      const [mac, apodo] = [newMac(), apodoDeCaja()]
      const page = await openCamara(width, 'operario', show(mac, apodo))
      await register(page, apodo, mac)
      await page.goto('/poc-status')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // On a desktop the scanner is in the command palette.
      if (width > 900) await page.keyboard.press('Control+k')
      await page.getByRole('button', { name: 'Escanear para buscar' }).click()
      await ruta(page).toBe(`/contenedor/${apodo}`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const que = page.getByRole('region', { name: 'Qué hacer' })
      await expect(que).toBeInViewport()
      await expect(que).toContainText('Visto por última vez')
      await expect(que).toContainText('Dónde')
      await expect(que).toContainText('Todavía no oído')
      await expect(que.getByRole('button', { name: 'Ponerle otra etiqueta' })).toBeInViewport()
    })
})

test('a label that the phone itself reads: public without a session, the file with one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'operario')
  const suyo = await register(page)
  await page.goto(`/Public?mac=${suyo.mac}`)
  await ruta(page).toBe(`/contenedor/${suyo.apodo}`)
  // A user who logs in there is redirected to registration, and from it to the file.
  await page.goto(`/PanelDisp?mac=${suyo.mac}`)
  await page.getByRole('alert').getByRole('link', { name: suyo.apodo }).click()
  await ruta(page).toBe(`/contenedor/${suyo.apodo}`)
  await enterAs(page, 'planta5')
  await page.goto(`/Public?mac=${suyo.mac}`)
  await expect(page.getByRole('link', { name: 'Abrir en el alta' })).toBeVisible()
  await page.context().clearCookies()
  await page.goto(`/Public?mac=${suyo.mac}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(suyo.apodo)
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
})

test('on a phone without a camera the search is at hand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'operario')
  await page.goto('/poc-status')
  await page.getByRole('button', { name: 'Escanear para buscar' }).click()
  await page.getByRole('button', { name: 'Escribir a mano' }).click()
  await expect(page.getByRole('combobox', { name: 'Buscar pantallas y contenedores' })).toBeFocused()
})
