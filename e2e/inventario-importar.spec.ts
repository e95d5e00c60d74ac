import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

const csv = (buffer: Buffer) => ({ name: 'alta.csv', mimeType: 'text/csv', buffer })
const hex = () =>
  Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .toUpperCase()

async function open(page: Page) {
  await enterAs(page, 'admin')
  await page.goto('/poc-status?en_empresa=1')
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  const dialogo = page.getByRole('dialog', { name: 'Importar dispositivos' })
  await expect(dialogo).toBeVisible()
  return dialogo
}

test('a CSV is tried first, its errors are a file, and only its good rows come in when that is said', async ({
  page,
}) => {
  const familia = `9${Math.floor(Math.random() * 1e8)}`
  const dialogo = await open(page)
  const archivo = dialogo.locator('input[type=file]')
  const rows = Array.from({ length: 300 }, (_, i) => `AC23${hex()};${familia}-${i};Lote ñ`)
  const malas = Array.from({ length: 250 }, (_, i) => `AC23${hex()};${familia}x${i};`)
  await archivo.setInputFiles(
    csv(Buffer.from(['mac_serie;apodo;etiqueta', ...rows, ...malas].join('\r\n'), 'latin1')),
  )
  const list = dialogo.getByRole('list', { name: 'Líneas con error' })
  await expect(list).toContainText(`Línea 302${familia}x0apodo: El apodo debe tener el formato`)
  await expect(list).toContainText('y 50 más')
  await expect(dialogo.getByRole('list', { name: 'Dispositivos nuevos y cambiados' })).toContainText(
    `Nuevo${familia}-0`,
  )
  const [descarga] = await Promise.all([
    page.waitForEvent('download'),
    dialogo.getByRole('button', { name: 'Descargar los errores' }).click(),
  ])
  expect(descarga.suggestedFilename()).toBe('errores-alta.csv')
  const lineas = (await readFile(await descarga.path(), 'utf8')).trim().split('\r\n')
  expect(lineas).toHaveLength(251)
  expect(lineas[250]).toContain(`551;${familia}x249;apodo;"El apodo debe`)

  const importar = dialogo.getByRole('button', { name: 'Importar 300 dispositivos' })
  await expect(importar).toBeDisabled()
  const count = async () =>
    (await (await page.request.get(`/api/device_poc_status?familia=${familia}&page=1`)).json()).total
  expect(await count()).toBe(0)
  await dialogo
    .getByLabel('Importar solo las filas sin errores; las 250 filas con error se quedan fuera')
    .check()
  const errores: string[] = []
  page.on('console', (m) => m.type() === 'error' && errores.push(`${m.text()} ${m.location().url}`))
  // The file is delayed, so that the progress is polled before it arrives.
  const preguntada = page.waitForResponse(/\/api\/exportaciones\//)
  await page.route(/\/api\/dispositivos\/importar\?.*exportacion=/, async (r) => {
    await preguntada
    await r.continue()
  })
  await importar.click()
  await expectToast(page, 'Dispositivos importados: 300 nuevos, 0 cambiados')
  expect(errores).toEqual([])
  expect(await count()).toBe(300)
  await page.goto(`/poc-status?familia=${familia}`)
  await expect(page.getByRole('navigation', { name: 'Paginación' })).toContainText('de 300')

  // They are deleted again, because other tests count devices.
  const { data } = await (await page.request.get(`/api/devices?name=${familia}&empresa=1`)).json()
  await page.request.post('/api/delete_devices', { data: { ids: data.map((d: { id: number }) => d.id) } })
})
