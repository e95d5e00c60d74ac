import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { enterAs } from './enter'

export type Dispositivo = {
  Apodo: string | null
  Dispositivo: string
  TipoDispositivo: string
  Lat: number
  Lon: number
}

/** Asks the API for the data that the screen should show. */
export async function fleet(
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

export const rows = (page: Page) =>
  page.getByRole('grid', { name: 'Dispositivos visibles' }).locator('tbody tr')
const marcadores = (page: Page) => page.locator('.marcador-caja button:not([inert])')

export async function openMapa(page: Page, ruta = '/') {
  await enterAs(page, 'admin')
  await page.goto(ruta)
  // Empty placeholder rows are shown before the data arrive.
  await expect(rows(page).first()).toHaveAttribute('data-id', /./)
  await expect(marcadores(page).first()).toBeVisible()
}

export async function closeAvisos(page: Page) {
  const close = page.getByRole('button', { name: 'Cerrar aviso' })
  while (await close.count()) await close.first().click()
}
