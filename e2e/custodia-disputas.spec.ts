import { expect, type Page } from '@playwright/test'
import type { Extracto, FilaExtracto, Saldo } from '../contract/cuentas/custodia/custodia'
import { enterAs } from './enter'
import { test } from './prueba'

test.describe.configure({ timeout: 240_000 })

const SUYO = 'Prensas Abadiño'

const statement = async (page: Page, query: string): Promise<Extracto> =>
  (await page.request.get(`/api/custodia/extracto?per_page=200&${query}`)).json()

const change = async (page: Page, quien: string) => {
  await page.context().clearCookies()
  await enterAs(page, quien)
}

/** A container that the partner has by a reading of known certainty and of which nothing was said, nor entered since. The book is calculated within some minutes of the start. */
async function pickLine(page: Page): Promise<FilaExtracto> {
  const suyo = async () =>
    ((await (await page.request.get('/api/custodia/saldos')).json()) as { data: Saldo[] }).data[0]?.n ?? 0
  await expect.poll(suyo, { timeout: 180_000 }).toBeGreaterThan(50)
  const { data } = await statement(page, '')
  const linea = data.find(
    (f, i) =>
      f.clase === 'visto' &&
      f.cantidad === 1 &&
      f.lugar !== null &&
      f.certeza !== null &&
      !f.anulada &&
      f.dichos.length === 0 &&
      data.findIndex((x) => x.contenedor === f.contenedor) === i,
  )
  if (!linea) throw new Error('no line to dispute')
  return linea
}

async function say(page: Page, nombre: string, que: string, nota: string): Promise<void> {
  await page
    .getByRole('button', { name: `Abrir la línea de ${nombre}` })
    .first()
    .click()
  const dialogo = page.getByRole('dialog')
  const opcion = dialogo.getByRole('group', { name: 'Qué se dice' }).getByRole('button', { name: que })
  if (await opcion.count()) await opcion.click()
  await dialogo.getByRole('textbox', { name: /Nota|Qué no es correcto/ }).fill(nota)
  await dialogo.getByRole('button', { name: que }).last().click()
  await expect(dialogo).toHaveCount(0)
}

/** Opens the newest notice with this subject. */
async function openAviso(page: Page, asunto: RegExp): Promise<void> {
  await page.getByRole('link', { name: /^Avisos, \d+ sin leer/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avisos')
  await expect(page.getByRole('main')).toContainText(SUYO)
  await page.getByRole('link', { name: asunto }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custodia')
}

test('a dispute reaches the company, and its answer the partner with the proof', async ({ page }) => {
  await enterAs(page, 'proveedor')
  const linea = await pickLine(page)
  const nombre = linea.contenedor as string
  const dia = linea.momento.slice(0, 10)
  await page.goto(`/custodia?vista=extracto&buscar=${nombre}&desde=${dia}&hasta=${dia}`)
  await say(page, nombre, 'Disputar', 'No nos consta')

  await change(page, 'operario')
  await page.goto('/Hoy?papel=parque')
  const tarea = page.locator('[data-linea=disputas]')
  await expect(tarea).toContainText(/líneas? de (un extracto|extractos) en disputa/)
  const n = Number((await tarea.textContent())?.match(/\d+/)?.[0])
  await tarea.getByRole('link', { name: 'Contestar' }).click()
  await expect(page.getByRole('tab', { name: 'En disputa' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(
    n === 1 ? '1 línea en disputa' : `${n} líneas en disputa`,
  )
  await page.goto('/Hoy')
  await openAviso(page, new RegExp(`^Ver las líneas: ${SUYO} disputa `))
  await expect(page.getByRole('tab', { name: 'En disputa' })).toHaveAttribute('aria-selected', 'true')
  await say(page, nombre, 'Contestar', 'Lo oyó vuestro lector')

  await change(page, 'proveedor')
  await page.goto('/custodia')
  await openAviso(page, /^Ver las líneas: Respuesta /)
  await page
    .getByRole('button', { name: `Abrir la línea de ${nombre}` })
    .first()
    .click()
  const dialogo = page.getByRole('dialog')
  await expect(dialogo.getByLabel('Lo dicho de la línea')).toContainText('Lo oyó vuestro lector')
  const prueba = dialogo.getByLabel('Demostración de la respuesta')
  await expect(prueba).toContainText(new RegExp(`Visto.*${linea.lugar}, por .*% de certeza`))
  await page.keyboard.press('Escape')
  await expect(dialogo).toHaveCount(0)

  // The profile offers the notices of a partner, and asks for nothing that it may not have.
  const failed: string[] = []
  page.on('response', (r) => r.status() >= 400 && failed.push(r.url()))
  await page.goto('/perfil')
  const tipos = page.getByRole('list', { name: 'Tipos de aviso' }).getByRole('listitem')
  await expect(tipos).toHaveCount(1)
  await expect(tipos).toContainText('Línea de un extracto en disputa')
  await expect(page.getByText('Solo de estas familias y lugares')).toHaveCount(0)
  await expect(page.getByText('Al entrar', { exact: true })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(failed).toEqual([])

  await change(page, 'operario')
  await page.goto('/custodia?vista=disputas')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ])
  expect(descarga.suggestedFilename()).toMatch(/^disputas.*\.xlsx$/)
  await say(page, nombre, 'Acordar', 'Hablado')
  await expect(page.getByRole('button', { name: `Abrir la línea de ${nombre}` })).toHaveCount(0)
})
