import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { chooseFile } from '../../testing/files'
import { MANAGER } from '../../testing/sessions'
import { askedOf, expectText, press } from '../../testing/steps'
import { openLosses } from './fixtures'

for (const width of [1440, 390])
  test(`a price is added and stands in the list, ${width} px wide`, async () => {
    const prices: never[] = []
    const app = await openLosses(
      '/perdidas',
      {
        ...MANAGER,
        listPrecios: () => ({ data: prices }),
        createPrecio: ({ body }) => {
          const price = {
            id: 1,
            momento: '2026-11-01T10:00:00Z',
            persona: null,
            ...(body as object),
          } as never
          prices.push(price)
          return price
        },
      },
      width,
    )
    await press('Precios')
    const dialog = page.getByRole('dialog', { name: 'Precios' })
    const euros = dialog.getByLabelText('Precio de un contenedor (€)')
    await euros.fill('0')
    await expect.element(dialog.getByRole('button', { name: 'Añadir' })).toBeDisabled()
    await expectText('Debe ser mayor que 0.', dialog)
    await expectAccessible(dialog.element())
    await euros.fill('120,50')
    await press('Añadir', dialog)
    await expectText('Precio añadido')
    await expect.element(dialog.getByRole('list', { name: 'Precios puestos' })).toMatchTextContent('120,50 €')
    expect(askedOf(app, 'createPrecio')[0]?.body).toMatchObject({ empresa: 1, familia: '', centimos: 12_050 })
    await press('Cerrar', dialog)
    await expect.element(dialog).not.toBeInTheDocument()
  })

test('prices come from a file, after what it would do was shown', async () => {
  const report = {
    ensayo: true,
    filas: 2,
    nuevas: 1,
    cambiadas: 0,
    iguales: 0,
    con_error: 1,
    errores_total: 1,
    cambios: [{ linea: 2, familia: '20014', desde: '2020-01-02', centimos: 11_111, antes: null }],
    errores: [
      { linea: 3, nombre: 'NADIE', columna: 'familia', error: 'Ningún contenedor es de la familia «NADIE»' },
    ],
  }
  const app = await openLosses('/perdidas', { ...MANAGER, importPrecios: () => report })
  await press('Precios')
  await press('Importar de un archivo')
  const dialog = page.getByRole('dialog', { name: 'Importar precios' })
  await expect.element(dialog).toBeVisible()
  chooseFile(
    dialog.element().querySelector('input[type=file]'),
    new File(['familia;desde;precio'], 'precios.csv'),
  )
  await expect.element(dialog).toMatchTextContent(/Ningún contenedor es de la familia «NADIE»/)
  await expect
    .element(dialog.getByRole('list', { name: 'Precios nuevos y cambiados' }))
    .toMatchTextContent('111,11 €')
  await expectAccessible(dialog.element())
  await dialog.getByRole('checkbox').click()
  await dialog
    .getByRole('button', { name: /^Importar/ })
    .last()
    .click()
  await expectText('Precios importados: 1')
  expect(askedOf(app, 'importPrecios').map((r) => r.query.ensayo)).toEqual(['true', 'false'])
  await expect.element(page.getByRole('dialog', { name: 'Precios' })).toBeVisible()
})
