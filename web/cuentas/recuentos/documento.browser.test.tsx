import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { sessionAs } from '../../testing/sessions'
import { askedOf, expectAddress, expectText, press } from '../../testing/steps'
import { countOf, fullOf, openCounts, rowOf } from './fixtures'

const DOUBT = page.getByRole('alertdialog', { name: '¿Seguro?' })
const linesOf = (...data: ReturnType<typeof rowOf>[]): Answers => ({
  listLineas: () => ({ data, total: data.length }),
})
const said: Answers = {
  createConfirmacion: () => ({ id: 90 }) as never,
  removeConfirmacion: () => ({ ok: true }) as never,
}

test('the document says who counted, when, how long, and how far readers agree', async () => {
  await openCounts('/recuentos/12', linesOf(rowOf()))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Recuento 12: Muelle')
  await expect.element(page.getByRole('main')).toMatchTextContent(/Lo abrióOlga Operaria.*Duración30 min/)
  await expectText('Los lectores dicen lo mismo que el recuento de 2 de 4 contenedores.')
  await page.getByRole('tab', { name: 'Sobrantes 1' }).click()
  await expectAddress({ lista: 'sobrantes' })
  await expectAccessible()
})

test('a surplus container is moved here after a doubt was answered', async () => {
  const surplus = rowOf({ resultado: 'otro_sitio', Ubicacion: 'Nave', veces: 1 })
  const app = await openCounts('/recuentos/12?lista=sobrantes', {
    ...linesOf(surplus),
    ...said,
    createConfirmacion: ({ body }) =>
      (body as { seguro: boolean }).seguro
        ? ({ id: 90 } as never)
        : refuse({ status: 409, code: 'poco_creible', error: 'Los lectores lo oyen en «Nave».' }),
  })
  await press('Mover aquí')
  await expect.element(DOUBT).toMatchTextContent(/Los lectores lo oyen en «Nave»\. Se mostrará ahí/)
  await expectAccessible(DOUBT.element())
  await press('Sí, está ahí', DOUBT)
  await expectText('20014-1 está en «Muelle»')
  await expect.element(page.getByRole('button', { name: 'Movido' })).toBeDisabled()
  expect(askedOf(app, 'createConfirmacion').map((r) => r.body)).toEqual([
    { empresa: 1, mac_serie: 'AC0000000001', ubicacion: 4, seguro: false },
    { empresa: 1, mac_serie: 'AC0000000001', ubicacion: 4, seguro: true },
  ])
})

test('a missing container is said to be here after all, which is taken back', async () => {
  const app = await openCounts('/recuentos/12', { ...linesOf(rowOf()), ...said })
  await press('Está aquí')
  await expectText('20014-1 está en «Muelle»')
  await press('Deshacer')
  await expectText('Corrección deshecha')
  expect(askedOf(app, 'removeConfirmacion').map((r) => r.params)).toEqual([{ id: '90' }])
})

for (const width of [1440, 390])
  test(`a missing container is searched for in the name of who presses, ${width} px wide`, async () => {
    const app = await openCounts(
      '/recuentos/12',
      {
        ...linesOf(rowOf()),
        createAsientos: () => ({
          asientos: [70],
          resultados: [{ mac: 'AC0000000001', status: 'success', message: '' }],
        }),
        undoAsientos: () => ({ asientos: [], resultados: [] }),
      },
      width,
    )
    await press('Buscar')
    await expectText('20014-1, en búsqueda')
    await expect.element(page.getByRole('button', { name: 'En búsqueda' })).toBeDisabled()
    expectNoOverflow()
    await press('Deshacer')
    await expectText('Deshecho')
    await expect.element(page.getByRole('button', { name: 'Buscar' })).toBeEnabled()
    expect(askedOf(app, 'createAsientos')[0]?.body).toMatchObject({
      contenedores: ['AC0000000001'],
      clase: 'busqueda',
      lleva: 7,
      recuento: 12,
    })
  })

