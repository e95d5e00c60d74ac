import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InformeDispositivos } from '#contract/parque/dispositivos/dispositivos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { device, fleet, inventory } from '../../testing/devices'
import { catchDownloads, chooseFile, sendFile } from '../../testing/files'
import { openApp } from '../../testing/open-app'
import { rows } from '../../testing/rows'
import { MANAGER, sessionAs } from '../../testing/sessions'
import { button } from '../../testing/steps'

const TRACKED: Answers = { getExportacion: () => ({ hechas: 20_000, total: 50_000 }) }

async function open(
  answers: Answers = {},
  { address = '/poc-status', devices = fleet(3), width = 1440 } = {},
) {
  const app = await openApp(address, { width, answers: { ...inventory(devices), ...TRACKED, ...answers } })
  const requests = (name: keyof Answers) => app.asked.filter((a) => a.name === name).map((a) => a.request)
  return { ...app, requests }
}
const dialog = (name: string) => page.getByRole('dialog', { name })

// cubre: inventario 6 9
test('the summary counts, and a number filters', async () => {
  const { requests } = await open(
    { resumenPoc: () => ({ total: 1660, activados: 1600, desactivados: 60, sin_actualizar: 7 }) },
    { address: '/poc-status?tipo=SmartBle' },
  )
  await button('Resumen').click()
  const summary = dialog('Resumen del inventario')
  for (const text of [
    '1660 Total de dispositivos',
    '1600 Activados',
    '60 Desactivados',
    '7 Sin actualizar desde hace 10 horas o más',
  ])
    await expect.element(summary.getByRole('button', { name: text, exact: true })).toBeVisible()
  expect(requests('resumenPoc')[0]?.query).toMatchObject({ tipo: 'SmartBle' })
  await expectAccessible(summary.element())
  await summary.getByRole('button', { name: /Desactivados/ }).click()
  await expect
    .poll(() => requests('devicePocStatus').at(-1)?.query)
    .toMatchObject({
      tipo: 'SmartBle',
      activado: 'Desactivado',
    })
  expect(location.search).toContain('activado=Desactivado')
  await expect.poll(() => summary.elements()).toEqual([])
})

// cubre: inventario 5, entidades 7, constantes 26
test("details: a map where there is a place, the container's page behind the nickname", async () => {
  await open({}, { devices: [device(1, { Lat: 42.8467, Lon: -2.6727, Roll: 1.5, Pitch: -2 })] })
  await expect.poll(rows).toHaveLength(1)
  rows()[0]?.focus()
  await userEvent.keyboard('{Enter}')
  const details = dialog('20014-001')
  await expect.element(details.getByText('20 m', { exact: true })).toBeVisible()
  await expect.element(details.getByText('80 %')).toBeVisible()
  expect(location.search).toContain('detalle=')
  await expect
    .element(details.getByRole('link', { name: '20014-001' }))
    .toHaveAttribute('href', '/contenedor/20014-001')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => details.elements()).toEqual([])
  expect(location.search).not.toContain('detalle=')
  expect(document.activeElement).toBe(rows()[0])
})

// cubre: inventario 10
test('details without coordinates say so, also at an address opened directly; an unknown mac too', async () => {
  const { router } = await open(
    {
      getDispositivo: ({ params }) =>
        params.mac === 'AC233F000009'
          ? device(9, { UltimoRegistro: null })
          : Response.json({ error: 'No está.' }, { status: 404 }),
      listEventos: () => ({ data: [], total: 0 }),
    } as Answers,
    { address: '/poc-status?detalle=AC233F000009' },
  )
  const details = dialog('20014-009')
  await expect.element(details.getByText('Sin ubicación disponible')).toBeVisible()
  await expect.element(details.getByText('Sin datos').first()).toBeVisible()
  await expectAccessible(details.element())
  await router.navigate({ to: '/poc-status', search: { detalle: 'NADIE' } as never })
  await expect.element(page.getByText('No hay ningún dispositivo con esa MAC')).toBeVisible()
})

