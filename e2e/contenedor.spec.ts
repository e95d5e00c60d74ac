import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { FichaContenedor } from '../contract/oir/contenedores/contenedores'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const ESTANCIAS = 5

/** A container with past stays, whose last days do not change while the simulator runs. */
async function open(page: Page): Promise<{ apodo: string; ficha: FichaContenedor }> {
  await enterAs(page, 'operario')
  const { data } = await (
    await page.request.get(
      '/api/device_poc_status?page=1&per_page=50&posible_estado=Ubicado&tipo=SmartBle&familia=20014',
    )
  ).json()
  for (const { Apodo: apodo } of data) {
    const res = await page.request.get(`/api/contenedores/${apodo}`)
    const ficha: FichaContenedor = await res.json()
    if (ficha.estancias.length < ESTANCIAS) continue
    let first: string | undefined
    await page.route(`**/api/contenedores/${apodo}?*`, (r) => {
      const url = r.request().url()
      first ??= url
      return url === first ? r.fulfill({ json: ficha }) : r.fallback()
    })
    await page.goto(`/contenedor/${apodo}`)
    await expect(page.getByRole('heading', { name: apodo })).toBeVisible()
    // The heading stands before the file is asked for; its first request must be of this address.
    await expect(page.getByRole('region', { name: 'Ahora' })).toBeVisible()
    return { apodo, ficha }
  }
  throw new Error('no container has moved')
}

test('tells the state now, the stays, the curves and the tag', { tag: '@main' }, async ({ page }) => {
  const { ficha } = await open(page)
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText(
    ficha.dispositivo.ApodoLector as string,
  )
  const estancias = page.getByRole('list', { name: 'Estancias' }).getByRole('listitem')
  expect(await estancias.count()).toBeGreaterThanOrEqual(3)
  await expect(estancias.first()).toContainText('sigue')
  await expect(page.getByRole('region', { name: 'Etiqueta' })).toContainText(ficha.dispositivo.Dispositivo)
  await expect(page.getByRole('img', { name: 'Gráfico: Batería y temperatura' }).locator('svg')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar etiqueta' })).toBeVisible()
})

test('it gets another tag: history stays, and a tag that is taken is refused', { tag: '@main' }, async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const apodo = `90002-${Math.floor(Math.random() * 1e9)}`
  const [old, nueva, tomada] = [1, 2, 3].map(() => `AC233F${randomBytes(3).toString('hex').toUpperCase()}`)
  const alta = (mac_serie: string | undefined, nombre: string) =>
    page.request.post('/api/update_device_details', {
      data: { mac_serie, tipo_dispositivo: 'SmartBle', apodo: nombre },
    })
  await alta(old, apodo)
  await alta(tomada, `${apodo}1`)
  await page.goto(`/contenedor/${apodo}`)
  await page.getByRole('button', { name: 'Cambiar etiqueta' }).click()
  const field = page.getByLabel('MAC de la etiqueta nueva')
  await field.fill(tomada as string)
  await field.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(`ya es de ${apodo}1.`)
  await field.fill((nueva as string).toLowerCase())
  await field.press('Enter')
  await expectToast(page, 'Etiqueta cambiada')
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(nueva as string)
  await expect(page.getByRole('region', { name: 'Etiqueta', exact: true })).toContainText(`${old}`)
})
