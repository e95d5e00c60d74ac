import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { type NombreGrafico, TITULOS_GRAFICO } from '#contract/resumen/graficos/values'
import { expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { BASE } from '../../testing/base-answers'
import { catchDownloads, sendFile } from '../../testing/files'
import { preferMedia } from '../../testing/media'
import { openApp } from '../../testing/open-app'
import { askedOf, choose, expectAddress, expectNoText, expectText, press } from '../../testing/steps'

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format()
const day = (ago: number) => new Date(Date.parse(TODAY) - ago * 86_400_000).toISOString().slice(0, 10)
const table = (first: TablaGrafico['columnas'][number], others: string[], filas: TablaGrafico['filas']) => ({
  titulo: '',
  columnas: [first, ...others.map((titulo) => ({ titulo, tipo: 'numero' as const }))],
  filas,
})
const DAY = { titulo: 'Día', tipo: 'dia' } as const
const TEXT = { titulo: 'Ubicación', tipo: 'texto' } as const
const PLACES = ['Almacén', 'Prensa', 'Muelle', 'Taller', 'Nave', 'Patio', 'Línea', 'Lavado', 'Pintura']
const HITS = ['Impactos', 'Golpes reales', 'Daños', 'Sin revisar']
const TABLES: Partial<Record<NombreGrafico, TablaGrafico>> = {
  impactos_dia: table(
    DAY,
    ['Almacén', 'Prensa'],
    [
      [day(1), 2, 1],
      [day(0), 1, 0],
    ],
  ),
  impactos_hora: table(
    { titulo: 'Hora', tipo: 'texto' },
    ['Impactos'],
    Array.from({ length: 24 }, (_, h) => [`${h} h`, h === 8 ? 7 : 1]),
  ),
  peores: {
    ...table(
      { titulo: 'Contenedor', tipo: 'texto' },
      [...HITS, 'Pico (g)'],
      [
        ['20014-1', 3, 1, 0, 2, 3.5, 'Sí'],
        ['20014-2', 2, 0, 0, 2, 9.25, 'Solo algunos'],
        ['20014-3', 1, 0, 0, 1, 5, 'Sí'],
      ],
    ),
  },
  ocupacion: table(
    DAY,
    PLACES,
    [3, 2, 1].map((ago) => [day(ago), ...PLACES.map((_, i) => 10 - i)]),
  ),
  estancias: table(TEXT, ['Mediana (h)', 'Percentil 90 (h)', 'Estancias'], [['Almacén', 12, 20, 4]]),
  ciclos: table(
    { titulo: 'Semana', tipo: 'dia' },
    ['Mediana', 'Percentil 90', 'Ciclos'],
    [[day(20), 72, 90, 5]],
  ),
  utilizacion: table(DAY, ['Utilización (%)'], [[day(1), 40]]),
  vistos: table(DAY, ['No vistos', 'Perdidos (más de 3 días)', 'Flota'], [[day(1), 3, 1, 100]]),
  baterias: table(
    { titulo: 'Carga', tipo: 'texto' },
    ['Dispositivos'],
    [
      ['0–10 %', 2],
      ['10–20 %', 5],
    ],
  ),
  cambio_baterias: table(
    { titulo: 'Semana', tipo: 'texto' },
    ['Etiquetas'],
    [
      ['Esta semana', 2],
      ['Dentro de 1 semana', 4],
      ['Dentro de 2 semanas', 3],
      ['Más de 26 semanas o sin ritmo', 90],
    ],
  ),
  eventos_dia: table(DAY, ['Parado', 'En movimiento', 'Impacto'], [[day(1), 5, 3, 1]]),
  eventos_hora: table({ titulo: 'Hora', tipo: 'instante' }, ['Eventos'], [[`${day(1)}T10:00:00Z`, 5]]),
  lectores: {
    titulo: '',
    columnas: ['Lector', 'Ubicación', 'Estado'].map((titulo) => ({ titulo, tipo: 'texto' as const })),
    filas: [['LEC-1', 'Almacén', 'Operativo']],
  },
}
// The last column of the worst ones is text.
TABLES.peores?.columnas.push({ titulo: 'Mide impactos', tipo: 'texto' })

const getGrafico: NonNullable<Answers['getGrafico']> = ({ params }) => {
  const name = params.grafico as NombreGrafico
  return { ...(TABLES[name] as TablaGrafico), titulo: TITULOS_GRAFICO[name] }
}
const open = (address = '/graphics', answers: Answers = {}, width = 1440) =>
  openApp(address, {
    width,
    answers: {
      getGrafico,
      listOpcionesGrafico: () => ({ familias: ['20014', '20015'], ubicaciones: ['Almacén'] }),
      ...answers,
    },
  })
const card = (title: string) => page.getByRole('region', { name: title, exact: true })
const drawingOf = (title: string) => page.getByRole('img', { name: `Gráfico: ${title}` })
const rowsOf = (title: string) =>
  [...card(title).element().querySelectorAll('[role=row], tr')].map((r) => r.textContent)

// cubre: producto 6
test('thirteen charts, each with a sentence, a drawing, its numbers and its file', async () => {
  await open()
  for (const [name, title] of Object.entries(TITULOS_GRAFICO)) {
    await expect.element(card(title)).toBeVisible()
    await expect.element(card(title).getByRole('button', { name: 'Exportar' })).toBeVisible()
    if (name !== 'lectores')
      await expect.poll(() => drawingOf(title).element().querySelector('svg')).not.toBeNull()
  }
  await expectText('Hubo 4 impactos en 2 días, por ubicación. Lo último, más claro, no ha acabado.')
  await expect.element(card('Lectores').getByRole('grid')).toMatchTextContent(/LEC-1/)
})

test('a chart that takes long says so under its title, and the others are drawn meanwhile', async () => {
  let release = () => {}
  const gate = new Promise<void>((goesOn) => {
    release = goesOn
  })
  await open('/graphics', {
    getGrafico: async (r) => {
      if (r.params.grafico === 'ocupacion') await gate
      return getGrafico(r)
    },
  })
  const late = card('Contenedores por ubicación')
  await expectText(/^Calculando desde hace \d+ s…$/, late)
  await expect.element(drawingOf('Baterías')).toBeVisible()
  release()
  await expect.element(late.getByRole('img')).toBeVisible()
  await expectNoText(/^Calculando/)
})

test('the table under a chart holds the numbers of the server, sorted as one asks', async () => {
  await open()
  const chart = card('Impactos por hora del día')
  await press('Ver datos', chart)
  await expect.poll(() => rowsOf('Impactos por hora del día')).toHaveLength(25)
  expect(rowsOf('Impactos por hora del día')[9]).toBe('8 h7')
  await press('Impactos', chart)
  await press('Impactos', chart)
  await expect.poll(() => rowsOf('Impactos por hora del día')[1]).toBe('8 h7')
})

test('weeks are sorted as time goes, and a name is whole', async () => {
  await open()
  const chart = card('Etiquetas que cambiar')
  await press('Ver datos', chart)
  await press('Semana', chart)
  await expect.poll(() => rowsOf('Etiquetas que cambiar')[1]).toMatch(/^Esta semana/)
  await press('Semana', chart)
  await expect.poll(() => rowsOf('Etiquetas que cambiar')[1]).toMatch(/^Más de 26 semanas o sin ritmo/)
  const last = chart.getByRole('gridcell').first().element()
  expect(last.scrollWidth - last.clientWidth).toBe(0)
})

test('on a phone the numbers are cards that are sorted, too', async () => {
  await open('/graphics', {}, 390)
  const chart = card('Contenedores con más impactos')
  await press('Ver datos', chart)
  await choose('Ordenar por', 'Pico (g)', chart)
  await press('Descendente', chart)
  const names = () =>
    chart
      .getByRole('listitem')
      .elements()
      .map((c) => /20014-\d/.exec(c.textContent ?? '')?.[0])
  await expect.poll(names).toEqual(['20014-2', '20014-3', '20014-1'])
  expectNoOverflow()
})

test('many places are few series, and their names switch what is drawn', async () => {
  await open()
  const chart = card('Contenedores por ubicación')
  const series = chart.getByRole('list', { name: 'Series' }).getByRole('button')
  await expect.element(series.last()).toHaveTextContent('Otras')
  const count = series.elements().length
  expect(count).toBeLessThanOrEqual(7)
  const areas = () => chart.element().querySelectorAll('svg path[fill-opacity="0.5"]').length
  await expect.poll(areas).toBe(count)
  await series.first().click()
  await expect.element(series.first()).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(areas).toBe(count - 1)
  await series.first().click()
  await expect.poll(areas).toBe(count)
})

/** Luminance and contrast as WCAG has them, of colours as a browser computes them. */
function contrast(one: string, other: string): number {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  const luminance = (color: string) => {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => {
      const s = v / 255
      return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
    })
    const [r = 0, g = 0, b = 0] = parts
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

for (const theme of ['light', 'dark'] as const)
  test(`drawn text can be read: ${theme}`, async () => {
    await preferMedia({ 'color-scheme': theme })
    await open()
    const drawn = () => [...document.querySelectorAll('[role=img][aria-label^="Gráfico:"] svg text')]
    await expect.poll(() => drawn().length).toBeGreaterThan(20)
    const background = getComputedStyle(card('Contenedores por ubicación').element()).backgroundColor
    for (const color of new Set(drawn().map((t) => getComputedStyle(t).fill)))
      expect(contrast(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(4.5)
    await preferMedia({ 'color-scheme': 'light' })
  })

test('filters live in the address, and back undoes them', async () => {
  const app = await open()
  const lastAsked = () => askedOf(app, 'getGrafico').at(-1)?.query
  await expect.poll(lastAsked).toEqual({ desde: day(29), hasta: TODAY })
  await press('7 días')
  await expectAddress({ desde: day(6) })
  await expect.poll(lastAsked).toEqual({ desde: day(6), hasta: TODAY })
  await choose('Familia', '20014')
  await expectAddress({ familia: '20014' })
  await expect.poll(() => lastAsked()?.familia).toBe('20014')
  history.back()
  await expectAddress({ familia: null })
  await press('Limpiar')
  await expectAddress({ desde: null })
})

test('a chart becomes a file with its name', async () => {
  const saved = catchDownloads()
  const app = await open('/graphics?familia=20014', { exportGrafico: () => sendFile() })
  await press('Exportar', card('Baterías'))
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.poll(() => saved.map((s) => s.name)).toEqual(['baterias.xlsx'])
  expect(askedOf(app, 'exportGrafico')[0]?.query).toMatchObject({ grafico: 'baterias', familia: '20014' })
})

test('what cannot be read says so and can be asked again, alone', async () => {
  let fails = true
  await open('/graphics', {
    getGrafico: (r) =>
      r.params.grafico === 'baterias' && fails
        ? refuse({ status: 400, error: 'No hay datos hoy.' })
        : getGrafico(r),
  })
  await expectText('Error al obtener los datos')
  await expectText('No hay datos hoy.')
  fails = false
  await press('Reintentar')
  await expect.element(drawingOf('Baterías')).toBeVisible()
})

const withDashboard = async (dashboardUrl: string) => {
  const settings = await BASE.getInstalacion?.({} as never)
  return open('/graphics', { getInstalacion: () => ({ ...(settings as object), dashboardUrl }) as never })
}

// cubre: producto 16
test('somebody else’s dashboard is shown in a frame that holds it', async () => {
  await withDashboard(`${location.origin}/favicon.svg`)
  const frame = () => document.querySelector<HTMLIFrameElement>('iframe[title="Panel de gráficos"]')
  await expect.poll(() => frame()?.src).toBe(`${location.origin}/favicon.svg`)
  expect(frame()?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

test('somebody else’s dashboard that is not there is said so', async () => {
  await withDashboard('http://127.0.0.1:9/')
  await expectText('No se ha podido cargar: Panel de gráficos')
  await expectText(/DASHBOARD_URL/)
  await expect.element(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
