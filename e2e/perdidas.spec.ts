import { expect, type Page } from '@playwright/test'
import type { Merma } from '../contract/cuentas/perdidas/merma'
import type { FilaPerdida, PerdidaOf, Perdidas } from '../contract/cuentas/perdidas/perdidas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

// In sequence, because the tests add asientos to the same containers.
test.describe.configure({ mode: 'serial' })

/** A number of the page in Spanish format. */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])

const rungs = async (page: Page): Promise<Perdidas> =>
  (await page.request.get('/api/perdidas?empresa=1')).json()
const list = async (page: Page, filtro: string): Promise<{ data: FilaPerdida[]; total: number }> =>
  (await page.request.get(`/api/perdidas/lista?empresa=1&per_page=200&${filtro}`)).json()

/** The ladder is calculated within a minute of the start. */
const waitPerdidas = (page: Page) =>
  expect.poll(async () => (await list(page, '')).total, { timeout: 90_000 }).toBeGreaterThan(0)

test('each figure leads to as many containers as it says, and a row says what left with its container', {
  tag: '@main',
}, async ({ page }) => {
  await enterAs(page, 'operario')
  await waitPerdidas(page)
  await page.goto('/perdidas')
  const { peldano } = (await rungs(page)).peldanos.slice(1).find((p) => p.n > 0) as {
    peldano: FilaPerdida['peldano']
  }
  const tile = page
    .getByRole('group', { name: 'Peldaños' })
    .getByRole('button')
    .nth(['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'].indexOf(peldano))
  await tile.click()
  await expect(page).toHaveURL(new RegExp(`peldano=${peldano}`))
  // The simulator keeps running meanwhile.
  await expect(async () => {
    const n = numberOf(await tile.locator('b').textContent())
    expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
    expect((await list(page, `peldano=${peldano}`)).total).toBe(n)
  }).toPass()

  await page.goto('/perdidas')
  const boton = page.getByRole('button', { name: /^Qué salió con / }).first()
  const apodo = ((await boton.getAttribute('aria-label')) ?? '').replace('Qué salió con ', '').split(':')[0]
  const fila = (await list(page, `search=${apodo}`)).data.find((f) => (f.Apodo ?? f.mac) === apodo)
  const { ultimo } = (await (
    await page.request.get(`/api/perdidas/contenedor/${fila?.mac}`)
  ).json()) as PerdidaOf
  const n = ultimo?.juntos_total ?? 0
  await expect(boton).toHaveText(n === 0 ? 'Solo' : n < 50 ? `Con ${n} más` : 'Con 50 o más')
  await boton.click()
  const dialogo = page.getByRole('dialog', { name: `Qué salió con ${apodo}` })
  await expect(dialogo.getByText(ultimo?.lugar as string).first()).toBeVisible()
  expect(await dialogo.getByRole('listitem').count()).toBe(ultimo?.juntos.length)
})

test('prices come from a file and by hand, and all figures have euros', async ({ page }) => {
  await enterAs(page, 'admin')
  await waitPerdidas(page)
  await page.goto('/perdidas?en_empresa=1')
  await page.getByRole('button', { name: 'Precios' }).click()
  await page.getByRole('button', { name: 'Importar de un archivo' }).click()
  const importar = page.getByRole('dialog', { name: 'Importar precios' })
  await importar.locator('input[type=file]').setInputFiles({
    name: 'precios.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('familia;desde;precio\n20014;02/01/2020;111,11\nNADIE;02/01/2020;1\n'),
  })
  await expect(importar.getByText(/Ningún contenedor es de la familia «NADIE»/)).toBeVisible()
  await importar.getByRole('checkbox').check()
  await importar
    .getByRole('button', { name: /^Importar/ })
    .last()
    .click()
  await expectToast(page, 'Precios importados: 1')
  const precios = page.getByRole('dialog', { name: 'Precios' })
  await precios.getByLabel('Precio de un contenedor (€)').fill('120,50')
  await precios.getByRole('button', { name: 'Añadir' }).click()
  const puestos = precios.getByRole('list', { name: 'Precios puestos' })
  await expect(puestos).toContainText('120,50')
  await expect(puestos).toContainText('111,11')
  // Valid for the day on which they were last seen: from a day long ago on.
  const r = await page.request.post('/api/perdidas/precios', {
    data: { empresa: 1, familia: '', desde: '2020-01-01', centimos: 12_050 },
  })
  expect(r.ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('group', { name: 'Peldaños' })).toContainText('€')
  await expect(page.getByRole('group', { name: 'Peldaños' })).not.toContainText('sin precio')
  expect((await rungs(page)).peldanos.reduce((suma, p) => suma + p.sin_precio, 0)).toBe(0)
})

test('one is declared lost, counts in the losses of the year, and that is taken back', async ({ page }) => {
  test.setTimeout(180_000)
  await enterAs(page, 'operario')
  await waitPerdidas(page)
  const merma = async (): Promise<Merma> => (await page.request.get('/api/perdidas/merma?empresa=1')).json()
  await expect.poll(async () => (await merma()).contado, { timeout: 120_000 }).toBe(true)
  const before = (await merma()).total.perdidos
  const [lost] = (await list(page, 'peldano=propuesta')).data
    .concat((await list(page, 'peldano=en_busqueda')).data)
    .concat((await list(page, 'peldano=posible_extravio')).data)
  const nombre = lost?.Apodo ?? (lost?.mac as string)
  await page.goto(`/perdidas?buscar=${nombre}`)
  await page.getByRole('checkbox', { name: `Seleccionar fila ${lost?.mac}` }).check()
  await page
    .getByRole('region', { name: 'Contenedores elegidos' })
    .getByRole('button', { name: 'Declarar perdidos' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Declarar perdidos' }).click()
  const rungOf = async () => (await list(page, `search=${nombre}`)).data[0]?.peldano
  await expect.poll(rungOf).toBe('declarada')
  await page.goto('/perdidas?vista=merma')
  await page.getByRole('link', { name: `Perdidos, en total: ${before + 1}` }).click()
  await expect(page.getByRole('link', { name: nombre }).first()).toBeVisible()
  await page.goto(`/perdidas?buscar=${nombre}`)
  await page.getByRole('checkbox', { name: `Seleccionar fila ${lost?.mac}` }).check()
  await page.getByRole('button', { name: 'Deshacer lo último' }).click()
  await expect.poll(rungOf).toBe(lost?.peldano)
})