test.each([
  ['AC233F0000A1', { mac: 'AC233F0000A1' }],
  ['20014-9', { apodo: '20014-9' }],
])('an unknown code %s leads to the form that registers it', async (codigo, expected) => {
  await openCounts(
    '/recuentos/12?lista=desconocidos',
    linesOf(rowOf({ mac: null, Apodo: null, codigo, resultado: 'desconocido' })),
  )
  await press('Registrar')
  await expect.poll(() => location.pathname).toBe('/PanelDisp')
  await expect.element(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
  await expect
    .poll(() => [...document.querySelectorAll('input')].map((i) => i.value))
    .toContain(Object.values(expected)[0])
})

test('a count is signed by another person, who is asked', async () => {
  let estado: 'por_firmar' | 'firmado' = 'por_firmar'
  const app = await openCounts('/recuentos/12', {
    getRecuento: () =>
      fullOf({
        estado,
        puede_firmar: estado === 'por_firmar',
        firmo: estado === 'firmado' ? { id: 7, nombre: 'Olga Operaria' } : null,
      }),
    signRecuento: () => {
      estado = 'firmado'
      return countOf(12, { estado })
    },
  })
  await press('Firmar')
  await press('Firmar', page.getByRole('alertdialog'))
  await expectText('Recuento firmado')
  await expectText('Lo firmó')
  await expect.element(page.getByRole('button', { name: 'Firmar' })).not.toBeInTheDocument()
  expect(askedOf(app, 'signRecuento')).toHaveLength(1)
})

test.each([
  [1, /^Lo firma otra persona/],
  [0, /^Nadie puede firmarlo/],
])('who took part is not offered to sign, and with %i left to sign it says so', async (firmantes, text) => {
  await openCounts('/recuentos/12', { getRecuento: () => fullOf({ estado: 'por_firmar', firmantes }) })
  await expectText(text)
  await expect.element(page.getByRole('button', { name: 'Firmar' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('the difference of a partner’s count goes into the book and back', async () => {
  let anotado: { momento: string; persona: string; movimientos: number } | null = null
  const app = await openCounts('/recuentos/12', {
    getRecuento: () =>
      fullOf({
        lugar: null,
        ubicacion: null,
        tercero: 'Cuenta',
        tercero_id: 4,
        libro: { sin_nombre: 5, anotado },
      }),
    enterRecuento: () => {
      anotado = { momento: '2026-11-27T10:00:00+01:00', persona: 'Olga', movimientos: 7 }
      return { movimientos: 7 }
    },
    undoEnterRecuento: () => {
      anotado = null
      return { movimientos: 7 }
    },
  })
  const book = page.getByRole('region', { name: 'Frente al libro' })
  await expect.element(book).toMatchTextContent('La diferencia no está en el libro')
  await press('Anotar la diferencia en el libro', book)
  const asks = page.getByRole('alertdialog')
  await expect
    .element(asks)
    .toMatchTextContent(/1 contenedor que faltan.*5 anotados sin nombre salen de ella/)
  await expectAccessible(asks.element())
  await press('Anotar', asks)
  await expectText('Anotado en el libro: 7 movimientos')
  await expect.element(book).toMatchTextContent('La diferencia está en el libro')
  await expect
    .element(book.getByRole('link', { name: 'Ver su extracto' }))
    .toHaveAttribute('href', expect.stringMatching(/tercero=4.*buscar=Recuento/))
  await press('Deshacer lo anotado', book)
  await press('Deshacer', asks)
  await expectText('Deshecho: 7 movimientos corregidos')
  await expect.element(book).toMatchTextContent('La diferencia no está en el libro')
  expect(askedOf(app, 'undoEnterRecuento')).toHaveLength(1)
})

test('who only looks is offered nothing to do with a row', async () => {
  await openCounts('/recuentos/12', { ...linesOf(rowOf()), ...sessionAs({ rol: 'lectura' }) })
  await expect.element(page.getByRole('link', { name: '20014-1' })).toBeVisible()
  for (const name of ['Buscar', 'Está aquí'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
})
