import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilaLt, InformeLt } from '#contract/parque/logistica/logistica'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { inventory } from '../../testing/devices'
import { catchDownloads, chooseFile, sendFile } from '../../testing/files'
import { openApp } from '../../testing/open-app'
import { column, rows } from '../../testing/rows'
import { MANAGER } from '../../testing/sessions'
import { button } from '../../testing/steps'

const EIGHT = [
  'Gestamp',
  'Descarga Llenos',
  'Almacén Lleno',
  'En Consumo',
  'Almacén Vacío',
  'Montaje Final',
  'En Tránsito',
  'Sin ubicación',
]
const lt = (n: number, total: number, found: number, more: Partial<FilaLt> = {}): FilaLt => ({
  empresa: 1,
  codigo: `4100${n}`,
  descripcion: `Pieza ${n}`,
  total,
  cuentas: [found, 0, 0, 0, 0, 0, 0, 0],
  otras: 0,
  dudosas: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  sin_senal: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  encontrados: found,
  ...more,
})
const CATALOGUE = [
  lt(1, 5, 5, { descripcion: 'Refuerzo pilar B' }),
  lt(2, 5, 4),
  lt(3, 4, 2, {
    dudosas: [1, 0, 0, 0, 0, 0, 0, 0, 0],
    sin_senal: [1, 0, 0, 0, 0, 0, 0, 0, 0],
  }),
  lt(4, 3, 4, { otras: 1, descripcion: 'Otro pilar B' }),
]

type Options = { address?: string; answers?: Answers; width?: number; list?: FilaLt[] }

async function open({ address = '/Logistics', answers, width = 1440, list = CATALOGUE }: Options = {}) {
  const app = await openApp(address, {
    width,
    answers: { getLogistica: () => ({ data: list }), ...answers },
  })
  await expect.element(page.getByRole('heading', { name: 'Tabla MF', level: 1 })).toBeVisible()
  const requests = (name: keyof Answers) => app.asked.filter((a) => a.name === name).map((a) => a.request)
  return { ...app, requests }
}
const link = (name: string | RegExp) => page.getByRole('link', { name })
const totals = () => [...document.querySelectorAll('tfoot td')].map((e) => e.textContent)

// cubre: logistica 1-2 5-7, constantes 24
test('eight locations in coloured groups, without Montaje Bruto, and a row of totals', async () => {
  await open()
  await expect.poll(rows).toHaveLength(4)
  expect([...document.querySelectorAll('thead th')].map((e) => e.textContent)).toEqual([
    'Proveedor',
    'Llenos',
    'Consumo',
    'Vacíos',
    'Montaje',
    'Fuera de planta',
    'LT',
    'Descripción',
    'Total',
    ...EIGHT,
    'Diferencia',
  ])
  const groups = [...document.querySelectorAll('thead th[scope=colgroup]')].map(
    (e) => getComputedStyle(e).backgroundColor,
  )
  expect([groups.length, new Set(groups).size]).toEqual([6, 6])
  await expect.element(page.getByRole('navigation', { name: 'Paginación' })).toMatchTextContent('1–4 de 4')
  expect(totals().slice(0, 3)).toEqual(['Total', '', '17'])
  expect(totals().at(-1)).toBe('Faltan 2+1 en otras ubicaciones')
  await expect.element(page.elementLocator(document.querySelector('tfoot td') as Element)).toBeInViewport()
})

// cubre: logistica 3
test('the difference is a word and a number; each number leads to its list', async () => {
  await open({ answers: inventory([]) })
  await expect.poll(rows).toHaveLength(4)
  expect(rows().map((r) => r.querySelector('td:last-child')?.textContent.trim())).toEqual([
    'Completo',
    'Falta 1',
    'Faltan 2',
    'Sobra 1+1 en otras ubicaciones',
  ])
  await expect.element(link('1 dudoso, 1 sin señal en Gestamp').first()).toHaveTextContent('2 inciertos')
  expect(rows().map((r) => r.dataset.tono)).toEqual([undefined, 'amber', 'amber', undefined])
  await expect.element(link('15 en Gestamp')).toHaveTextContent('15')
  await expect
    .element(link(/^5 en Gestamp, /))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/\/poc-status\?familia=41001&montaje=final&ubicacion=Gestamp/),
    )
  await expect
    .element(link('+1 en otras ubicaciones').first())
    .toHaveAttribute('href', '/poc-status?familia=41004&montaje=otras')
  await link(/^41002,/).click()
  await expect.poll(() => location.pathname + location.search).toBe('/poc-status?familia=41002')
})

test('search and order live in the address; totals are of what is found', async () => {
  await open()
  await page.getByPlaceholder('Buscar LT o descripción').fill('PILAR b')
  await expect.poll(() => column(0)).toEqual(['41001', '41004'])
  expect(location.search).toContain('buscar=')
  expect(totals()[2]).toBe('8')
  await page.getByRole('columnheader', { name: 'LT', exact: true }).getByRole('button').click()
  await expect.poll(() => column(0)).toEqual(['41004', '41001'])
  expect(location.search).toContain('sentido=desc')
  history.back()
  await expect.poll(() => column(0)).toEqual(['41001', '41004'])
  await page.getByPlaceholder('Buscar LT o descripción').fill('no-hay-tal')
  await expect.element(page.getByText('Ningún LT coincide con la búsqueda')).toBeVisible()
})

