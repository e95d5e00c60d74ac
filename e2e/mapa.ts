import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { entrarComo } from './entrar'

export type Dispositivo = {
  Apodo: string | null
  Dispositivo: string
  TipoDispositivo: string
  Lat: number
  Lon: number
}

/** Asks the API what the screen ought to show. */
export async function flota(
  page: { request: APIRequestContext },
  query: Record<string, string> = {},
): Promise<{ data: Dispositivo[]; total: number }> {
  const params = {
    minlat: '-85',
    minlon: '-180',
    maxlat: '85',
    maxlon: '180',
    page: '1',
    per_page: '1000',
    ...query,
  }
  return (await page.request.get('/api/devices_in_bounds', { params })).json()
}

export const filas = (page: Page) =>
  page.getByRole('grid', { name: 'Dispositivos visibles' }).locator('tbody tr')
export const marcadores = (page: Page) => page.locator('.marcador-caja button:not([inert])')

export async function abrirMapa(page: Page, ruta = '/') {
  await entrarComo(page, 'admin')
  await page.goto(ruta)
  await expect(filas(page).first()).toBeVisible()
  await expect(marcadores(page).first()).toBeVisible()
}

export async function cerrarAvisos(page: Page) {
  const cerrar = page.getByRole('button', { name: 'Cerrar aviso' })
  while (await cerrar.count()) await cerrar.first().click()
}
