import { expect, type Page } from '@playwright/test'
import { INICIALES } from '../contract/valores/usuarios/ajustes'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const COMUNES = { ...INICIALES, umbrales: [] }
/** A company whose numbers no other test changes. */
const EMPRESA = 6
/** Another company, which has containers. */
const CON_CONTENEDORES = 2

const field = (page: Page, nombre: string) => page.getByLabel(nombre, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' })
const read = async (page: Page, empresa = EMPRESA) =>
  (await page.request.get(`/api/empresas/${empresa}/ajustes`)).json()

async function open(page: Page, empresa = EMPRESA) {
  await enterAs(page, 'admin')
  await page.request.put(`/api/empresas/${empresa}/ajustes`, { data: COMUNES })
  await page.goto(`/admin/usuarios?pestana=ajustes&empresa=${empresa}`)
  await expect(field(page, 'Impacto desde')).toBeVisible()
}

test('a number is changed, kept, and put back to its usual value', async ({ page }) => {
  await open(page)
  await expect(field(page, 'Impacto desde')).toHaveValue('2,5')
  await expect(save(page)).toBeDisabled()
  await field(page, 'Impacto desde').fill('3,25')
  await expect(page.getByText('Habitual: 2,5.')).toBeVisible()
  await save(page).click()
  await expectToast(page, /^Ajustes de .+ guardados$/)
  await expect(save(page)).toBeDisabled()
  expect(await read(page)).toEqual({ ...COMUNES, gImpacto: 3.25 })
  await page.reload()
  await expect(field(page, 'Impacto desde')).toHaveValue('3,25')
  await page.getByRole('button', { name: 'Valores habituales' }).click()
  await expect(field(page, 'Impacto desde')).toHaveValue('2,5')
  // Nothing is sent before the user saves.
  expect((await read(page)).gImpacto).toBe(3.25)
  await save(page).click()
  await expect.poll(() => read(page)).toEqual(COMUNES)
})

test('what cannot be is refused at its field, which has the focus; nothing is sent', async ({ page }) => {
  await open(page)
  const enviados: string[] = []
  page.on('request', (r) => r.method() === 'PUT' && enviados.push(r.url()))
  for (const [nombre, malo, text] of [
    ['Batería baja', '101', 'Debe ser un número entre 0 y 100.'],
    ['Impacto desde', 'mucho', 'Debe ser un número entre 1,05 y 32.'],
    ['Posible tránsito', '1,5', 'Debe ser un número entero de minutos.'],
    ['Salida tras', '', 'Debe ser un número entre 1 y 1440.'],
  ] as const) {
    const before = await field(page, nombre).inputValue()
    await field(page, nombre).fill(malo)
    await save(page).click()
    await expect(field(page, nombre)).toBeFocused()
    await expect(field(page, nombre)).toHaveAccessibleDescription(text)
    await field(page, nombre).fill(before)
  }
  await field(page, 'Posible extravío').fill('60')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Posible extravío')).toBeFocused()
  await expect(page.getByText('El plazo de extravío no puede ser menor que el de tránsito.')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(field(page, 'Posible extravío')).toHaveValue('4320')
  expect(enviados).toEqual([])
  expect(await read(page)).toEqual(COMUNES)
})

test('the company lives in the address, and each has its own numbers', async ({ page }) => {
  await open(page)
  await page.request.put(`/api/empresas/${EMPRESA}/ajustes`, { data: { ...INICIALES, bateriaBaja: 23 } })
  await page.goto('/admin/usuarios?pestana=ajustes')
  await expect(field(page, 'Batería baja')).toHaveValue('10')
  await page.getByRole('combobox', { name: 'Empresa' }).click()
  const { nombre } = (await (await page.request.get('/api/empresas')).json()).find(
    (e: { id: number }) => e.id === EMPRESA,
  )
  await page.getByRole('option', { name: nombre, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`empresa=${EMPRESA}`))
  await expect(field(page, 'Batería baja')).toHaveValue('23')
  await page.goBack()
  await expect(field(page, 'Batería baja')).toHaveValue('10')
  await page.request.put(`/api/empresas/${EMPRESA}/ajustes`, { data: COMUNES })
})

test('a family and a maker get thresholds of their own, tried before they are saved', async ({ page }) => {
  await open(page, CON_CONTENEDORES)
  const list = page.getByRole('list', { name: 'Umbrales propios' })
  const rows = list.getByRole('listitem')
  const add = page.getByRole('button', { name: 'Añadir un umbral' })
  await expect(rows).toHaveCount(0)
  await add.click()
  const familia = rows.first().getByLabel('Familia', { exact: true })
  await expect(familia).toBeFocused()
  // A new blank field is no error before the user tries to save.
  await expect(rows.first().getByText(/^Falta la familia/)).toHaveCount(0)
  await save(page).click()
  await expect(familia).toBeFocused()
  await expect(familia).toHaveAccessibleDescription(/^Falta la familia o el fabricante/)
  await page.keyboard.press('ArrowDown')
  const option = page.getByRole('option').first()
  await expect(option).toBeVisible()
  const [nombre, cuantos] = await option.locator('span').allTextContents()
  await option.click()
  await expect(familia).toHaveValue(nombre ?? '')
  await expect(rows.first().getByText(`Vale para ${cuantos} contenedores`)).toBeVisible()
  await rows.first().getByLabel('Con picos', { exact: true }).fill('7,5')
  await add.click()
  await rows.nth(1).getByLabel('Fabricante', { exact: true }).fill('ac:23')
  await save(page).click()
  await expect(rows.nth(1).getByLabel('Fabricante', { exact: true })).toBeFocused()
  await rows.nth(1).getByLabel('Fabricante', { exact: true }).fill('0a:0b:0c')
  await expect(rows.nth(1).getByText('Ahora no vale para ningún contenedor.')).toBeVisible()
  await page.getByRole('button', { name: 'Qué habría cambiado' }).click()
  const ensayo = page.getByRole('region', { name: 'Qué habría cambiado' })
  await expect(ensayo).toBeFocused()
  await expect(ensayo).toBeInViewport()
  await expect(ensayo.getByText('Incidencias de impacto')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectSinDesborde(page)
    await expectAccesible(page)
  }
  await save(page).click()
  const suyos = [
    { familia: nombre, fabricante: null, gImpacto: 2.5, gImpactoPicos: 7.5 },
    { familia: null, fabricante: '0A0B0C', gImpacto: 2.5, gImpactoPicos: 5 },
  ]
  await expect.poll(() => read(page, CON_CONTENEDORES)).toEqual({ ...COMUNES, umbrales: suyos })
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(save(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Quitar el umbral 1' }).click()
  await expect(rows).toHaveCount(1)
  await expect(add).toBeFocused()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(rows).toHaveCount(2)
  await page.request.put(`/api/empresas/${CON_CONTENEDORES}/ajustes`, { data: COMUNES })
})

test('what would have changed is shown before anything is saved', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=ajustes&empresa=1')
  await expect(page.getByRole('button', { name: 'Qué habría cambiado' })).toBeDisabled()
  await field(page, 'Impacto desde').fill('9')
  await field(page, 'Reposo para la inclinación').fill('0,2')
  await page.getByRole('button', { name: 'Qué habría cambiado' }).click()
  const ensayo = page.getByRole('region', { name: 'Qué habría cambiado' })
  const effects = ensayo.getByRole('list', { name: 'Efectos' }).getByRole('listitem')
  await expect(effects).toHaveText([/^Incidencias de impacto\d+ → \d+ \(-\d+\)/])
  await effects.getByText(/^Ver /).click()
  await expect(
    ensayo.getByRole('list', { name: 'Incidencias de impacto' }).getByText('No estaría').first(),
  ).toBeVisible()
  await expect(
    ensayo.getByText(/No se puede probar con lo guardado: Reposo para la inclinación/),
  ).toBeVisible()
  await expectAccesible(page)
  await ensayo.getByRole('button', { name: 'Cerrar' }).click()
  await expect(ensayo).toHaveCount(0)
  expect((await read(page, 1)).gImpacto).toBe(INICIALES.gImpacto)
})

for (const width of [1440, 390])
  test(`nothing for axe to find at ${width}, as it is and with something refused`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    await expectAccesible(page)
    await field(page, 'Batería baja').fill('101')
    await save(page).click()
    await expect(field(page, 'Batería baja')).toBeFocused()
    // The focused field is not covered by the button bar.
    const [linea, barra] = await Promise.all([
      field(page, 'Batería baja').boundingBox(),
      save(page).boundingBox(),
    ])
    expect((linea?.y ?? Infinity) + (linea?.height ?? 0)).toBeLessThanOrEqual(barra?.y ?? 0)
    await expectSinDesborde(page)
    await expectAccesible(page)
  })

test('among many companies one is searched by name, here and for a user', async ({ page }) => {
  const empresas = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, nombre: `Logística nº ${i + 1}` }))
  await open(page)
  await page.route('**/api/empresas', (r) => r.fulfill({ json: empresas }))
  await page.reload()
  const choose = async (teclas: string) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Buscar empresa' })).toBeFocused()
    await page.keyboard.type(teclas)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Elegir empresa' })).toHaveCount(0)
  }
  const empresa = page.getByRole('combobox', { name: 'Empresa', exact: true })
  await expect(empresa).toHaveText('Logística nº 6')
  await empresa.focus()
  await choose('nº 2')
  await expect(page).toHaveURL(/empresa=2(&|$)/)
  await expect(empresa).toHaveText('Logística nº 2')
  await expect(empresa).toBeFocused()
  await page.goto('/admin/usuarios')
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const suya = page.getByRole('dialog', { name: 'Nuevo usuario' }).getByRole('combobox', { name: 'Empresa' })
  await suya.click()
  await expectAccesible(page)
  await page.keyboard.type('logistica nº 30')
  await page.keyboard.press('Enter')
  await expect(suya).toHaveText('Logística nº 30')
})
