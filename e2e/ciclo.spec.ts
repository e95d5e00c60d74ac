import { expect, type Locator, type Page } from '@playwright/test'
import type { CuadroCiclo } from '../contract/ciclos/cuadro'
import type { Incidencia } from '../contract/eventos/incidencias'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { list as listIncidencias } from './incidencias'
import { test } from './prueba'
import { expectToast } from './toasts'

// In sequence, because the tests set targets of the same loop.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

/** The demonstration's first loop is measured within its first minutes. */
async function openCiclo(page: Page, busqueda = ''): Promise<void> {
  await expect(async () => {
    await page.goto(`/ciclo${busqueda}`)
    await expect(page.getByText(/^Medido a las \d\d:\d\d$/)).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 150_000 })
}

/** A number of the page in Spanish format. */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])

/** The current targets of company 1, and a function that sets them. */
async function setPlazo(page: Page, plazo_h: number | null): Promise<void> {
  const { ciclo } = await (await page.request.get('/api/ciclo?empresa=1')).json()
  const nada = { minimo: null, objetivo: null, maximo: null }
  const etapas = ciclo.etapas.map((e: { id: number }) => ({ ...nada, etapa: e.id, plazo_h }))
  const body = { version: ciclo.version, ciclo: ciclo.id, familia: '', euros_dia: null, etapas }
  expect((await page.request.put('/api/ciclo/metas', { data: body })).ok()).toBe(true)
}

for (const [como, viewport] of TAMANOS) {
  test(`a figure of the loop leads to as many containers as it says, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openCiclo(page)
    await expectAccesible(page)
    await expectSinDesborde(page)
    const etapa = page.getByRole('link', { name: /^Llenos: \d+ ahora/ }).filter({ visible: true })
    expect(numberOf(await etapa.getAttribute('aria-label'))).toBeGreaterThan(0)
    // The simulator keeps running meanwhile.
    const expectInside = (figure: Locator, textOf: (f: Locator) => Promise<string | null>) =>
      expect(async () => {
        const { ciclo }: { ciclo: CuadroCiclo | null } = await (await page.request.get('/api/ciclo')).json()
        const inside = ciclo?.etapas.find((e) => e.nombre === 'Llenos')?.dentro ?? Number.NaN
        expect(Math.abs(numberOf(await textOf(figure)) - inside)).toBeLessThan(12)
      }).toPass()
    await expectInside(etapa, (e) => e.getAttribute('aria-label'))
    // By keyboard, like any link.
    await etapa.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/vista=antiguedad.*que=dentro/)
    const title = page.getByRole('heading', { level: 2, name: /Están ahora · Llenos/ })
    await expect(title).toBeVisible()
    const total = page.getByRole('status').filter({ hasText: /^[\d.]+$/ })
    await expectInside(total, (t) => t.textContent())
    await expectAccesible(page)
    await expectSinDesborde(page)

    await page.goBack()
    const vuelta = page.getByRole('link', { name: /días por vuelta/ })
    await vuelta.click()
    await expect(page.getByRole('heading', { level: 2, name: 'Vueltas' })).toBeVisible()
    // It may be measured again meanwhile.
    await expect(async () => {
      const { ciclo } = await (await page.request.get('/api/ciclo')).json()
      await expect(total).toHaveText(ciclo.vueltas.n.toLocaleString('es', { useGrouping: 'always' }), {
        timeout: 5_000,
      })
    }).toPass()
    await expectSinDesborde(page)
  })

  test(`targets are proposed, set and judged by, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    await setPlazo(page, null)
    await openCiclo(page, '?vista=metas')
    const llenos = page.getByRole('group', { name: 'Llenos' })
    await llenos.getByRole('button', { name: 'Usar lo propuesto' }).click()
    const maximum = llenos.getByLabel('Máximo')
    await expect(maximum).not.toHaveValue('')
    await llenos.getByLabel('Mínimo').fill('9000')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('En Llenos: el mínimo no puede pasar del objetivo')).toBeVisible()
    await llenos.getByLabel('Objetivo').fill('9000')
    await maximum.fill('9001')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expectToast(page, 'Metas guardadas')
    await expectAccesible(page)
    await expectSinDesborde(page)
    // Another user sets a target meanwhile.
    await setPlazo(page, 33)
    await llenos.getByLabel('Plazo (h)').fill('44')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const alerta = page.getByRole('alert').filter({ hasText: 'Otra persona ha cambiado las metas' })
    await alerta.getByRole('button', { name: 'Recargar' }).click()
    await expect(llenos.getByLabel('Plazo (h)')).toHaveValue('33')
    await llenos.getByLabel('Mínimo').fill('9000')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expectToast(page, 'Metas guardadas')
    await page.getByRole('tab', { name: 'Ciclo' }).click()
    await expect(page.getByText('Bajo mínimo (9000)').filter({ visible: true }).first()).toBeVisible()
    await setPlazo(page, null)
  })
}

