import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { unique } from './cuentas'
import { enterAs } from './enter'
import { writeDay } from './fecha'
import { test } from './prueba'
import { expectToast } from './toasts'

const RUTA = '/admin/usuarios?pestana=epcis&empresa=2'
/** A day of the demonstration's history: soon after midnight nothing has happened today. */
const DAY = new Date(Date.now() - 4 * 86_400_000).toLocaleDateString('es-ES', {
  timeZone: 'Europe/Madrid',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

test('identifiers are tried on an example as they are typed, and what is wrong is said', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, 'admin')
  await page.goto(RUTA)
  const ejemplo = page.getByRole('region', { name: 'Un ejemplo' })
  const prefijo = page.getByRole('textbox', { name: 'Prefijo de empresa GS1' })
  await prefijo.fill('84')
  await expect(page.getByText('El prefijo de empresa GS1 tiene de 6 a 12 cifras.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await prefijo.fill('8412345')
  await page.getByRole('textbox', { name: 'Dominio de GS1 Digital Link' }).fill('')
  const gln = page.getByRole('textbox', { name: 'GLN de la empresa' })
  await gln.fill('8412345000011')
  await expect(page.getByText('La cifra de control de ese GLN debería ser 0.')).toBeVisible()
  await gln.fill('8412345000010')
  await page.getByRole('combobox', { name: 'Familia del ejemplo' }).click()
  const familia = (await page.getByRole('option').first().textContent()) ?? ''
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: `Familia ${familia}` }).fill('00001')
  await expect(ejemplo).toContainText(/urn:epc:id:grai:8412345\.00001\.\d+/)
  await expect(ejemplo).toContainText(/urn:epc:id:sgln:8412345\.00001\.\d+/)
  await expect(ejemplo).toContainText(/https:\/\/id\.gs1\.org\/8003\/08412345000010\d+/)
  await page.getByRole('textbox', { name: 'Dominio de GS1 Digital Link' }).fill('https://id.acme.example')
  await expect(ejemplo).toContainText(/https:\/\/id\.acme\.example\/8003\/08412345000010\d+/)
  await expectAccesible(page)
  await expectSinDesborde(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
})

test('publishing is switched on, events come, a period is downloaded and a partner receives them', async ({
  page,
}) => {
  // The first events appear once months of the demonstration have been processed.
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 844 })
  await enterAs(page, 'admin')
  await page.goto(RUTA)
  const activo = page.getByRole('switch', { name: 'Contar lo que ocurre en EPCIS' })
  await expect(activo).toBeVisible()
  // Another test may have switched it on.
  if (!(await activo.isChecked())) {
    await activo.press('Space')
    await expect(activo).toBeChecked()
    await writeDay(page, 'Desde el día', DAY.replaceAll('/', ''))
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expectToast(page, /^EPCIS de .* guardado$/)
  }
  const ultimos = page.getByRole('list', { name: 'Últimos eventos' })
  await expect(async () => {
    await page.reload()
    await expect(ultimos.getByRole('listitem').first()).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 180_000 })
  await expect(page.getByText(/eventos? contados?/)).toBeVisible()
  await expectAccesible(page)
  await expectSinDesborde(page)

  await writeDay(page, 'Descargar desde', DAY.replaceAll('/', ''))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar EPCISDocument' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^epcis-.*\.jsonld$/)
  const document = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(document.type).toBe('EPCISDocument')
  expect(document.epcisBody.eventList.length).toBeGreaterThan(0)

  const nombre = unique('Cliente')
  const webhook = unique('ERP')
  const made = await page.request.post('/api/empresas/2/webhooks', {
    data: { nombre: webhook, url: 'https://erp.example/epcis', tipos: [], familias: [], ubicaciones: [] },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(made.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Nueva suscripción' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva suscripción' })
  await form.getByRole('textbox', { name: 'Nombre' }).fill(nombre)
  await form.getByRole('combobox', { name: 'Webhook' }).click()
  await page.getByRole('option', { name: webhook }).click()
  await form.getByRole('textbox', { name: 'Pasos (bizStep)' }).fill('decommissioning')
  await expectAccesible(page)
  await expectSinDesborde(page)
  await form.getByRole('button', { name: 'Crear suscripción' }).click()
  await expect(form).toBeHidden()
  const item = page
    .getByRole('list', { name: 'Suscripciones' })
    .getByRole('listitem')
    .filter({ hasText: nombre })
  await expect(item).toContainText('EQ_bizStep=decommissioning')
  await expect(item).toContainText('Activa')
  await item.getByRole('button', { name: `Acciones de ${nombre}` }).click()
  await page.getByRole('menuitem', { name: 'Pausar' }).click()
  await expect(item).toContainText('En pausa')
  await item.getByRole('button', { name: `Acciones de ${nombre}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(item).toHaveCount(0)
  const { webhook: w } = (await made.json()) as { webhook: { id: number } }
  await page.request.delete(`/api/webhooks/${w.id}`, { headers: { origin: new URL(page.url()).origin } })
})

test('the demonstration publishes from the first minute, and keeps it for as long as is set', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1440, height: 844 })
  await enterAs(page, 'admin')
  await page.goto('/admin/usuarios?pestana=epcis&empresa=1')
  await expect(page.getByRole('switch', { name: 'Contar lo que ocurre en EPCIS' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Prefijo de empresa GS1' })).toHaveValue('8412345')
  const ultimos = page.getByRole('list', { name: 'Últimos eventos' })
  // The last events may all be of containers that other tests register: those are of no family that has identifiers.
  const ofFamilies = { empresa: 1, perPage: 1, MATCH_epc: 'urn:epc:idpat:grai:8412345.*.*' }
  await expect(async () => {
    const r = await page.request.get('/epcis/v2/events', { params: ofFamilies })
    const { eventList } = (await r.json()).epcisBody.queryResults.resultsBody
    expect(eventList).toHaveLength(1)
    await page.reload()
    await expect(ultimos.getByRole('listitem').first()).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByText('Lo que ya se contó conserva sus identificadores.')).toBeVisible()
  await expectAccesible(page)
  await expectSinDesborde(page)

  const meses = page.getByRole('textbox', { name: 'Se guarda (meses)' })
  const save = page.getByRole('button', { name: 'Guardar' })
  await expect(meses).toHaveValue('24')
  await meses.fill('2')
  await save.click()
  await expect(page.getByText('Los eventos se guardan de 3 a 120 meses.')).toBeVisible()
  for (const n of ['36', '24']) {
    await meses.fill(n)
    await save.click()
    await expectToast(page, /^EPCIS de .* guardado$/)
    await page.reload()
    await expect(meses).toHaveValue(n)
  }
})
