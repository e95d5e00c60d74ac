import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DispositivoAntiguo } from '#contract/parque/dispositivos/inventario'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, pageOf, refuse } from '../../testing/answers'
import { catchDownloads, sendFile } from '../../testing/files'
import { openApp } from '../../testing/open-app'
import { column, rows, texts } from '../../testing/rows'
import { MANAGER } from '../../testing/sessions'
import { button } from '../../testing/steps'

const now = new Date().toISOString()
const old = (n: number, more: Partial<DispositivoAntiguo> = {}): DispositivoAntiguo => ({
  Id: n,
  id: n,
  Name: `N-${n}`,
  DeviceType: 64,
  statusKey: 'LOCATED',
  fields: { LOCATION: 'Gestamp' },
  Reader: 'LEC-101',
  updated: now,
  lastActive: now,
  empresa: 1,
  ...more,
})
const fleet = (count: number) => Array.from({ length: count }, (_, i) => old(i + 1))

type Options = { devices?: DispositivoAntiguo[]; answers?: Answers; width?: number }

/** The old inventory, of which the server deletes and restores. */
async function open(address = '/inventory', { devices = fleet(60), answers, width = 1440 }: Options = {}) {
  const app = await openApp(address, {
    width,
    answers: {
      listDevices: ({ query }) => {
        const found = devices.filter((d) => d.Name.includes(query.name ?? ''))
        return pageOf(found, query)
      },
      inventarioUbicaciones: () => ({ data: ['Gestamp'] }),
      ...answers,
    },
  })
  const requests = (name: keyof Answers) => app.asked.filter((a) => a.name === name).map((a) => a.request)
  return { ...app, requests, last: () => requests('listDevices').at(-1)?.query }
}
const names = () => column(1)
const toast = (text: string) => expect.element(page.getByText(text)).toBeVisible()
const mark = (id: number) =>
  page.getByRole('checkbox', { name: `Seleccionar fila ${id}`, exact: true }).click()
const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()

