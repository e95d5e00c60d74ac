import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Estado } from '#contract/parque/ubicaciones/ubicaciones'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { catchDownloads, sendFile } from '../../testing/files'
import { openApp } from '../../testing/open-app'
import { column, rows, texts } from '../../testing/rows'
import { button } from '../../testing/steps'

const FIJAS: Estado = {
  data: [
    ...Array.from({ length: 13 }, (_, i) => ({
      ubicacion: `Muelle ${i + 1}`,
      lector: `LEC-${i + 1}`,
      n: 100 - i,
      dudosos: i === 0 ? 3 : 0,
      sin_senal: 0,
    })),
    { ubicacion: 'Sin ubicación', lector: null, n: 1, dudosos: 0, sin_senal: 0 },
  ],
  dispositivos: 1223,
  ubicaciones: 13,
}
const cells = (n: number) => [...(rows()[n]?.querySelectorAll('td') ?? [])].map((c) => c.textContent)

async function open(address = '/status', getEstado: Answers['getEstado'] = () => FIJAS, width = 1440) {
  const { asked } = await openApp(address, {
    width,
    answers: {
      getEstado,
      listFamilies: () => ({ data: ['20014'] }),
      inventarioUbicaciones: () => ({ data: ['Muelle 1'] }),
      exportEstado: () => sendFile(),
    },
  })
  const queries = (name: keyof Answers) => asked.filter((a) => a.name === name).map((a) => a.request.query)
  return { last: () => queries('getEstado').at(-1), queries }
}

// cubre: estados 2-3, constantes 11
test('location, reader and count with their totals, ten a page', async () => {
  await open()
  await expect
    .element(page.getByRole('status', { name: 'Totales' }))
    .toHaveTextContent('1223 dispositivos · 13 ubicaciones')
  expect(texts(page.getByRole('columnheader'))).toEqual(['Ubicación', 'Lector', 'Dispositivos'])
  expect(rows()).toHaveLength(10)
  expect(cells(1)).toEqual(['Muelle 2', 'LEC-2', '99'])
  // Devices with an uncertain place link to their list.
  await expect
    .element(page.getByRole('link', { name: '3 dudosos en Muelle 1, LEC-1' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/\/poc-status\?.*ubicacion=Muelle\+1.*visto_por=LEC-1.*certeza=dudosa/),
    )
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['10', '20', '50', '100', '500', '1000', 'Todas'])
  await page.getByRole('option', { name: 'Todas' }).click()
  await expect.poll(rows).toHaveLength(14)
  expect(location.search).toContain('filas=-1')
  expect(cells(13)).toEqual(['Sin ubicación', 'Sin lector', '1'])
  await expect.element(page.getByRole('navigation', { name: 'Paginación' })).toMatchTextContent('1–14 de 14')
  await page.getByRole('columnheader', { name: 'Dispositivos' }).getByRole('button').click()
  await expect.poll(() => cells(0)[0]).toBe('Sin ubicación')
  history.back()
  await expect.poll(() => cells(0)[0]).toBe('Muelle 1')
})

// cubre: estados 1
test('family and location filter, live in the address, and back undoes them', async () => {
  const { last } = await open()
  await page.getByRole('combobox', { name: 'Familia' }).click()
  await page.getByRole('option', { name: '20014', exact: true }).click()
  await expect.poll(last).toMatchObject({ familia: '20014' })
  await page.getByRole('combobox', { name: 'Ubicación' }).click()
  await page.getByRole('option', { name: 'Sin ubicación' }).click()
  await expect.poll(last).toMatchObject({ familia: '20014', ubicacion: 'Sin ubicación' })
  await button('Quitar filtro de ubicación').click()
  await expect.poll(() => location.search).toBe('?familia=20014')
  history.back()
  await expect.poll(() => location.search).toContain('ubicacion=')
  await button('Limpiar').click()
  await expect.poll(() => location.search).not.toMatch(/familia|ubicacion/)
})

// cubre: estados 4, constantes 18
test('estado.xlsx is asked for with the filters, the order and the columns on screen', async () => {
  const saved = catchDownloads()
  const { queries } = await open('/status?familia=20014&orden=n&sentido=desc')
  await button('Exportar').click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('estado.xlsx')
  expect(queries('exportEstado')[0]).toMatchObject({
    ...{ familia: '20014', orden: 'n', sentido: 'desc' },
    columnas: 'ubicacion,lector,n',
  })
})

// cubre: errores 21
test('nothing found and nothing answered say what to do', async () => {
  let fails = false
  await open('/status?familia=99999', ({ query }) => {
    if (fails) return refuse({ status: 400, error: 'No se pudo contar.' })
    return query.familia ? { data: [], dispositivos: 0, ubicaciones: 0 } : FIJAS
  })
  await expect.element(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  fails = true
  await button('Limpiar filtros').click()
  await expect.element(page.getByText('No se pudo contar.')).toBeVisible()
  fails = false
  await button('Reintentar').click()
  await expect.poll(rows).toHaveLength(10)
})

test('by keyboard alone: a family is chosen and its file exported', async () => {
  const saved = catchDownloads()
  await open()
  await expect.poll(rows).toHaveLength(10)
  /** Presses a key until an element has the focus. */
  const reach = async (key: string, is: (e: Element | null) => boolean | undefined) => {
    for (let i = 0; i < 60 && !is(document.activeElement); i++) await userEvent.keyboard(key)
    expect(is(document.activeElement)).toBe(true)
  }
  const family = page.getByRole('combobox', { name: 'Familia' })
  await reach('{Tab}', (e) => e?.getAttribute('aria-label') === 'Familia' || e === family.element())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await reach('{ArrowDown}', (e) => e?.textContent === '20014' && e.role === 'option')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.search).toContain('familia=20014')
  await expect.element(family).toHaveFocus()
  await reach('{Shift>}{Tab}{/Shift}', (e) => e?.textContent === 'Exportar')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved.at(-1)?.name).toBe('estado.xlsx')
})

test('on a phone rows are cards', async () => {
  await open('/status', undefined, 390)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Muelle 1LEC' }).first()).toBeVisible()
  expectNoOverflow()
})

test('on a phone the tools of the table sort its cards, by what the headings would', async () => {
  await open('/status', undefined, 390)
  const first = () => document.querySelector('li[data-index]')?.textContent
  await expect.poll(first).toContain('Muelle 1')
  await button('Columnas y densidad').click()
  const dialog = page.getByRole('dialog', { name: 'Columnas y densidad' })
  await dialog.getByRole('combobox', { name: 'Ordenar por' }).click()
  await page.getByRole('option', { name: 'Dispositivos' }).click()
  await expect.poll(() => location.search).toContain('orden=n')
  await expectAccessible(dialog.element())
  await dialog.getByRole('button', { name: 'Ascendente' }).click()
  await expect.poll(first).toContain('Sin ubicación')
  await dialog.getByRole('button', { name: 'Descendente' }).click()
  await expect.poll(first).toContain('Muelle 1')
  await userEvent.keyboard('{Escape}')
  await page.viewport(1280, 800)
  await expect
    .element(page.getByRole('columnheader', { name: 'Dispositivos' }))
    .toHaveAttribute('aria-sort', 'descending')
  await button('Columnas y densidad').click()
  expect(dialog.getByRole('combobox', { name: 'Ordenar por' }).elements()).toEqual([])
  expect(column(0)[0]).toBe('Muelle 1')
})
