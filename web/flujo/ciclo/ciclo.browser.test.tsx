import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { rows } from '../../testing/rows'
import { MANAGER, sessionAs } from '../../testing/sessions'
import {
  askedOf,
  choose,
  expectAddress,
  expectNoText,
  expectText,
  inAddress,
  press,
} from '../../testing/steps'
import { answerLoop, loopOf, openLoop, rowOf, stageOf } from './fixtures'

const listsAsked = (app: Awaited<ReturnType<typeof openLoop>>) =>
  askedOf(app, 'listCiclo').map((r) => r.query)
const total = page.getByRole('status').filter({ hasText: /^[\d.]+$/ })

for (const width of [1440, 390])
  test(`a figure of the loop leads to its containers, ${width} px wide`, async () => {
    const app = await openLoop('/ciclo', {}, width)
    await expectText('Medido a las 09:30')
    const stages = page.getByRole('link', { name: /^Llenos: 40 ahora/ })
    const shown = stages.elements().find((e) => e.checkVisibility()) as HTMLElement
    shown.focus()
    await pressKey('Enter')
    await expectAddress({ vista: 'antiguedad', que: 'dentro', etapa: '1' })
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Están ahora · Llenos')
    await expect.element(total).toHaveTextContent('40')
    expect(listsAsked(app).at(-1)).toMatchObject({ que: 'dentro', etapa: '1', ciclo: '3' })
    expectNoOverflow()
    history.back()
    await page.getByRole('link', { name: '4,5 días por vuelta; el 90 % en 7' }).click()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Vueltas')
    await expect.element(total).toHaveTextContent('1.234')
    expect(listsAsked(app).at(-1)).toMatchObject({ que: 'vueltas' })
  })

test('a family and the age of containers are chosen', async () => {
  const app = await openLoop('/ciclo?vista=antiguedad')
  await expect.poll(() => rows().length).toBe(2)
  expect(listsAsked(app)[0]).toMatchObject({ que: 'atascados' })
  await choose('Cuáles', 'Todos')
  await choose('Etapa', 'Consumo')
  await choose('Quién los lleva', 'Los llevo yo')
  await expectAddress({ que: 'dentro', etapa: '2', mios: 'true' })
  await expect.poll(() => listsAsked(app).at(-1)).toMatchObject({ que: 'dentro', etapa: '2', mios: 'true' })
  await page.getByRole('combobox', { name: 'Familia' }).fill('20014')
  await page.getByRole('option', { name: '20014' }).click()
  await expect.poll(() => askedOf(app, 'getCuadro').at(-1)?.query.familia).toBe('20014')
})

for (const width of [1440, 390])
  test(`targets are proposed, set and judged by, ${width} px wide`, async () => {
    let meta = stageOf(1, 'Llenos').meta
    const app = await openLoop(
      '/ciclo?vista=metas',
      {
        ...MANAGER,
        getCuadro: () => ({
          ciclos: [],
          ciclo: loopOf({ etapas: [stageOf(1, 'Llenos', { meta }), stageOf(2, 'Consumo')] }),
        }),
        setMetas: ({ body }) => {
          const { etapas } = body as { etapas: (typeof meta)[] }
          meta = { ...meta, ...etapas[0] }
          return { version: 'v2' }
        },
      },
      width,
    )
    const stage = page.getByRole('group', { name: 'Llenos' })
    await press('Usar lo propuesto', stage)
    const field = (name: string) => stage.getByLabelText(name)
    for (const [name, value] of [
      ['Plazo (h)', '24'],
      ['Mínimo', '10'],
      ['Objetivo', '20'],
      ['Máximo', '30'],
    ] as const)
      await expect.element(field(name)).toHaveValue(value)
    await field('Mínimo').fill('9000')
    await press('Guardar')
    await expectText(/^En Llenos: el mínimo no puede pasar del objetivo/)
    expect(askedOf(app, 'setMetas')).toEqual([])
    await field('Objetivo').fill('9000')
    await field('Máximo').fill('9001')
    await press('Guardar')
    await expectText('Metas guardadas')
    expect(askedOf(app, 'setMetas')[0]?.body).toMatchObject({
      version: 'v1',
      ciclo: 3,
      etapas: [{ etapa: 1, plazo_h: 24, minimo: 9000, objetivo: 9000, maximo: 9001 }, { etapa: 2 }],
    })
    expectNoOverflow()
    await page.getByRole('tab', { name: 'Ciclo' }).click()
    const judged = () =>
      page
        .getByText('Bajo mínimo (9000)')
        .elements()
        .filter((e) => e.checkVisibility()).length
    await expect.poll(judged).toBeGreaterThan(0)
  })

test('targets that another person has set meanwhile are not written over', async () => {
  let plazo_h: number | null = null
  let version = 'v1'
  const app = await openLoop('/ciclo?vista=metas', {
    ...MANAGER,
    getCuadro: () => ({
      ciclos: [],
      ciclo: loopOf({
        version,
        etapas: [stageOf(1, 'Llenos', { meta: { ...stageOf(1, '').meta, plazo_h } })],
      }),
    }),
    setMetas: ({ body }) =>
      (body as { version: string }).version === version
        ? { version: 'v3' }
        : refuse({ status: 409, code: 'metas_cambiadas', error: 'Otra persona ha cambiado las metas.' }),
  })
  const term = page.getByRole('group', { name: 'Llenos' }).getByLabelText('Plazo (h)')
  await term.fill('44')
  plazo_h = 33
  version = 'v2'
  await press('Guardar')
  await expectText('Otra persona ha cambiado las metas.')
  await expect.poll(() => askedOf(app, 'getCuadro').length).toBeGreaterThan(1)
  await press('Recargar', page.getByRole('alert'))
  await expect.element(term).toHaveValue('33')
  await press('Guardar')
  await expectText('Metas guardadas')
  expect(askedOf(app, 'setMetas').at(-1)?.body).toMatchObject({ version: 'v2', etapas: [{ plazo_h: 33 }] })
})