test('what is stuck is taken on, and left uncounted for some days', async ({ page }) => {
  await enterAs(page, 'admin')
  // Nearly all containers exceed half an hour.
  await setPlazo(page, 0.1)
  await openCiclo(page)
  await page.goto('/ciclo?vista=antiguedad&que=dentro')
  const row = page.getByRole('row').filter({ hasText: 'Atascado' }).first()
  await expect(row.or(page.getByRole('row').nth(1)).first()).toBeVisible()
  const elegida = page.getByRole('row').nth(1)
  const apodo = (await elegida.getByRole('link').first().textContent()) ?? ''
  const suya = page.getByRole('row').filter({ hasText: apodo })
  // By its name: the list may have another first row by now.
  await suya.getByRole('checkbox').check()
  const lote = page.getByRole('region', { name: 'Contenedores elegidos' })
  await lote.getByRole('button', { name: 'Lo miro yo' }).click()
  await expectToast(page, 'Lo miras tú')
  await expect(suya).toContainText('Ane Administradora')
  await lote.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByLabel('Qué pasa con él').fill('Espera una pieza')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(suya).toContainText('Espera una pieza')
  await lote.getByRole('button', { name: 'No contar hasta…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No contar' }).click()
  await expectToast(page, 'Ya no cuenta como atascado')
  await lote.getByRole('button', { name: 'Volver a contar' }).click()
  await expectToast(page, 'Vuelve a contar')
  await page.request.post('/api/ciclo/atascos', {
    data: {
      contenedores: (await (await page.request.get('/api/ciclo/lista?que=dentro&mios=true')).json()).data.map(
        (f: { mac: string }) => f.mac,
      ),
      lleva: null,
      nota: null,
    },
  })
  await setPlazo(page, null)
})

for (const [como, viewport] of TAMANOS) {
  test(`what is held for a damage that nobody has reviewed leads to its incident, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    const golpe = (await listIncidencias(page)).find((i) => !i.revisado) as Incidencia
    // The demonstration decides which containers are stuck, and which were hit.
    await page.route(/\/api\/ciclo\/lista/, async (r) => {
      const res = await r.fetch()
      const { data, ...resto } = await res.json()
      const retenidos = data.map((f: object) => ({ ...f, exceso_h: 3, motivo: null, retenido: golpe.id }))
      await r.fulfill({ response: res, json: { ...resto, data: retenidos } })
    })
    await openCiclo(page, '?vista=antiguedad&que=dentro')
    const link = page.getByRole('link', { name: 'Daño sin revisar' }).first()
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/incidencias\\?.*incidencia=${golpe.id}\\b`))
    await expect(
      page
        .getByRole('dialog')
        .getByText(golpe.ApodoDispositivo ?? '')
        .first(),
    ).toBeVisible()
    await page.goBack()
    await expect(link).toBeVisible()
    await expectSinDesborde(page)
  })
}

test('a company without loops is told how to begin, and who only looks is offered no change', async ({
  page,
}) => {
  await enterAs(page, 'consulta')
  await openCiclo(page, '?vista=metas')
  await expect(page.getByText('Las pone quien administra la empresa.')).toBeVisible()
  await page.goto('/ciclo?vista=antiguedad&que=dentro')
  await expect(page.getByRole('link', { name: /-\d+$/ }).first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await enterAs(page, 'admin')
  await page.goto('/ciclo?en_empresa=3')
  await expect(page.getByText('Aún no hay ningún ciclo')).toBeVisible()
  await page.getByRole('link', { name: 'Preparar las etapas' }).click()
  await expect(page.getByRole('tab', { name: 'Etapas', selected: true })).toBeVisible()
})
