import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { holdRoute } from './hold'
import { antiguos, open, rejilla, row, rows, test } from './inventario'
import { expectToast } from './toasts'

const nombres = (page: Page) => rows(page).locator('td:nth-child(2)')
const mark = (page: Page, id: number) => row(page, id).getByRole('checkbox').check()
const remove = (page: Page) => page.getByRole('button', { name: /^Eliminar/ })

// cubre: antiguo 3, errores 3
test('the selected are deleted once confirmed, and an administrator brings them back', async ({
  page,
  propios,
}) => {
  const { familia } = await propios(2)
  const { data } = await antiguos(page, { name: familia })
  const [uno, dos] = data
  if (!uno || !dos) throw new Error('not registered')
  await open(page, `/inventory?name=${familia}`)
  await mark(page, uno.id)
  await remove(page).click()
  const pregunta = page.getByRole('alertdialog', { name: 'Eliminar dispositivos' })
  await pregunta.getByRole('button', { name: 'Cancelar' }).click()
  expect((await antiguos(page, { name: familia })).total).toBe(2)
  await remove(page).click()
  await pregunta.getByRole('button', { name: 'Eliminar' }).click()
  await expectToast(page, 'Dispositivos eliminados correctamente')
  await expect(nombres(page)).toHaveText([dos.Name])
  expect((await antiguos(page, { name: familia })).data.map((d) => d.id)).toEqual([dos.id])

  await page.getByRole('button', { name: 'Dispositivos eliminados' }).click()
  const papelera = page.getByRole('dialog', { name: 'Dispositivos eliminados' })
  await papelera.getByPlaceholder('Nombre o MAC').fill(familia)
  await expect(papelera.locator('tbody tr[data-id]')).toHaveCount(1)
  await papelera.getByRole('checkbox', { name: `Seleccionar fila ${uno.id}` }).check()
  await papelera.getByRole('button', { name: 'Restaurar (1)' }).click()
  await expectToast(page, 'Dispositivos restaurados correctamente')
  await papelera.getByRole('button', { name: 'Cerrar' }).click()
  await expect(nombres(page)).toHaveText([uno.Name, dos.Name])
})

test('of a thousand rows those in sight are drawn at once, and the keyboard reaches the last', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const muestra = (await antiguos(page, { per_page: '10' })).data
  const data = Array.from({ length: 1000 }, (_, i) => ({ ...muestra[i % 10], id: i + 1, Name: `N-${i + 1}` }))
  const release = await holdRoute(page, /\/api\/devices\?/, (r) => r.fulfill({ json: { data, total: 1000 } }))
  await page.goto('/inventory?filas=1000')
  await expect(rejilla(page)).toBeVisible()
  // CPU time of the page, which other programs on the machine do not lengthen.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1000 * (metrics.find((m) => m.name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await cpuMs()
  release()
  await expect(row(page, 1)).toBeVisible()
  const spent = (await cpuMs()) - before
  expect(spent).toBeGreaterThan(0)
  expect(spent).toBeLessThan(1_500)
  expect(await rows(page).count()).toBeLessThan(100)
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(row(page, 1000)).toBeFocused()
})