/** The dialog of the labels, for two rows and sheets of fourteen. */
async function openLabels() {
  const { requests } = await open({ printAdhesivos: () => sendFile() }, { devices: fleet(2) })
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).click()
  await button('Etiquetas QR').click()
  const labels = dialog('Imprimir etiquetas QR')
  await expect.element(labels.getByText(/^De 2 dispositivos seleccionados\./)).toBeVisible()
  await labels.getByRole('combobox', { name: 'Tamaño' }).click()
  await page.getByRole('option', { name: 'A4 de 14 (Avery L7163)' }).click()
  const from = labels.getByRole('textbox', { name: 'Empezar en la etiqueta' })
  const copies = labels.getByRole('textbox', { name: 'Copias de cada una' })
  return { requests, labels, from, copies }
}

test('labels of the selected rows go on the rest of a sheet, within its limits', async () => {
  const { labels, from, copies } = await openLabels()
  await from.fill('15')
  await expect.element(labels.getByText('De 1 a 14.')).toBeVisible()
  await expect.element(button('Descargar PDF')).toBeDisabled()
  await from.fill('12')
  await copies.fill('2')
  await expect.element(labels.getByRole('status')).toHaveTextContent('4 etiquetas en 2 páginas')
  await expect
    .element(labels.getByRole('img', { name: 'Primera hoja, de 14 etiquetas: se imprimen de la 12 a la 14' }))
    .toBeVisible()
  await expectAccessible(labels.element())
})

test('labels are asked of the server as chosen; the choice is remembered, but not the used part of the sheet', async () => {
  const saved = catchDownloads()
  const { requests, labels, from, copies } = await openLabels()
  await from.fill('12')
  await copies.fill('2')
  await button('Descargar PDF').click()
  await expect.poll(() => saved.at(-1)?.name).toBe('etiquetas_qr.pdf')
  expect(requests('printAdhesivos')[0]?.body).toMatchObject({
    macs: [device(1).Dispositivo, device(2).Dispositivo],
    hoja: 'a4_14',
    copias: 2,
    desde: 12,
  })
  await button('Etiquetas QR').click()
  await expect.element(copies).toHaveValue('2')
  await expect.element(from).toHaveValue('1')
  await expect.element(labels.getByRole('combobox', { name: 'Tamaño' })).toMatchTextContent(/A4 de 14/)
})

test('on a phone the labels fit, and more than one file may have are refused before they are asked for', async () => {
  const many = { devicePocStatus: () => ({ data: fleet(10), total: 660 }) }
  await open(many, { width: 390 })
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  await button('Exportar').click()
  await page.getByRole('menuitem', { name: 'Etiquetas QR…' }).click()
  await expect
    .element(page.getByText(/^De 660 dispositivos: todos los que pasan los filtros\./))
    .toBeVisible()
  await page.getByRole('textbox', { name: 'Copias de cada una' }).fill('20')
  await expect.element(page.getByText(/Como mucho 2\.?000 etiquetas de una vez/)).toBeVisible()
  await expect.element(button('Descargar PDF')).toBeDisabled()
  expectNoOverflow()
})

const REPORT: InformeDispositivos = {
  ensayo: true,
  filas: 551,
  nuevas: 300,
  cambiadas: 0,
  iguales: 0,
  con_error: 251,
  errores_total: 251,
  errores: Array.from({ length: 251 }, (_, i) => ({
    linea: 301 + i,
    nombre: `9x${i}`,
    columna: 'apodo',
    error: 'El apodo debe tener el formato: números, un guion y números (ej: 20014-008).',
  })),
  series: 0,
  cambios: [{ linea: 2, mac: 'AC2300000001', apodo: '9-0', campos: null }],
}
const csv = new File(['mac_serie;apodo\n'], 'alta.csv', { type: 'text/csv' })

/** The dialog of the import with a file chosen. */
async function openImport(importDispositivos: Answers['importDispositivos'], width = 1440) {
  const app = await open({ ...MANAGER, importDispositivos }, { width })
  await button('Importar').click()
  const importing = dialog('Importar dispositivos')
  await expect.element(importing).toBeVisible()
  chooseFile(importing.element().querySelector('input[type=file]'), csv)
  return { ...app, importing }
}

