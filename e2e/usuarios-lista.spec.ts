import { expect, type Page } from '@playwright/test'
import { CLAVE, type Cuenta, comoAdmin, unique } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

const rows = (page: Page) =>
  page.getByRole('grid', { name: 'Usuarios', exact: true }).locator('tbody tr[data-id]')
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const nombreOf = (n: number) => `Lista ${String(n).padStart(2, '0')}`

let root: string
let cuentas: Cuenta[]

test.beforeAll(async ({ browser }) => {
  root = unique('lista')
  cuentas = await comoAdmin(browser, async (api) => {
    const hechas: Cuenta[] = []
    for (let n = 1; n <= 12; n++) {
      const data = { username: `${root}.${n}`, nombre: nombreOf(n), password: CLAVE, empresa: 1 }
      const r = await api.post('/api/usuarios', { data })
      expect(r.status(), await r.text()).toBe(200)
      hechas.push(await r.json())
    }
    return hechas
  })
})
test.afterAll(({ browser }) =>
  comoAdmin(browser, async (api) => {
    for (const { id } of cuentas) await api.delete(`/api/usuarios/${id}`)
  }),
)

// cubre: usuarios 1
test('the users come in pages, which the address names', async ({ page }) => {
  const cuantas = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
  const expectNombres = async (de: number, a: number) => {
    await expect(rows(page)).toHaveCount(a - de + 1)
    await expect(rows(page).first()).toContainText(nombreOf(de))
    await expect(rows(page).last()).toContainText(nombreOf(a))
    await expect(cuantas).toHaveText(`${de}–${a} de 12`)
  }
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios?buscar=${root}`)
  await expectNombres(1, 12)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '16', '20', '50', '100'])
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expectNombres(1, 10)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expectNombres(11, 12)
  expect(parameters(page)).toEqual({ buscar: root, filas: '10', pagina: '2' })
  await expect(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await page.reload()
  await expectNombres(11, 12)
  await page.getByRole('button', { name: 'Primera página' }).click()
  await expectNombres(1, 10)
  await page.goBack()
  await expectNombres(11, 12)
  await page.getByPlaceholder('Buscar nombre o usuario').fill(`${root}.1`)
  await expect(rows(page)).toHaveCount(4)
  expect(parameters(page)).toEqual({ buscar: `${root}.1`, filas: '10' })
})

// cubre: usuarios 1
test('the last access is told, and sorts: who was never in comes last', async ({ page, browser }) => {
  const segunda = cuentas[1] as Cuenta
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios?buscar=${root}`)
  await expect(rows(page).getByText('Nunca', { exact: true })).toHaveCount(12)
  const context = await browser.newContext()
  const data = { username: segunda.username, password: CLAVE }
  expect((await context.request.post('/api/login', { data })).ok()).toBe(true)
  await context.close()
  await page.reload()
  await expect(rows(page).getByText('Nunca', { exact: true })).toHaveCount(11)
  const hour = rows(page).filter({ hasText: segunda.nombre }).locator('time')
  await expect(hour).toHaveText('ahora')
  const dicha = Date.parse((await hour.getAttribute('datetime')) ?? '')
  expect(Math.abs(Date.now() - dicha)).toBeLessThan(60_000)
  await hour.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/)
  const column = page.getByRole('columnheader', { name: /Último acceso/ }).getByRole('button')
  for (const _ of ['up', 'down']) {
    await column.click()
    await expect(rows(page).first()).toContainText(segunda.nombre)
    await expect(rows(page).nth(1)).not.toContainText(segunda.nombre)
  }
})
