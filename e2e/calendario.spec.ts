import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

/** A company to which no other test gives a calendar or stages. */
const EMPRESA = 5

async function open(page: Page, pestana: 'calendario' | 'etapas') {
  await enterAs(page, 'admin')
  await page.request.delete(`/api/empresas/${EMPRESA}/calendarios`)
  const { version } = await (await page.request.get(`/api/empresas/${EMPRESA}/ciclos`)).json()
  await page.request.put(`/api/empresas/${EMPRESA}/ciclos`, { data: { version, data: [] } })
  await page.goto(`/admin/usuarios?pestana=${pestana}&empresa=${EMPRESA}`)
}
const read = async (page: Page) =>
  (await (await page.request.get(`/api/empresas/${EMPRESA}/calendarios`)).json()).data

test('a calendar is made, changed, kept and taken away', async ({ page }) => {
  await open(page, 'calendario')
  await page.getByRole('button', { name: 'Crear el calendario' }).click()
  await expect(page.getByText('80 horas abiertas a la semana')).toBeVisible()
  await page.getByRole('button', { name: 'Añadir un turno el sábado' }).click()
  const sabado = page.getByRole('group', { name: 'Sábado' })
  await sabado.getByLabel('Sábado, turno 1, hasta').fill('1130')
  await sabado.getByLabel('Sábado, turno 1, hasta').blur()
  await expect(sabado.getByLabel('Sábado, turno 1, hasta')).toHaveValue('11:30')
  await expect(page.getByText('85,5 horas abiertas a la semana')).toBeVisible()
  const anno = new Date().getFullYear() + 1
  await page.getByRole('button', { name: `Añadir los de ${anno}` }).click()
  await expect(page.getByRole('list', { name: `Festivos de ${anno}` }).getByRole('listitem')).toHaveCount(15)
  await page.getByRole('button', { name: `Quitar San Prudencio (Álava), ${anno}-04-28` }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, /^Calendario de .+ guardado$/)
  const [suyo] = await read(page)
  expect(suyo.semana[5]).toEqual([{ desde: '06:00', hasta: '11:30' }])
  expect(suyo.festivos).toHaveLength(14)
  await page.reload()
  await expect(page.getByText('85,5 horas abiertas a la semana')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el calendario' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Aún no hay calendario')).toBeVisible()
  expect(await read(page)).toEqual([])
})

test('shifts that cannot be are refused where they stand, and nothing is sent', async ({ page }) => {
  await open(page, 'calendario')
  await page.getByRole('button', { name: 'Crear el calendario' }).click()
  const lunes = page.getByRole('group', { name: 'Lunes' })
  await lunes.getByLabel('Lunes, turno 2, desde').fill('13:00')
  await expect(lunes.getByRole('alert')).toHaveText('Dos turnos de este día se solapan.')
  await lunes.getByLabel('Lunes, turno 2, desde').fill('25')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(lunes.getByLabel('Lunes, turno 2, desde')).toBeFocused()
  await expect(lunes.getByRole('alert')).toHaveText('Escribe la hora como 06:00.')
  expect(await read(page)).toEqual([])
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('Aún no hay calendario')).toBeVisible()
})

test('stages are proposed, a place changes its stage, and all is kept', async ({ page }) => {
  await open(page, 'etapas')
  const plano = await (await page.request.get(`/api/ubicaciones?empresa=${EMPRESA}`)).json()
  await page.request.post('/api/ubicaciones/por_defecto', {
    data: { empresa: EMPRESA, version: plano.version },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Proponer las etapas' }).click()
  const ciclo = page.getByRole('group', { name: 'Ciclo General' })
  const etapas = ciclo.getByRole('list', { name: 'Etapas de General' }).getByRole('listitem')
  await expect.poll(() => etapas.count()).toBeGreaterThanOrEqual(4)
  const consumo = etapas.filter({ has: page.getByRole('radio', { name: 'La vuelta empieza en Consumo' }) })
  await consumo.getByRole('combobox', { name: 'Ubicaciones' }).click()
  await page.getByRole('option', { name: 'Almacén Lleno', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(etapas.first().getByText('Almacén Lleno')).toHaveCount(0)
  await consumo.getByRole('button', { name: 'Subir Consumo' }).click()
  await ciclo.getByRole('radio', { name: 'La vuelta empieza en Consumo' }).check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, /^Etapas de .+ guardadas$/)
  const { data } = await (await page.request.get(`/api/empresas/${EMPRESA}/ciclos`)).json()
  expect(data[0].etapas[0]).toMatchObject({ nombre: 'Consumo', ancla: true })
  await ciclo.getByRole('textbox', { name: 'Etapa' }).first().fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('En el ciclo «General» hay una etapa sin nombre.')).toBeVisible()
})

for (const width of [1440, 390])
  for (const pestana of ['calendario', 'etapas'] as const)
    test(`nothing for axe to find in ${pestana} at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await enterAs(page, 'admin')
      await page.goto(`/admin/usuarios?pestana=${pestana}&empresa=1`)
      await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible()
      await expectAccesible(page)
      await expectSinDesborde(page)
    })
