import { expect, type Page } from '@playwright/test'
import type { Plano, Ubicacion } from '../contract/parque/ubicaciones/ubicaciones'
import { enterAs } from './enter'

export const ONCE = [
  'Gestamp',
  'Descarga Llenos',
  'Almacén Lleno',
  'En Consumo',
  'Almacén Vacío',
  'Carga Vacíos',
  'Control de Calidad',
  'Reparación',
  'Limpieza',
  'Expedición',
  'Montaje Bruto',
]

export const nodos = (page: Page) => page.locator('[data-nodo]')
export const nodo = (page: Page, nombre: string) =>
  page.getByRole('button', { name: new RegExp(`^${nombre}: `) })
export const plano = async (page: Page, empresa = 1): Promise<Plano> =>
  (await page.request.get(`/api/ubicaciones?empresa=${empresa}`)).json()

/** An admin edits company 3, which has only what the test creates. */
export async function openDeTres(page: Page, con: 'nada' | 'once') {
  await enterAs(page, 'admin')
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('retorna.empresa', '3'))
  let p = await plano(page, 3)
  for (const u of p.data) {
    const { version } = await plano(page, 3)
    await page.request.delete(`/api/ubicaciones/${u.id}?version=${version}`)
  }
  p = await plano(page, 3)
  if (p.imagen) await page.request.delete(`/api/plano_imagen?empresa=3&version=${p.version}`)
  if (con === 'once') {
    const { version } = await plano(page, 3)
    await page.request.post('/api/ubicaciones/por_defecto', { data: { empresa: 3, version } })
  }
  await page.goto('/special')
  await expect(page.getByRole('heading', { name: 'Plano de planta · Logística Llanada' })).toBeVisible()
}
export const sitio = async (page: Page, nombre: string) => {
  const u = (await plano(page, 3)).data.find((d) => d.nombre === nombre) as Ubicacion
  return [u.nodo_x, u.nodo_y]
}