test('stuck ones are taken on, noted and put off, one after another', async () => {
  let row = rowOf(1)
  const app = await openLoop('/ciclo?vista=antiguedad&que=dentro', {
    listCiclo: () => ({ data: [row], total: 1 }),
    setAtascos: ({ body }) => {
      const { lleva, contenedores: _, ...changes } = body as Partial<typeof row> & { contenedores: string[] }
      row = { ...row, ...changes, ...(lleva ? { lleva: { id: 7, nombre: 'Olga Operaria' } } : {}) }
      return { resultados: [{ mac: row.mac, status: 'success', message: '' }] }
    },
  })
  await page.getByRole('checkbox', { name: 'Seleccionar fila AC0000000001' }).click()
  const selected = page.getByRole('region', { name: 'Contenedores elegidos' })
  await press('Lo miro yo', selected)
  await expectText('Lo miras tú')
  await expect.poll(() => rows()[0]?.textContent).toContain('Olga Operaria')
  await press('Nota', selected)
  await page.getByLabelText('Qué pasa con él').fill('Espera una pieza')
  await expectAccessible(page.getByRole('dialog').element())
  await press('Guardar', page.getByRole('dialog'))
  await expect.poll(() => rows()[0]?.textContent).toContain('Espera una pieza')
  await press('No contar hasta…', selected)
  await press('No contar', page.getByRole('dialog'))
  await expectText('Ya no cuenta como atascado')
  await press('Volver a contar', selected)
  await expectText('Vuelve a contar')
  expect(askedOf(app, 'setAtascos').map((r) => r.body)).toMatchObject([
    { contenedores: ['AC0000000001'], lleva: 7 },
    { nota: 'Espera una pieza' },
    { callado_hasta: expect.stringMatching(/T23:59:59/) },
    { callado_hasta: null },
  ])
})

for (const width of [1440, 390])
  test(`what is held for a damage that nobody has reviewed leads to its incident, ${width} px wide`, async () => {
    const app = await openLoop(
      '/ciclo?vista=antiguedad&que=dentro',
      {
        listCiclo: () => ({
          data: [rowOf(1, { retenido: 55 }), rowOf(2, { motivo: 'averia', causa: 8 })],
          total: 2,
        }),
        getIncidencia: () => refuse({ status: 404, error: 'No existe.' }),
      },
      width,
    )
    await expect
      .element(page.getByRole('link', { name: 'Avería abierta' }))
      .toHaveAttribute('href', '/causas/8')
    await page.getByRole('link', { name: 'Daño sin revisar' }).click()
    await expect.poll(() => location.pathname).toBe('/incidencias')
    expect(inAddress('incidencia')).toBe('55')
    await expect.poll(() => askedOf(app, 'getIncidencia')[0]?.params.id).toBe('55')
    history.back()
    await expect.poll(() => location.pathname).toBe('/ciclo')
    expectNoOverflow()
  })

test('who only looks is offered no change', async () => {
  const only = sessionAs({ rol: 'lectura' })
  const first = await openLoop('/ciclo?vista=metas', only)
  await expectText('Las pone quien administra la empresa.')
  await first.screen.unmount()
  await openLoop('/ciclo?vista=antiguedad&que=dentro', only)
  await expect.element(page.getByRole('link', { name: '20014-1' })).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('a company without loops is told how to begin', async () => {
  await openLoop('/ciclo', { ...MANAGER, ...answerLoop(null) })
  await expectText('Aún no hay ningún ciclo')
  await page.getByRole('link', { name: 'Preparar las etapas' }).click()
  await expect.element(page.getByRole('tab', { name: 'Etapas' })).toHaveAttribute('aria-selected', 'true')
})

test('a loop that is being measured says so, instead of stages without containers', async () => {
  let medido: string | null = null
  const app = await openLoop('/ciclo', {
    getCuadro: () => ({ ciclos: [], ciclo: loopOf({ medido, desde: null }) }),
  })
  await expectText('El ciclo se está midiendo')
  await expectNoText(/^Bajo mínimo/)
  await expectAccessible()
  medido = '2026-11-28T09:30:00+01:00'
  await app.queryClient.invalidateQueries({ queryKey: ['ciclo'] })
  await expectText('Medido a las 09:30')
  await expectNoText('El ciclo se está midiendo')
})

test('where readers miss containers, or no limit is known, that is said', async () => {
  const cobertura = { se_ven: 20, deberian: 40, lectores: [{ mac: 'C3', Apodo: 'LEC-7' }] }
  await openLoop('/ciclo', {
    ...MANAGER,
    ...answerLoop(loopOf({ etapas: [stageOf(1, 'Llenos', { cobertura, sin_limite: 40 })] })),
  })
  await expectText(
    'Cobertura incompleta en Llenos: de media se ven 20 y deberían ser 40; mira el lector LEC-7.',
  )
  await expectText(/no se sabe qué está atascado en Llenos \(40\)\.$/)
  await press('Fijar plazos')
  await expectAddress({ vista: 'metas' })
})