test('a CSV is tried first, and its errors are a file', async () => {
  const saved = catchDownloads()
  const { importing } = await openImport(() => REPORT)
  const list = importing.getByRole('list', { name: 'Líneas con error' })
  await expect.element(list).toMatchTextContent(/^Línea 3019x0apodo: El apodo debe tener el formato/)
  await expect.element(list).toMatchTextContent(/y 51 más$/)
  await expect
    .element(importing.getByRole('list', { name: 'Dispositivos nuevos y cambiados' }))
    .toHaveTextContent('Nuevo9-0AC2300000001')
  await expectAccessible(importing.element())
  await button('Descargar los errores').click()
  await expect.poll(() => saved.at(-1)?.name).toBe('errores-alta.csv')
  const lines = ((await saved[0]?.text()) ?? '').trim().split('\r\n')
  expect(lines).toHaveLength(252)
  expect(lines[251]).toContain('551;9x250;apodo;"El apodo debe')
})

test('only the good rows of a CSV come in, and when that is said', async () => {
  const { importing, requests } = await openImport(({ query }) =>
    query.ensayo === 'true' ? REPORT : { ...REPORT, ensayo: false },
  )
  await expect.element(button('Importar 300 dispositivos')).toBeDisabled()
  await importing
    .getByLabelText('Importar solo las filas sin errores; las 251 filas con error se quedan fuera')
    .click()
  await button('Importar 300 dispositivos').click()
  await expect.element(page.getByText('Dispositivos importados: 300 nuevos, 0 cambiados')).toBeVisible()
  expect(requests('importDispositivos').map((r) => r.query)).toMatchObject([
    { ensayo: 'true', series: 'false', empresa: '1' },
    { con_errores: 'omitir', empresa: '1' },
  ])
})

test('a file without its columns says which, and cannot be imported', async () => {
  const { importing } = await openImport(
    () =>
      Response.json({ error: 'Faltan las columnas mac_serie, apodo.', code: 'x' }, { status: 400 }) as never,
  )
  await expect
    .element(importing.getByRole('alert'))
    .toHaveTextContent('Faltan las columnas mac_serie, apodo.')
  await expect.element(importing.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
})

test('serial numbers come in once somebody has said that they are', async () => {
  const asks = { ...REPORT, filas: 3, con_error: 2, errores_total: 0, errores: [], nuevas: 1, series: 2 }
  const { importing, requests } = await openImport(({ query }) =>
    query.series === 'true' ? { ...asks, nuevas: 3, con_error: 0, series: 0 } : asks,
  )
  const said = importing.getByLabelText('Lo que no es una MAC en 2 filas son números de serie')
  await expect.element(said).not.toBeChecked()
  await said.click()
  await button('Importar 3 dispositivos').click()
  await expect.element(page.getByText('Dispositivos importados: 3 nuevos, 0 cambiados')).toBeVisible()
  expect(requests('importDispositivos').at(-1)?.query).toMatchObject({ series: 'true' })
})

test('a long import tells how far it is and can be called off; on a phone nothing sticks out', async () => {
  const good = { ...REPORT, con_error: 0, errores_total: 0, errores: [], nuevas: 1 }
  const { importing } = await openImport(
    ({ query }) => (query.ensayo === 'true' ? good : new Promise<never>(() => {})),
    390,
  )
  await expect
    .element(importing.getByRole('link', { name: 'Descargar una plantilla' }))
    .toHaveAttribute('download', 'dispositivos.csv')
  await button('Importar 1 dispositivo').click()
  await expect.element(importing.getByText(/20\.000 de 50\.000 filas/)).toBeVisible()
  await expect
    .element(importing.getByRole('progressbar', { name: 'Avance de la importación' }))
    .toHaveAttribute('aria-valuenow', '40')
  expectNoOverflow()
})

test('who is no administrator is not offered the import, and who only looks no change', async () => {
  await open(sessionAs({ rol: 'lectura' }))
  await page
    .getByRole('checkbox', { name: /^Seleccionar fila/ })
    .first()
    .click()
  await expect.element(button('Etiquetas QR')).toBeVisible()
  for (const name of ['Importar', 'Cambiar…', 'Editar apodo de 20014-001'])
    expect.soft(button(name).elements(), name).toEqual([])
  expect(page.getByRole('switch').elements()).toEqual([])
})
