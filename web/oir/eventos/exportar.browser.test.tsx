import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { writeDay } from '../../testing/days'
import { catchDownloads, sendFile } from '../../testing/files'
import { pressKey } from '../../testing/keys'
import { rows } from '../../testing/rows'
import { askedOf, expectText, press } from '../../testing/steps'
import { eventOf, openEvents, rowsOf, showColumns } from './fixtures'

const ALL = 'Exportar todos los eventos…'
const QUESTION =
  'No has seleccionado un rango de fechas. ¿Deseas exportar TODOS los registros? Esto puede tardar bastante.'
const dialog = page.getByRole('dialog', { name: 'Exportar todos los eventos' })
const question = page.getByRole('alertdialog')
const FILES: Answers = {
  exportEventos: () => sendFile(),
  exportEventosExcel: () => sendFile(),
  getExportacion: () => ({ hechas: 1, total: 2 }),
}

async function open(address = '/NewData', data = rowsOf([eventOf(1)]), answers: Answers = {}) {
  const app = await openEvents(address, data, { answers: { ...FILES, ...answers } })
  await expect.poll(rows).toHaveLength(1)
  return app
}
async function exportAs(option: string): Promise<void> {
  await press('Exportar')
  await page.getByRole('menuitem', { name: option }).click()
}
const exportAll = async () => {
  await exportAs(ALL)
  await expect.element(dialog).toBeVisible()
}
const queryOf = (app: Awaited<ReturnType<typeof open>>, call: keyof Answers) => {
  const { exportacion, ...query } = askedOf(app, call)[0]?.query ?? {}
  expect(exportacion).toMatch(/^[0-9a-f-]{36}$/)
  return query
}

// cubre: eventos 3, constantes 19
test.each([
  ['Excel (.xlsx)', 'xlsx'],
  ['PDF (.pdf)', 'pdf'],
])('as %s: the filters and the columns of the screen', async (option, formato) => {
  const saved = catchDownloads()
  const app = await open(
    '/NewData?search=20014&estado=Parado&timestamp=2026-03-12&apodoLector=LEC',
    rowsOf([eventOf(1, { Valor: '{"rssi":-71,"a,b":1}' })]),
  )
  await showColumns('rssi', 'a,b')
  await exportAs(option)
  await expect.poll(() => saved.map((s) => s.name)).toEqual([`eventos.${formato}`])
  expect(queryOf(app, 'exportEventos')).toEqual({
    search: '20014',
    estado: 'Parado',
    timestamp: '2026-03-12',
    apodoLector: 'LEC',
    formato,
    columnas: 'Time,Estado,Bateria,ApodoDispositivo,ApodoLector,Etiqueta,rssi',
  })
})

test('too many rows for a PDF: the item says why', async () => {
  await open('/NewData', rowsOf([eventOf(1)], 50_001))
  await press('Exportar')
  const pdf = page.getByRole('menuitem', { name: /^PDF/ })
  await expect.element(pdf).toHaveAttribute('aria-disabled', 'true')
  await expect.element(pdf).toMatchTextContent(/Como mucho 50\.000 filas/)
  await expect.element(page.getByRole('menuitem', { name: /^Excel/ })).not.toHaveAttribute('aria-disabled')
})

test('nothing to export: only all events are offered', async () => {
  await openEvents('/NewData?search=nada', rowsOf([]))
  await expectText('No se encontraron eventos con esos filtros')
  await press('Exportar')
  await expect
    .element(page.getByRole('menuitem', { name: /^Excel/ }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('menuitem', { name: ALL })).not.toHaveAttribute('aria-disabled')
})

// cubre: errores 33
test('an export that fails says why', async () => {
  await open('/NewData', undefined, {
    exportEventos: () => refuse({ status: 400, error: 'No se pudo crear el archivo.' }),
  })
  await exportAs('Excel (.xlsx)')
  await expectText('Error al descargar Excel: No se pudo crear el archivo.')
})

// cubre: llamadas 10, constantes 23
test('all events between two days, with the filters of the screen', async () => {
  const saved = catchDownloads()
  const app = await open('/NewData?search=20014&estado=Parado')
  await exportAll()
  await writeDay('Desde', '01032026')
  await writeDay('Hasta', '15032026')
  await press('Exportar', dialog)
  await expect.poll(() => saved.map((s) => s.name)).toEqual(['eventos_completo.xlsx'])
  await expect.element(dialog).not.toBeInTheDocument()
  expect(queryOf(app, 'exportEventosExcel')).toEqual({
    search: '20014',
    estado: 'Parado',
    start_date: '2026-03-01',
    end_date: '2026-03-15',
  })
})

test('the end cannot come before the beginning', async () => {
  catchDownloads()
  const app = await open()
  await exportAll()
  await writeDay('Desde', '15032026')
  await writeDay('Hasta', '01032026')
  await expectText('La fecha de fin es anterior a la de inicio.', dialog)
  await press('Exportar', dialog)
  await expect
    .element(page.getByRole('group', { name: 'Hasta' }).getByRole('spinbutton').first())
    .toHaveFocus()
  expect(askedOf(app, 'exportEventosExcel')).toEqual([])
  await writeDay('Hasta', '20032026')
  await press('Exportar', dialog)
  await expect.poll(() => askedOf(app, 'exportEventosExcel')[0]?.query.end_date).toBe('2026-03-20')
})

test('half a date is not taken for none; the cross takes it away', async () => {
  await open()
  await exportAll()
  await writeDay('Desde', '15')
  await press('Exportar', dialog)
  await expect
    .element(page.getByRole('group', { name: 'Desde' }).getByRole('spinbutton').first())
    .toHaveFocus()
  await press('Borrar fecha', dialog)
  await press('Exportar', dialog)
  await expectText(QUESTION, question)
})

// cubre: validacion 21
test('without days it asks first, and Cancelar goes back', async () => {
  const saved = catchDownloads()
  const app = await open()
  await exportAll()
  await press('Exportar', dialog)
  await expectText(QUESTION, question)
  await press('Cancelar', question)
  await expect.element(dialog).toBeVisible()
  expect(askedOf(app, 'exportEventosExcel')).toEqual([])
  await press('Exportar', dialog)
  await press('Exportar todos', question)
  await expect.poll(() => saved.map((s) => s.name)).toEqual(['eventos_completo.xlsx'])
  expect(queryOf(app, 'exportEventosExcel')).toEqual({})
})

test('a file in the making shows how far it is and can be cancelled', async () => {
  await open('/NewData', undefined, {
    exportEventos: () => new Promise(() => {}),
    getExportacion: () => ({ hechas: 1000, total: 4000 }),
  })
  await exportAs('Excel (.xlsx)')
  const panel = page.getByRole('region', { name: 'Exportaciones en marcha' })
  await expect.element(panel).toMatchTextContent(/eventos\.xlsx.*1000.*4000/)
  await press(/^Cancelar/, panel)
  await expectText('Exportación cancelada')
})

test('menu, dialog and question are accessible; Esc closes and gives the focus back', async () => {
  await open('/NewData', rowsOf([eventOf(1)], 60_000))
  await press('Exportar')
  await expectAccessible(page.getByRole('menu').element())
  await page.getByRole('menuitem', { name: ALL }).click()
  await expect.element(page.getByRole('group', { name: 'Desde' })).toBeVisible()
  await expectAccessible(dialog.element())
  await press('Exportar', dialog)
  await expectAccessible(question.element())
  await pressKey('Escape')
  await expect.element(dialog).toBeVisible()
  await pressKey('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Exportar' })).toHaveFocus()
})
