import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Hoy, Linea } from '#contract/resumen/hoy/hoy'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { OPERARIO } from '../../testing/sessions'
import { askedOf, expectAddress, expectNoText, expectText, inAddress, press } from '../../testing/steps'

const lineOf = (clave: Linea['clave'], n: number, changes: Partial<Linea> = {}): Linea => ({
  clave,
  n,
  momento: null,
  parte: null,
  detras: null,
  hecha: null,
  ...changes,
})
const WEEK: NonNullable<Hoy['semana']> = {
  ahora: { desde: '2026-11-23T00:00:00+01:00', hasta: '2026-11-28T10:00:00+01:00' },
  antes: { desde: '2026-11-16T00:00:00+01:00', hasta: '2026-11-21T10:00:00+01:00' },
  cifras: [{ clave: 'impactos', ahora: 12, antes: 9, explica: null }],
}
const LINES = [
  lineOf('extravios', 31, { momento: '2026-11-28T09:58:00+01:00', parte: { nombre: 'Muelle', n: 20 } }),
  lineOf('golpes_nadie', 5),
]

async function open(address: string, answers: Answers = {}, width = 1440) {
  const named: Answers = {
    getHoy: ({ query }) => ({
      papel: (query.papel as Hoy['papel']) ?? 'linea',
      lineas: LINES,
      semana: WEEK,
    }),
    setPreferenciaHoy: () => ({ ok: true }),
    markHecha: () => ({ ok: true }),
    recoverHecha: () => ({ ok: true }),
    ...answers,
  }
  return openApp(address, { width, height: 844, answers: emptyAnswers(named) })
}
const line = (clave: string) => document.querySelector(`[data-linea=${clave}]`)

test('the first entry of the bar, for a role that is remembered; each line leads to its list', async () => {
  const app = await open('/hoy')
  const main = page.getByRole('navigation', { name: 'Principal' })
  await expect.element(main.getByRole('link').first()).toHaveTextContent('Hoy')
  const role = page.getByRole('combobox', { name: 'Para quién' })
  await expect.element(role).toHaveTextContent('Línea')
  await expectAddress({ papel: 'linea' })
  await role.click()
  await page.getByRole('option', { name: 'Planificación' }).click()
  await expectAddress({ papel: 'planificacion' })
  await expect
    .poll(() => askedOf(app, 'setPreferenciaHoy').map((r) => r.body))
    .toEqual([{ papel: 'planificacion' }])
  expect(askedOf(app, 'getHoy').at(-1)?.query.papel).toBe('planificacion')
  expect(line('extravios')?.textContent).toMatch(/31 posibles extravíosMuelle: 20.*Contado a las 09:58\./)
  await page.getByRole('link', { name: '31 posibles extravíos: ver la lista' }).click()
  await expect.poll(() => location.pathname).toBe('/poc-status')
  await expectAddress({ posible_estado: 'Posible extravío' })
  history.back()
  await page.getByRole('link', { name: 'Repartir' }).click()
  await expect.poll(() => location.pathname).toBe('/incidencias')
  await expectAddress({ ver: 'abiertas', pendientes: 'nadie' })
})

