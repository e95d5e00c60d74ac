import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Extracto, Saldo } from '../contract/cuentas/custodia/custodia'
import { expectFoco } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

test.describe.configure({ timeout: 240_000 })

/** Tab stops of the longest dialog: more than it has. */
const MAX_TABS = 60
/** Tab stops before the last opener of a screen: more than there are. */
const MAX_TABS_PANTALLA = 150

/** Whether the focus of the page is in the dialog that is open, its guards included. */
const isInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.MuiDialog-root') !== null && document.hasFocus())
/** Within a moment: an element that is drawn anew loses the focus, and the dialog takes it back. */
const expectInside = (page: Page, when: string) =>
  expect.poll(() => isInside(page), { message: when, timeout: 2000 }).toBe(true)
/** The element that has the focus, by what it says: parts of a date are drawn anew when they get it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const e = document.activeElement
    return [e?.tagName, e?.getAttribute('role'), e?.getAttribute('aria-label'), e?.id, e?.textContent].join(
      ' ',
    )
  })

const isOnBoton = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.tagName === 'BUTTON' && document.activeElement.textContent !== '',
  )

/** Reaches an element from where the focus is, by Tab alone. */
async function tabTo(page: Page, uno: Locator): Promise<void> {
  await expect(uno).toBeVisible()
  const isThere = () => uno.evaluate((e) => e === document.activeElement)
  for (let i = 0; i < MAX_TABS_PANTALLA && !(await isThere()); i++) await page.keyboard.press('Tab')
  await expectFoco(uno)
}

/** Opens a dialog with Enter on its button, goes round it with Tab and back, and closes it with Escape. */
async function walkDialogo(page: Page, boton: Locator, reach = (b: Locator) => b.focus()): Promise<void> {
  await reach(boton)
  await page.keyboard.press('Enter')
  const dialogo = page.getByRole('dialog')
  await goRound(page, dialogo)
  await page.keyboard.press('Escape')
  await expect(dialogo).toHaveCount(0)
  await expectFoco(boton)
}

/** Goes round the open dialog with Tab and back. */
async function goRound(page: Page, dialogo: Locator): Promise<void> {
  await expect(dialogo).toHaveCount(1)
  await expect(dialogo).toHaveAccessibleName(/\S/)
  await expectInside(page, 'as it opens')
  // Counted from a button with a text, where there is one: a date says other things while its parts get the focus.
  await page.keyboard.press('Tab')
  for (let i = 0; i < MAX_TABS && !(await isOnBoton(page)); i++) await page.keyboard.press('Tab')
  const first = await focused(page)
  let stops = 1
  do {
    await page.keyboard.press('Tab')
    await expectInside(page, `after ${stops} stops`)
    stops++
  } while ((await focused(page)) !== first && stops < MAX_TABS)
  // It comes round, by more than one stop.
  expect(stops).toBeLessThan(MAX_TABS)
  expect(stops).toBeGreaterThan(1)
  await page.keyboard.press('Shift+Tab')
  await expectInside(page, 'backwards')
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Selects the first row of a list by keyboard. */
async function markFirst(page: Page): Promise<void> {
  const casilla = page
    .getByRole('main')
    .getByRole('checkbox', { name: /^Seleccionar fila / })
    .first()
  await casilla.focus()
  await page.keyboard.press('Space')
}

/** Scans a code that nobody knows, with a photo of it. @returns the code */
async function sendFoto(page: Page, recuento: number): Promise<string> {
  const [id, codigo] = [randomUUID(), 'CAJA AJENA']
  const escaneos = [{ id, codigo, hace_ms: 0, modo: 'escrito' }]
  const data = { aparato: randomUUID(), escaneos }
  expect((await page.request.post(`/api/recuentos/${recuento}/escaneos`, { data })).ok()).toBe(true)
  const buffer = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 64, height: 64 } })
  const archivo = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
  const r = await page.request.put(`/api/recuentos/${recuento}/fotos/${id}`, { multipart: { archivo } })
  expect(r.ok(), await r.text()).toBe(true)
  return codigo
}

/** Disputes a line of the partner's statement, unless one is disputed already. */
async function disputeOne(page: Page, tercero: number): Promise<void> {
  const { total } = await (await page.request.get('/api/custodia/disputas?empresa=1')).json()
  if (total > 0) return
  const { data } = (await (
    await page.request.get(`/api/custodia/extracto?tercero=${tercero}&per_page=200`)
  ).json()) as Extracto
  const linea = data.find((f) => f.clase === 'visto' && !f.anulada && f.dichos.length === 0)
  const r = await page.request.post(`/api/custodia/movimientos/${linea?.id}/disputa`, {
    data: { nota: 'No nos consta', tercero },
  })
  expect(r.ok(), await r.text()).toBe(true)
}

