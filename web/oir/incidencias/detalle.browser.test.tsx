import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { rows, texts } from '../../testing/rows'
import { choose, expectAddress, expectNoText, expectText, press } from '../../testing/steps'
import { closedOf, DAYS, detailOf, incidentOf, keepIncidents, openIncidents, someIncidents } from './fixtures'

const SAMPLES: [number, number, number, number][] = [
  [-200, 0.1, 0.05, 1.01],
  [-100, 0.3, 0.4, 1.1],
  [0, -3.2, 1.5, 2.1],
  [100, 0.8, -0.6, 0.7],
  [200, 0, 0.02, 0.99],
]
const panel = page.getByRole('dialog')
const part = (name: string) => panel.getByRole('region', { name })

type Changes = Parameters<typeof detailOf>[1]
/** The details of one incident, as the address has them. */
async function openDetail(changes: Changes = {}, incident = incidentOf(5), answers: Answers = {}) {
  const app = await openIncidents(`${DAYS}&incidencia=${incident.id}`, {
    ...keepIncidents([incident]).answers,
    getIncidencia: () => detailOf(incident, changes),
    ...answers,
  })
  await expect.element(part('Gravedad')).toBeVisible()
  return app
}

test('opens from its button and with Enter, lives in the address, and closes with Esc or back', async () => {
  await openIncidents(DAYS, keepIncidents(someIncidents(3)).answers)
  const button = page.getByRole('button', { name: 'Detalles de 20014-3' })
  await button.click()
  await expectAddress({ incidencia: '3' })
  await expect.element(panel).toBeVisible()
  await pressKey('Escape')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await expectAddress({ incidencia: null })
  rows()[0]?.focus()
  await pressKey('ArrowDown')
  await expect.poll(() => document.activeElement).toBe(rows()[1])
  await pressKey('Enter')
  await expect.element(panel).toBeVisible()
  history.back()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(rows()[1])
})

test('says how bad it was, where, and who closed it', async () => {
  await openDetail({}, closedOf(5))
  expect(panel.getByRole('heading', { level: 2 }).element().textContent).toBe('20014-5Cerrada')
  await expectText(/^Impacto del 10\/03\/2026 10:00:05/, panel)
  await expect.element(part('Gravedad')).toMatchTextContent(/Pico3,50 g.*Impactos4.*Duración1,3 s/)
  await expect.element(part('Dónde estaba')).toMatchTextContent(/Almacén Lleno.*LEC-101/)
  await expect.element(part('Revisión')).toMatchTextContent('Cerrada por Ane Agirre el 11/03/2026 09:00:00.')
})

test('draws the samples of each axis with the threshold, and has them as a table', async () => {
  await openDetail({ muestras: SAMPLES })
  const chart = panel.getByRole('figure')
  await expect
    .element(chart)
    .toMatchTextContent(
      /5 muestras: la mayor, de .* llega en el instante del impacto.*sobre todo en el eje X/,
    )
  const drawing = chart.getByRole('img', { name: /^Gráfico: / })
  await expect.element(drawing).toHaveAttribute('aria-busy', 'false')
  const drawn = () => [...drawing.element().querySelectorAll('text')].map((t) => t.textContent)
  const countOf = (text: string) => drawn().filter((t) => t === text).length
  await expect.poll(() => ['X', 'Y', 'Z', '2,50 g', '-2,50 g'].map(countOf)).toEqual([1, 1, 1, 3, 3])
  expect(drawn()).toContain('umbral')
  await press('Ver datos', chart)
  const data = chart.getByRole('grid')
  expect(texts(data.getByRole('columnheader'))).toEqual(['ms', 'X (g)', 'Y (g)', 'Z (g)', 'Magnitud (g)'])
  expect(texts(data.getByRole('row'))[3]).toMatch(/0-3,21,52,14,11/)
  await expectAccessible(panel.element())
  await press('Ocultar datos', chart)
  await expect.element(data).not.toBeInTheDocument()
})

test('without samples it says so, with the extremes that are known', async () => {
  await openDetail({ muestras: [], accelxmax: 3.1, accelxmin: -0.25 })
  await expectText('El sensor no envió muestras de este impacto, solo los extremos de cada eje.', panel)
  await expectText('-0,25 g … 3,10 g', panel)
  await expect.element(panel.getByRole('figure')).not.toBeInTheDocument()
})

test('says so where nobody knows where it was, and shows the plan where there is a node on it', async () => {
  const first = await openDetail({ Ubicacion: null })
  await expectText('Sin ubicación disponible', panel)
  await first.screen.unmount()
  await openDetail({ nodo: { x: 0.75, y: 0.25 } }, undefined, {
    listUbicaciones: () => ({
      empresa: 1,
      nombre_empresa: 'Vitoria',
      version: '1',
      data: [
        {
          id: 1,
          nombre: 'Almacén Lleno',
          planta: '',
          grupo: 'llenos',
          nodo_x: 0.75,
          nodo_y: 0.25,
          lectores: [],
        },
      ],
      imagen: null,
    }),
  })
  const plan = panel.getByRole('img', { name: 'Plano del impacto de 20014-5, en Almacén Lleno' })
  await expect.element(plan).toBeVisible()
  await expectNoText('Sin ubicación disponible')
  const box = plan.element().getBoundingClientRect()
  const mark = plan.element().querySelector('[data-impacto]')?.getBoundingClientRect() as DOMRect
  expect((mark.x + mark.width / 2 - box.x) / box.width).toBeCloseTo(0.75, 1)
  expect((mark.y + mark.height / 2 - box.y) / box.height).toBeCloseTo(0.25, 1)
})

