import { expect, type Page } from '@playwright/test'
import { CLAVE, type Cuenta, comoAdmin, unico } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

const filas = (page: Page) =>
  page.getByRole('grid', { name: 'Usuarios', exact: true }).locator('tbody tr[data-id]')
const parametros = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const nombreDe = (n: number) => `Lista ${String(n).padStart(2, '0')}`

let raiz: string
let cuentas: Cuenta[]

test.beforeAll(async ({ browser }) => {
  raiz = unico('lista')
  cuentas = await comoAdmin(browser, async (api) => {
    const hechas: Cuenta[] = []
    for (let n = 1; n <= 12; n++) {
      const data = { username: `${raiz}.${n}`, nombre: nombreDe(n), password: CLAVE, empresa: 1 }
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

test('the users come in pages, which the address names', async ({ page }) => {
  const cuantas = page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
  const expectNombres = async (de: number, a: number) => {
    await expect(filas(page)).toHaveCount(a - de + 1)
    await expect(filas(page).first()).toContainText(nombreDe(de))
    await expect(filas(page).last()).toContainText(nombreDe(a))
    await expect(cuantas).toHaveText(`${de}–${a} de 12`)
  }
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios?buscar=${raiz}`)
  await expectNombres(1, 12)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText(['10', '16', '20', '50', '100'])
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expectNombres(1, 10)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expectNombres(11, 12)
  expect(parametros(page)).toEqual({ buscar: raiz, filas: '10', pagina: '2' })
  await expect(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await page.reload()
  await expectNombres(11, 12)
  await page.getByRole('button', { name: 'Primera página' }).click()
  await expectNombres(1, 10)
  await page.goBack()
  await expectNombres(11, 12)
  await page.getByPlaceholder('Buscar nombre o usuario').fill(`${raiz}.1`)
  await expect(filas(page)).toHaveCount(4)
  expect(parametros(page)).toEqual({ buscar: `${raiz}.1`, filas: '10' })
})

test('the last access is told, and sorts: who was never in comes last', async ({ page, browser }) => {
  const segunda = cuentas[1] as Cuenta
  await enterAs(page, 'admin')
  await page.goto(`/admin/usuarios?buscar=${raiz}`)
  await expect(filas(page).getByText('Nunca', { exact: true })).toHaveCount(12)
  const contexto = await browser.newContext()
  const data = { username: segunda.username, password: CLAVE }
  expect((await contexto.request.post('/api/login', { data })).ok()).toBe(true)
  await contexto.close()
  await page.reload()
  await expect(filas(page).getByText('Nunca', { exact: true })).toHaveCount(11)
  const hora = filas(page).filter({ hasText: segunda.nombre }).locator('time')
  await expect(hora).toHaveText('ahora')
  const dicha = Date.parse((await hora.getAttribute('datetime')) ?? '')
  expect(Math.abs(Date.now() - dicha)).toBeLessThan(60_000)
  await hora.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/)
  const columna = page.getByRole('columnheader', { name: /Último acceso/ }).getByRole('button')
  for (const _ of ['up', 'down']) {
    await columna.click()
    await expect(filas(page).first()).toContainText(segunda.nombre)
    await expect(filas(page).nth(1)).not.toContainText(segunda.nombre)
  }
})