test('the dialogs of counts open, hold the focus and close by keyboard', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/recuentos?en_empresa=1')
  await walkDialogo(page, button(page, 'Nuevo recuento'), (b) => tabTo(page, b))
  await walkDialogo(page, button(page, 'Acuerdo'))
  const ubicaciones = await (await page.request.get('/api/ubicaciones?empresa=1')).json()
  const r = await page.request.post('/api/recuentos', {
    data: { empresa: 1, ubicacion: ubicaciones.data[0].id },
  })
  const { id } = await r.json()
  await page.goto(`/recuentos/${id}`)
  await walkDialogo(page, button(page, /^(Terminar|Cerrar)/))
  const codigo = await sendFoto(page, id)
  await page.reload()
  await page.getByRole('tab', { name: 'Desconocidos 1' }).click()
  await walkDialogo(page, button(page, `Ver la foto de ${codigo}`))
  await page.request.post(`/api/recuentos/${id}/cerrar`, { data: {} })
})

test('the dialogs of losses open, hold the focus and close by keyboard', async ({ page }) => {
  await enterAs(page, 'admin')
  const silent = async () =>
    (await (await page.request.get('/api/perdidas/lista?empresa=1&peldano=posible_extravio')).json()).total
  await expect.poll(silent, { timeout: 90_000 }).toBeGreaterThan(0)
  await page.goto('/perdidas?peldano=posible_extravio&en_empresa=1')
  await walkDialogo(page, button(page, 'Quién busca'), (b) => tabTo(page, b))
  for (const name of ['Precios', /^Qué salió con /]) await walkDialogo(page, button(page, name))
  // Prices from a file: the dialog stands in place of the other, which returns when it is closed.
  const precios = button(page, 'Precios')
  await precios.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog', { name: 'Precios' }).getByRole('button', { name: /^Importar/ }))
  await page.keyboard.press('Enter')
  await goRound(page, page.getByRole('dialog', { name: 'Importar precios' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Precios' })).toHaveCount(1)
  await expectInside(page, 'after the dialog above it closed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFoco(precios)
  await markFirst(page)
  const lote = page.getByRole('region', { name: 'Contenedores elegidos' })
  await expect(lote).toBeVisible()
  for (const boton of await lote.getByRole('button', { name: /^(Buscar|Proponer|Declarar)/ }).all())
    await walkDialogo(page, boton)
})

test('the dialog that writes off opens, holds the focus and closes by keyboard', async ({ page }) => {
  await enterAs(page, 'admin')
  const silent = async () =>
    (await (await page.request.get('/api/perdidas/lista?empresa=1&peldano=en_busqueda')).json()).data
  await expect.poll(async () => (await silent()).length, { timeout: 90_000 }).toBeGreaterThan(0)
  const { mac, Apodo } = (await silent()).at(-1)
  const dicho = await page.request.post('/api/perdidas/asientos', {
    data: { contenedores: [mac], clase: 'declarada' },
  })
  const { asientos } = await dicho.json()
  try {
    await page.goto(`/perdidas?peldano=declarada&buscar=${Apodo ?? mac}&en_empresa=1`)
    await markFirst(page)
    await walkDialogo(page, button(page, 'Dar de baja'))
  } finally {
    await page.request.post('/api/perdidas/anular', { data: { asientos } })
  }
})

test('the dialogs of custody open, hold the focus and close by keyboard', async ({ page }) => {
  await enterAs(page, 'admin')
  const withLines = async () => {
    const { data } = await (await page.request.get('/api/custodia/saldos?empresa=1')).json()
    return (data as Saldo[]).find((s) => s.tercero && s.n > 0)?.tercero?.id
  }
  await expect.poll(withLines, { timeout: 180_000 }).toBeDefined()
  await page.goto(`/custodia?vista=extracto&tercero=${await withLines()}&en_empresa=1`)
  await walkDialogo(page, button(page, 'Anotar'), (b) => tabTo(page, b))
  for (const name of ['Importar albaranes', /^Abrir la línea de /])
    await walkDialogo(page, button(page, name))
  await disputeOne(page, (await withLines()) as number)
  await page.goto('/custodia?vista=disputas&en_empresa=1')
  await walkDialogo(page, button(page, /^Abrir la línea de /))
  await page.goto('/custodia?vista=terceros&en_empresa=1')
  for (const name of ['Nuevo tercero', 'Editar', 'Dar acceso']) await walkDialogo(page, button(page, name))
})
