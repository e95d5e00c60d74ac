import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { apodos, de, list, open, rows, test, total } from './inventario'

// cubre: producto 3
test('ten rows, another page and order, filters and the summary are what the server says', {
  tag: '@main',
}, async ({ page }) => {
  await open(page)
  await expect(rows(page)).toHaveCount(10)
  const esperados = await list(page, { per_page: '10' })
  await expect(total(page)).toHaveText(de(esperados.total))
  await expect(apodos(page)).toHaveText(esperados.data.map((d) => d.Apodo ?? d.Dispositivo))
  await page.goto('/poc-status?orden=TipoDispositivo&sentido=desc&pagina=2&filas=20')
  const query = { orden: 'TipoDispositivo', sentido: 'desc', page: '2', per_page: '20' }
  await expect(apodos(page)).toHaveText((await list(page, query)).data.map((d) => d.Apodo ?? d.Dispositivo))
  const dialogo = page.getByRole('dialog', { name: 'Resumen del inventario' })
  // Containers fall silent and are heard again meanwhile.
  await expect(async () => {
    await open(page, '/poc-status?tipo=SmartBle')
    await page.getByRole('button', { name: 'Resumen' }).click()
    for (const [text, filter] of [
      ['Total de dispositivos', {}],
      ['Sin actualizar desde hace 3 días o más', { sin_actualizar: 'true' }],
    ] as const) {
      const { total: n } = await list(page, { tipo: 'SmartBle', ...filter })
      await expect(
        dialogo.getByRole('button', { name: `${n.toLocaleString('es')} ${text}`, exact: true }),
      ).toBeVisible({ timeout: 10_000 })
    }
  }).toPass()
})

// cubre: inventario 7
test('the file has the columns, filters and order of the screen', async ({ page }) => {
  await open(page, '/poc-status?tipo=Reader&orden=Apodo&sentido=desc')
  await page.getByRole('button', { name: 'Columnas y densidad' }).click()
  await page.getByRole('checkbox', { name: 'Bateria', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  const esperados = await list(page, { tipo: 'Reader', sentido: 'desc' })
  for (const [option, nombre] of [
    ['Excel (.xlsx)', 'status_poc.xlsx'],
    ['PDF (.pdf)', 'status_poc.pdf'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: option }).click(),
    ])
    expect(descarga.suggestedFilename()).toBe(nombre)
    const bytes = await readFile(await descarga.path())
    if (nombre.endsWith('pdf')) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      continue
    }
    const [hoja] = (await readXlsx(new Uint8Array(bytes))).sheets
    expect(hoja?.rows[0]).toEqual([
      'Apodo',
      'TipoDispositivo',
      'Activado',
      'UltimoRegistro',
      'ApodoLector',
      'PosibleEstado',
      'Estado',
      'Ubicacion',
      'Empresa',
    ])
    expect(hoja?.rows.slice(1).map((r) => r[0])).toEqual(esperados.data.map((d) => d.Apodo))
  }
})