// cubre: logistica 4, constantes 21
test('the Excel is asked for with the search, the order and the columns on screen', async () => {
  const saved = catchDownloads()
  const { requests } = await open({
    address: '/Logistics?buscar=pilar&orden=total&sentido=desc',
    answers: { exportLogistica: () => sendFile(), getExportacion: () => ({ hechas: 0, total: null }) },
  })
  await expect.poll(rows).toHaveLength(2)
  await button('Exportar').click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('Tablero_Montaje_Final.xlsx')
  expect(requests('exportLogistica')[0]?.query).toMatchObject({
    search: 'pilar',
    orden: 'total',
    sentido: 'desc',
    columnas: expect.stringMatching(/^codigo,descripcion,total,/),
  })
})

test('a CSV is tried first, and its good lines are imported', async () => {
  const report: InformeLt = {
    ...{ ensayo: true, filas: 3, nuevas: 2, cambiadas: 0, iguales: 0, con_error: 1, errores_total: 1 },
    errores: [{ linea: 3, nombre: '70002', columna: 'total', error: '«x» no es un número' }],
    cambios: [{ linea: 2, codigo: '70001', descripcion: 'Araña ñ', total: 5, antes: null }],
  }
  const list: FilaLt[] = []
  const { requests } = await open({
    list,
    answers: {
      ...MANAGER,
      importLogistica: async ({ query, file }) => {
        if ((await file?.text()) === 'no')
          return refuse({ status: 400, error: 'Faltan las columnas codigo, descripcion, total.' })
        if (query.ensayo === 'false') list.push(lt(1, 5, 0, { codigo: '70001', descripcion: 'Araña ñ' }))
        return report
      },
    },
  })
  await expect.element(page.getByText('El catálogo de LT está vacío')).toBeVisible()
  await button('Importar catálogo').click()
  const dialog = page.getByRole('dialog', { name: 'Importar el catálogo de LT' })
  await expect.element(dialog).toMatchTextContent('para Vitoria')
  const field = () => dialog.element().querySelector('input[type=file]')
  chooseFile(field(), new File(['no'], 'lt.csv'))
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Faltan las columnas codigo, descripcion, total.')
  await expect.element(dialog.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
  chooseFile(field(), new File(['yes'], 'lt.csv'))
  await expect
    .element(dialog.getByRole('list', { name: 'Líneas con error' }))
    .toMatchTextContent('Línea 370002total: «x» no es un número')
  await expect
    .element(dialog.getByRole('list', { name: 'Códigos nuevos y cambiados' }))
    .toMatchTextContent('Araña ñ · 5')
  await expectAccessible()
  await expect.element(button('Importar 2 códigos')).toBeDisabled()
  await dialog.getByLabelText('Importar solo las filas sin errores; la fila con error se queda fuera').click()
  await button('Importar 2 códigos').click()
  await expect.element(page.getByText('Catálogo importado: 2 nuevos, 0 cambiados')).toBeVisible()
  await expect.poll(() => column(1)).toEqual(['Araña ñ'])
  expect(requests('importLogistica').map((r) => r.query.ensayo)).toEqual(['true', 'true', 'false'])
})

test('codes are edited and deleted', async () => {
  const list = [lt(1, 5, 0), lt(3, 0, 0)]
  const { requests } = await open({
    list,
    answers: {
      ...MANAGER,
      updateLt: ({ body }) => {
        Object.assign(list[0] as FilaLt, body)
        return { ok: true }
      },
      deleteLt: () => {
        list.pop()
        return { ok: true }
      },
    },
  })
  await button('Editar 41001').click()
  const form = page.getByRole('dialog', { name: 'LT 41001' })
  await form.getByLabelText('Total').fill('1,5')
  await expect.element(form.getByText('Debe ser un número entero.')).toBeVisible()
  await form.getByLabelText('Total').fill('7')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => rows()[0]?.textContent).toContain('Faltan 7')
  await button('Eliminar 41003').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => column(0)).toEqual(['41001'])
  expect(requests('updateLt')[0]?.body).toMatchObject({ total: 7, descripcion: 'Pieza 1' })
  expect(requests('deleteLt')[0]?.params).toEqual({ codigo: '41003' })
})

// cubre: errores 18
test('who is no administrator only looks; what fails says why', async () => {
  let answer: (() => Response) | undefined = () => new Response('x', { status: 500 })
  await open({ answers: { getLogistica: () => answer?.() ?? { data: CATALOGUE } } })
  await expect.element(page.getByText('Error al obtener los datos')).toBeVisible()
  answer = () => refuse({ status: 400, code: 'mal', error: 'No se pudo leer el tablero.' })
  await button('Reintentar').click()
  await expect.element(page.getByText('No se pudo leer el tablero.')).toBeVisible()
  answer = undefined
  await button('Reintentar').click()
  await expect.poll(rows).toHaveLength(4)
  expect(button(/^(Importar|Editar|Eliminar)/).elements()).toEqual([])
})

test('on a phone the codes stay in sight while the columns go by', async () => {
  await open({ width: 390 })
  await expect.poll(rows).toHaveLength(4)
  const [row] = rows()
  const [code, last] = [row?.querySelector('td'), row?.querySelector('td:last-child')]
  last?.scrollIntoView({ inline: 'end' })
  for (const cell of [code, last])
    await expect.element(page.elementLocator(cell as Element)).toBeInViewport({ ratio: 0.99 })
  expectNoOverflow()
  await expectAccessible()
})