for (const width of [1440, 390])
  test(`what is done goes and comes back, ${width} px wide`, async () => {
    let hecha: string | null = null
    const app = await open(
      '/hoy?papel=calidad',
      {
        getHoy: () => ({ papel: 'calidad', lineas: [lineOf('golpes_nadie', 5, { hecha })], semana: WEEK }),
        markHecha: () => {
          hecha = '2026-11-28T10:00:00+01:00'
          return { ok: true }
        },
        recoverHecha: () => {
          hecha = null
          return { ok: true }
        },
      },
      width,
    )
    const done = /^Hecho: golpes que no lleva nadie/
    await press(done)
    await expectText('Hecha. Volverá si crece, o mañana.')
    await expect.poll(() => line('golpes_nadie')).toBeNull()
    await press('Deshacer')
    await expect.poll(() => line('golpes_nadie')).not.toBeNull()
    await press(done)
    await expectText('Todo lo de hoy está hecho')
    await press('Hechas (1)')
    await expectAddress({ hechas: 'si' })
    await expect.poll(() => line('golpes_nadie')?.textContent).toContain('Hecha a las 10:00.')
    await expectAccessible()
    expectNoOverflow()
    await press(/^Recuperar: /)
    await expect
      .element(page.getByRole('button', { name: /^Hechas|Ocultar las hechas/ }))
      .not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Repartir' })).toBeVisible()
    expect(askedOf(app, 'markHecha')).toMatchObject([
      { params: { clave: 'golpes_nadie' }, body: { n: 5 } },
      { body: { n: 5 } },
    ])
  })

test('nothing to do, what is still being counted and what cannot be read say so', async () => {
  let answer: () => Hoy | Response = () => refuse({ status: 400, error: 'No se pudo contar.' })
  const app = await open('/hoy?papel=calidad', { getHoy: () => answer() })
  await expectText('No se pudo contar.')
  answer = () => ({ papel: 'calidad', lineas: [], semana: null })
  await press('Reintentar')
  await expectText('No hay nada pendiente')
  await expectText('Las cifras de la semana se están contando: estarán dentro de un minuto.')
  answer = () => ({ papel: 'calidad', lineas: [], semana: WEEK })
  await app.queryClient.invalidateQueries()
  await expectNoText(/se están contando/)
})

test('a figure of the week leads to what it counts, and each of them to what happened', async () => {
  const counted = {
    momento: '2026-11-27T10:00:00+01:00',
    mac: 'AC0000000001',
    Apodo: '20014-1',
    es_lector: false,
    Lugar: 'Muelle',
    Segunda: '20014',
    incidencia: 55,
    causa: null,
    empresa: 1,
  }
  const app = await open('/hoy?papel=calidad', {
    listCifra: () => ({ data: [counted], total: 12 }),
    getIncidencia: () => refuse({ status: 404, error: 'No existe.' }),
  })
  await page.getByRole('link', { name: 'Impactos de esta semana: ver la lista' }).click()
  await expect.poll(() => location.pathname).toBe('/hoy/impactos')
  await expect.element(page.getByRole('heading', { name: 'Impactos', level: 1 })).toBeVisible()
  const [asked] = askedOf(app, 'listCifra')
  expect(asked?.params).toEqual({ clave: 'impactos' })
  const moments = [asked?.query.desde, asked?.query.hasta].map((t) => Date.parse(t ?? ''))
  expect(moments).toEqual([WEEK.ahora.desde, WEEK.ahora.hasta].map((t) => Date.parse(t)))
  await expect.element(page.getByRole('status').filter({ hasText: '12' }).first()).toBeVisible()
  await expectAccessible()
  await page.getByRole('grid').getByRole('link').first().click()
  await expect.poll(() => location.pathname).toBe('/incidencias')
  expect(inAddress('incidencia')).toBe('55')
})

test('a figure without its week, and one without anything in it, say so', async () => {
  const first = await open('/hoy/impactos')
  await expect.element(page.getByRole('heading', { name: 'Esa lista no existe' })).toBeVisible()
  await first.screen.unmount()
  await open(`/hoy/impactos?${new URLSearchParams(WEEK.ahora)}`)
  await expectText('Nada en ese tiempo')
})

test('a company that only registers has no Hoy', async () => {
  await open('/hoy', {
    validateToken: () => ({
      ok: true,
      status: 'ok',
      empresa: 1,
      modo: 'solo_panel',
      inicio: 'mapa',
      user: OPERARIO,
    }),
  })
  await expect.poll(() => location.pathname).toBe('/PanelDisp')
  await expect.element(page.getByRole('link', { name: 'Hoy', exact: true })).not.toBeInTheDocument()
})
