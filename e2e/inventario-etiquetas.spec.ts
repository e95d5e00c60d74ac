import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { HOJAS, sitioOf } from '../contract/parque/adhesivos/values'
import { readCodigos } from '../server/testing/qr'
import { open, row, test } from './inventario'

const dialogo = (page: Page) => page.getByRole('dialog', { name: 'Imprimir etiquetas QR' })

async function print(page: Page) {
  const [bajada] = await Promise.all([
    page.waitForEvent('download'),
    dialogo(page).getByRole('button', { name: 'Descargar PDF' }).click(),
  ])
  expect(bajada.suggestedFilename()).toBe('etiquetas_qr.pdf')
  const bytes = await readFile(await bajada.path())
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  return { bytes, texto: text.join('\n'), totalPages }
}

test('QR labels of the rows selected, on the rest of a sheet: the code opens the container', async ({
  page,
  propios,
}) => {
  const { familia, propios: p } = await propios(3)
  const [uno, dos, tres] = p as [(typeof p)[0], (typeof p)[0], (typeof p)[0]]
  await open(page, `/poc-status?apodo=${familia}`, 'operario')
  for (const { mac } of [uno, dos]) await row(page, mac).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Etiquetas QR' }).click()
  await expect(dialogo(page)).toContainText('De 2 dispositivos seleccionados.')
  await dialogo(page).getByRole('combobox', { name: 'Tamaño' }).click()
  await page.getByRole('option', { name: 'A4 de 14 (Avery L7163)' }).click()
  const empezar = dialogo(page).getByRole('textbox', { name: 'Empezar en la etiqueta' })
  const copias = dialogo(page).getByRole('textbox', { name: 'Copias de cada una' })
  await empezar.fill('12')
  await copias.fill('2')
  await expect(dialogo(page).getByRole('status')).toHaveText('4 etiquetas en 2 páginas')
  const { bytes, texto, totalPages } = await print(page)
  expect(totalPages).toBe(2)
  expect([uno, dos, tres].map(({ apodo }) => texto.split(apodo).length - 1)).toEqual([2, 2, 0])
  const [una, otra] = await readCodigos(bytes, HOJAS.a4_14.papel)
  expect([una?.length, otra?.length]).toEqual([3, 1])
  expect(una?.[0]?.x).toBeGreaterThan(sitioOf(HOJAS.a4_14, 11)[0])
  const url = una?.[0]?.texto as string
  expect(url).toBe(`${new URL(page.url()).origin}/Public?mac=${uno.mac}`)
  await page.goto(url)
  await expect(page.getByRole('heading', { name: uno.apodo })).toBeVisible()

  // The choice is remembered; without a selection, all devices that pass the filters are printed.
  await page.goto(`/poc-status?apodo=${familia}`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Etiquetas QR…' }).click()
  await expect(dialogo(page)).toContainText('De 3 dispositivos: todos los que pasan los filtros.')
  await expect(dialogo(page).getByRole('combobox', { name: 'Tamaño' })).toHaveText('A4 de 14 (Avery L7163)')
  await expect(copias).toHaveValue('2')
  await expect(empezar).toHaveValue('1')
  const all = await print(page)
  expect(all.totalPages).toBe(1)
  expect(all.texto).toContain(tres.apodo)
  await expect(dialogo(page)).toBeHidden()
})
