import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import type { Codigo } from './camara'
import { enterAs } from './enter'
import { adhesivoOf, apodoDeCaja, codigoOf, register, useCamara, WIDTHS, type Width } from './muelle'
import { test } from './prueba'
import { newMac } from './registro'

const LENGTH = { timeout: 30_000 }
const ruta = (page: Page) => expect.poll(() => decodeURIComponent(new URL(page.url()).pathname), LENGTH)
const aviso = (page: Page) => page.getByRole('dialog', { name: 'No está registrado' })

/** The scanner on each device: in the bottom bar, or in the command palette. */
async function scan(page: Page, width: Width): Promise<void> {
  if (width < 900) {
    const button = page.getByRole('button', { name: 'Escanear para buscar' })
    const caja = await button.boundingBox()
    expect(caja?.y).toBeGreaterThan(770)
    expect(Math.min(caja?.width ?? 0, caja?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.click()
    return
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog', { name: 'Buscar' })
    .getByRole('button', { name: 'Escanear para buscar' })
    .click()
}

for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    const openCamara = useCamara()
    const LEIDOS: [string, (mac: string, apodo: string) => Codigo][] = [
      ['a label of ours', adhesivoOf],
      ['the code of the container', (_, apodo) => codigoOf(apodo)],
      ['a MAC as Code 128', (texto) => ({ texto, formato: 'Code128' })],
      ['a nickname as QR', (_, texto) => ({ texto, formato: 'QRCode' })],
    ]
    for (const [nombre, show] of LEIDOS)
      test(`${nombre} leads to the file, which says when, where and what to do`, async () => {
        const [mac, apodo] = [newMac(), apodoDeCaja()]
        const page = await openCamara(width, 'operario', show(mac, apodo))
        await register(page, apodo, mac)
        await page.goto('/poc-status')
        await scan(page, width)
        await ruta(page).toBe(`/contenedor/${apodo}`)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        const que = page.getByRole('region', { name: 'Qué hacer' })
        await expect(que).toBeInViewport()
        await expect(que).toContainText('Visto por última vez')
        await expect(que).toContainText('Dónde')
        await expect(que).toContainText('Todavía no oído')
        await expect(que.getByRole('button', { name: 'Ponerle otra etiqueta' })).toBeInViewport()
        if (nombre !== 'a label of ours') return
        await expectAccesible(page)
        await expectSinDesborde(page)
      })

    test('a tag that nobody registered says so, and leads to its registration', async () => {
      const nueva = newMac()
      const page = await openCamara(width, 'operario', adhesivoOf(nueva))
      await page.goto('/poc-status')
      await scan(page, width)
      await expect(aviso(page)).toContainText(nueva, LENGTH)
      await expectAccesible(page, '[role=dialog]')
      // The camera still sees the same code: the dialog that scans it is there for a moment only.
      const again = page.waitForRequest((r) => new URL(r.url()).pathname === '/api/codigo', LENGTH)
      await aviso(page).getByRole('button', { name: 'Escanear otra vez' }).click()
      await again
      await aviso(page).getByRole('link', { name: 'Dar de alta con esta MAC' }).click(LENGTH)
      await ruta(page).toBe('/PanelDisp')
      await expect(page.getByRole('dialog', { name: 'Escanear contenedor' })).toBeVisible(LENGTH)
      await page.keyboard.press('Escape')
      await expect(page.getByLabel('MAC o número de serie')).toHaveValue(nueva)
    })

    test('a code that names nothing says what to look for', async () => {
      const page = await openCamara(width, 'operario', { texto: 'caja de cartón', formato: 'QRCode' })
      await page.goto('/poc-status')
      await scan(page, width)
      await expect(aviso(page)).toContainText('no dice ninguna MAC ni ningún apodo', LENGTH)
      await expect(aviso(page).getByRole('link')).toHaveCount(0)
    })

    test('without a camera the search is at hand', async ({ page }) => {
      await page.setViewportSize({ width: width, height: 844 })
      await enterAs(page, 'operario')
      await page.goto('/poc-status')
      await scan(page, width)
      const escaner = page.getByRole('dialog', { name: 'Escanear para buscar' })
      await expect(escaner).toContainText('cámara')
      await expectAccesible(page, '[role=dialog]')
      await escaner.getByRole('button', { name: 'Escribir a mano' }).click()
      await expect(page.getByRole('combobox', { name: 'Buscar pantallas y contenedores' })).toBeFocused()
    })

    test('a label that the phone itself reads: public without a session, the file with one', async ({
      page,
    }) => {
      await page.setViewportSize({ width: width, height: 844 })
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
  })