// cubre: antiguo 2, entidades 3, constantes 10
test('columns, ten rows, sizes up to 1000, and what the server says', async () => {
  const { last } = await open()
  await expect.element(page.getByRole('heading', { name: 'Inventario antiguo', level: 1 })).toBeVisible()
  await expect.poll(names).toEqual(fleet(10).map((d) => d.Name))
  const headings = () => texts(page.getByRole('columnheader'))
  expect(headings()).toEqual(['', 'Name', 'DeviceType', 'statusKey', 'Location', 'Reader', 'updated'])
  await expect
    .element(page.getByRole('navigation', { name: 'Paginación' }).getByRole('status'))
    .toHaveTextContent('1–10 de 60')
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  expect(texts(page.getByRole('option'))).toEqual(['10', '20', '50', '100', '500', '1000'])
  await page.getByRole('option', { name: '50', exact: true }).click()
  await expect.poll(rows).toHaveLength(50)
  expect(last()).toMatchObject({ per_page: '50' })
  await button('Columnas y densidad').click()
  for (const name of ['Id', 'lastActive', 'Reader'])
    await page.getByRole('checkbox', { name, exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(headings).toContain('Id')
  expect(headings()).toContain('lastActive')
  expect(headings()).not.toContain('Reader')
})

// cubre: antiguo 1
test('filters by name, type, location and reader, in the address; Limpiar takes them away', async () => {
  const { last } = await open()
  await page.getByPlaceholder('Nombre').fill('N-')
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'SmartBle' }).click()
  await page.getByRole('combobox', { name: 'Ubicación' }).click()
  await page.getByRole('option', { name: 'Gestamp' }).click()
  await page.getByPlaceholder('Lector').fill('lec-')
  const query = { name: 'N-', tipo: 'SmartBle', location: 'Gestamp', reader: 'lec-' }
  await expect.poll(last).toMatchObject(query)
  await expect.poll(() => Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(query)
  await button('Limpiar').click()
  await expect.poll(() => location.search).not.toMatch(/name|tipo|location|reader/)
  history.back()
  await expect.element(page.getByPlaceholder('Nombre')).toHaveValue('N-')
})

test('nothing found says so; a phone has cards', async () => {
  await open('/inventory?name=no-hay-tal', { width: 390 })
  await expect.element(page.getByText('No se encontraron dispositivos con esos filtros')).toBeVisible()
  await button('Limpiar filtros').click()
  await expect.element(page.getByRole('link', { name: 'N-1', exact: true })).toBeVisible()
})

// cubre: antiguo 5
test('inactive rows are red; a container leads to its file, a reader to none', async () => {
  const quiet = new Date(Date.now() - 11 * 3_600_000).toISOString()
  await open('/inventory', {
    devices: [old(1, { updated: quiet }), old(2), old(3, { DeviceType: 54, Name: 'LEC-3' })],
  })
  await expect.poll(() => rows().map((r) => r.dataset.tono)).toEqual(['rojo', undefined, undefined])
  const links = rows().map((r) => r.querySelector('a')?.getAttribute('href'))
  expect(links).toEqual(['/contenedor/N-1', '/contenedor/N-2', undefined])
})

// cubre: validacion 15
test('nothing selected: says so and asks nothing', async () => {
  await open()
  await button('Eliminar').click()
  await toast('Selecciona al menos un dispositivo para eliminar.')
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

// cubre: antiguo 3, errores 3
test('the selected are deleted once confirmed, and an administrator brings them back', async () => {
  const devices = fleet(2)
  const gone: DispositivoAntiguo[] = []
  const done = (d: DispositivoAntiguo | undefined) => ({
    id: d?.id ?? 0,
    Name: d?.Name ?? null,
    status: 'success' as const,
    message: 'ok',
  })
  const { requests } = await open('/inventory', {
    devices,
    answers: {
      ...MANAGER,
      deleteDevices: () => {
        gone.push(...devices.splice(0, 1))
        return { resultados: gone.map(done) }
      },
      listEliminados: () => ({
        data: gone.map(({ id, Name, empresa }) => ({
          ...{ id, Name, empresa },
          Dispositivo: 'AC233F000001',
          TipoDispositivo: 'SmartBle',
          eliminado: now,
        })),
        total: gone.length,
      }),
      restoreDevices: () => {
        devices.unshift(...gone.splice(0))
        return { resultados: [done(devices[0])] }
      },
    },
  })
  await mark(1)
  await button('Eliminar (1)').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => page.getByRole('alertdialog').elements()).toEqual([])
  expect(requests('deleteDevices')).toEqual([])
  await button('Eliminar (1)').click()
  await confirm()
  await toast('Dispositivos eliminados correctamente')
  expect(requests('deleteDevices')[0]?.body).toEqual({ ids: [1] })
  await expect.poll(names).toEqual(['N-2'])

  await button('Dispositivos eliminados').click()
  const bin = page.getByRole('dialog', { name: 'Dispositivos eliminados' })
  await bin.getByPlaceholder('Nombre o MAC').fill('N')
  await expect.poll(() => requests('listEliminados').at(-1)?.query).toMatchObject({ name: 'N' })
  await bin.getByRole('checkbox', { name: 'Seleccionar fila 1', exact: true }).click()
  await expectAccessible(bin.element())
  await bin.getByRole('button', { name: 'Restaurar (1)' }).click()
  await toast('Dispositivos restaurados correctamente')
  await bin.getByRole('button', { name: 'Cerrar' }).click()
  await expect.poll(names).toEqual(['N-1', 'N-2'])
})

test('one that was gone already is told apart, and what stays deleted says why', async () => {
  const failed = (message: string) => ({ id: 2, Name: 'N-2', status: 'error' as const, message })
  await open('/inventory', {
    devices: fleet(2),
    answers: {
      ...MANAGER,
      deleteDevices: () => ({
        resultados: [
          { id: 1, Name: 'N-1', status: 'success', message: 'ok' },
          failed('Ya estaba eliminado.'),
        ],
      }),
      listEliminados: () => ({
        data: [
          {
            ...{ id: 2, Name: 'N-2', Dispositivo: 'AC233F000002', empresa: 1 },
            TipoDispositivo: 'SmartBle',
            eliminado: now,
          },
        ],
        total: 1,
      }),
      restoreDevices: () => ({ resultados: [failed('El apodo N-2 ya lo tiene otro dispositivo.')] }),
    },
  })
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).click()
  await button('Eliminar (2)').click()
  await confirm()
  await expect.element(page.getByText('1 hecho de 2 · 1 sin hacer')).toBeVisible()
  await expect.element(page.getByText('Ya estaba eliminado.')).toBeVisible()
  await button('Cerrar').click()
  await button('Dispositivos eliminados').click()
  const bin = page.getByRole('dialog', { name: 'Dispositivos eliminados' })
  await bin.getByRole('checkbox', { name: 'Seleccionar fila 2', exact: true }).click()
  await bin.getByRole('button', { name: 'Restaurar (1)' }).click()
  await expect.element(page.getByText('0 hechos de 1 · 1 sin hacer')).toBeVisible()
  await expect.element(page.getByText('El apodo N-2 ya lo tiene otro dispositivo.')).toBeVisible()
})

// cubre: errores 4 6
test('without rights, or when it fails, the words of the specification', async () => {
  let refusal = { status: 403, error: 'No.' }
  await open('/inventory', { answers: { deleteDevices: () => refuse(refusal) } })
  await mark(1)
  expect(button('Dispositivos eliminados').elements()).toEqual([])
  await button('Eliminar (1)').click()
  await confirm()
  await toast('No tienes permisos de administrador para eliminar dispositivos.')
  refusal = { status: 500, error: 'Se ha roto.' }
  await button('Eliminar (1)').click()
  await confirm()
  await toast('Error al eliminar dispositivos: Se ha roto.')
})

// cubre: antiguo 4
test('Inventario.xlsx: the columns of the screen, and only what is selected', async () => {
  const saved = catchDownloads()
  const { requests } = await open('/inventory?name=N-', {
    answers: {
      exportInventario: () => sendFile(),
    },
  })
  await button('Columnas y densidad').click()
  await page.getByRole('checkbox', { name: 'statusKey', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  for (const id of [2, 3]) await mark(id)
  await button('Exportar').click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('Inventario.xlsx')
  expect(requests('exportInventario')[0]?.query).toMatchObject({
    name: 'N-',
    ids: '2,3',
    columnas: 'Name,DeviceType,Location,Reader,updated',
  })
})

test('of a thousand rows those in sight are drawn at once, and the keyboard reaches the last', async () => {
  await open('/inventory?filas=1000', { devices: fleet(1000) })
  await expect.poll(() => names()[0]).toBe('N-1')
  expect(rows().length).toBeLessThan(100)
  rows()[0]?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.getAttribute('data-id')).toBe('1000')
})