test('earlier impacts lead to their own details, and back returns', async () => {
  const [older, now] = [closedOf(4), incidentOf(5)]
  const earlier = { id: 4, Time: older.Time, revisado: true, hubo_golpe_real: false, hubo_danio: false }
  const anteriores = [{ ...earlier, mirado: true, pico_g: 3, Ubicacion: null }]
  await openDetail({}, now, {
    getIncidencia: ({ params }) =>
      params.id === '4' ? detailOf(older) : detailOf(now, { anteriores, totalAnteriores: 3 }),
  })
  const list = part('Impactos anteriores')
  await expect.element(list).toMatchTextContent(/3 impactos anteriores; se muestran los 1 últimos/)
  await list.getByRole('link', { name: /10\/03\/2026 10:00:04/ }).click()
  await expectAddress({ incidencia: '4' })
  expect(panel.element().contains(document.activeElement)).toBe(true)
  await expectText(/^Impacto del 10\/03\/2026 10:00:04/, panel)
  history.back()
  await expectText(/^Impacto del 10\/03\/2026 10:00:05/, panel)
})

test('leads to the events of the container', async () => {
  await openDetail({}, undefined, { getTableData: () => ({ data: [], total: 0, total_pages: 0 }) })
  await panel.getByRole('link', { name: 'Ver sus eventos' }).click()
  await expect.poll(() => location.pathname).toBe('/NewData')
  await expectAddress({ search: '20014-5', estado: 'Impacto' })
})

test('an unknown incident and one that fails say which is which', async () => {
  let fails = true
  const i = incidentOf(2)
  await openIncidents(`${DAYS}&incidencia=987654321`, {
    ...keepIncidents([i]).answers,
    getIncidencia: ({ params }) =>
      params.id !== '2'
        ? refuse({ status: 404, error: 'No existe.' })
        : fails
          ? refuse({ status: 400, error: 'No se pudo leer.' })
          : detailOf(i),
  })
  await expectText('Esta incidencia no existe', panel)
  await press('Ver la lista', panel)
  await expect.element(panel).not.toBeInTheDocument()
  await expectAddress({ incidencia: null })
  await press('Detalles de 20014-2')
  await expectText('No se ha podido cargar la incidencia')
  await expectText('No se pudo leer.')
  fails = false
  await press('Reintentar')
  await expect.element(part('Gravedad')).toBeVisible()
})

test('somebody takes it on and notes something, and who closes it adds a note', async () => {
  const kept = keepIncidents([incidentOf(5)])
  const notas: { momento: string; autor: string; texto: string }[] = []
  await openDetail({}, undefined, {
    ...kept.answers,
    getIncidencia: async (r) =>
      ({ ...((await kept.answers.getIncidencia?.(r)) as never as object), notas }) as never,
    setImpacto: async (r) => {
      const { nota } = r.body as { nota?: string }
      if (nota) notas.unshift({ momento: '2026-03-12T09:00:00Z', autor: 'Olga Operaria', texto: nota })
      return kept.answers.setImpacto?.(r) as never
    },
  })
  await choose('La lleva', 'Jon Prensa', panel)
  await expectText('La incidencia la lleva Jon Prensa')
  await panel.getByLabelText('Nota', { exact: true }).fill('Golpe con la carretilla')
  await press('Guardar nota', panel)
  await expectText('Nota guardada')
  const notes = panel.getByRole('list', { name: 'Notas' })
  await expect
    .element(notes)
    .toMatchTextContent(/Golpe con la carretillaOlga Operaria, 12\/03\/2026 10:00:00/)
  await press(/^Abierta: /, panel)
  const asks = page.getByRole('alertdialog', { name: 'Confirmar cierre' })
  await expect.element(asks.getByRole('listitem')).toMatchTextContent(/20014-5/)
  await asks.getByLabelText('Nota (opcional)').fill('Sin daño')
  await press('Confirmar', asks)
  await expectText('Incidencia cerrada')
  await expect.poll(() => texts(notes.getByRole('listitem'))[0]).toMatch(/^Sin daño/)
  await expect.poll(() => texts(notes.getByRole('listitem'))).toHaveLength(2)
})

test('on a phone the details fill the screen', async () => {
  await openIncidents(`${DAYS}&incidencia=2`, keepIncidents(someIncidents(2)).answers, {
    width: 390,
    height: 844,
  })
  await expect.element(part('Gravedad')).toBeVisible()
  await expect.poll(() => panel.element().getBoundingClientRect().width).toBe(390)
  await expectAccessible(panel.element())
})
