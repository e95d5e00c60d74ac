import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Estancia } from '#contract/parque/estancias/estancias'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device } from '../../testing/devices'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { ADMIN } from '../../testing/sessions'
import { button } from '../../testing/steps'

const day = (text: string) => `2026-11-${text}:00+01:00`
const stay = (Ubicacion: string, from: string, to: string, more: Partial<Estancia> = {}): Estancia => ({
  ...{ Ubicacion, Lugar: Ubicacion, Situacion: null, Certeza: null, ApodoLector: 'LEC-101' },
  ...{ lectores: ['LEC-101'], desde: day(from), hasta: day(to), silencio: false, Etapa: null },
  ...{ minutos_abiertos: null, Lat: null, Lon: null, ...more },
})
const FILE: FichaContenedor = {
  dispositivo: device(1),
  eliminado: null,
  mide_impactos: true,
  impactos_total: 0,
  abiertas: { n: 0, con_danio: 0 },
  espera: { pila: null, atascado: null },
  estancias: [
    stay('En Consumo', '14T01:30', '15T04:35'),
    stay('Almacén Lleno', '13T08:00', '14T01:30'),
    stay('Gestamp', '12T08:00', '13T08:00'),
  ],
  estancias_cortadas: false,
  curvas: [
    { t: day('14T01:00'), bateria: 80, temperatura: 20 },
    { t: day('14T02:00'), bateria: 79, temperatura: 21 },
  ],
  impactos: [],
  deshacer_s: 0,
  etiquetas: [],
}
const EMPTY = { estancias: [], curvas: [], impactos: [] }

type Options = { address?: string; width?: number; answers?: Answers; wrong?: (keyof Answers)[] }

/** The file of a container. */
async function open(file: Partial<FichaContenedor> = {}, { address, answers, ...rest }: Options = {}) {
  const app = await openApp(address ?? '/contenedor/20014-001', {
    ...rest,
    answers: {
      getContenedor: () => ({ ...FILE, ...file }),
      listTransiciones: () => ({ data: [] }),
      getPorQue: () => ({ movimiento: null, tramo: null, siguiente: null, causa: null, persona: null }),
      getPerdidaOf: () => refuse({ status: 404, error: 'Nada.' }),
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      ...answers,
    },
  })
  const requests = (name: keyof Answers) => app.asked.filter((a) => a.name === name).map((a) => a.request)
  return { ...app, requests }
}
const region = (name: string) => page.getByRole('region', { name, exact: true })
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()

test('tells the state now, the stays, the curves and the tag', async () => {
  await open()
  await expect.element(region('Ahora')).toMatchTextContent('LEC-101')
  const stays = page.getByRole('list', { name: 'Estancias' }).getByRole('listitem')
  expect(stays.elements()).toHaveLength(3)
  await expect.element(region('Etiqueta')).toMatchTextContent(device(1).Dispositivo)
  await expect
    .poll(() => document.querySelectorAll('[aria-label="Gráfico: Batería y temperatura"] svg').length)
    .toBe(1)
  await expect.element(button('Cambiar etiqueta')).toBeVisible()
})

test('on a phone nothing sticks out, however long the nickname, and no reader is wrapped', async () => {
  const long = '20014-'.padEnd(64, '7')
  await open({ dispositivo: device(1, { Apodo: long }) }, { width: 390 })
  await expect.element(page.getByRole('heading', { name: long })).toBeVisible()
  await shown('Hasta')
  expectNoOverflow()
  const lines = [...document.querySelectorAll('[data-lector]')].map((e) => {
    const text = document.createRange()
    text.selectNodeContents(e)
    return text.getClientRects().length
  })
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('the way plays, and its moment lives in the address', async () => {
  const two = (n: number) => String(n).padStart(2, '0')
  const estancias = Array.from({ length: 144 }, (_, i) => {
    const t = `${two(1 + Math.floor(i / 24))}T${two(i % 24)}`
    return stay(i % 2 ? 'En Consumo' : 'Almacén Lleno', `${t}:00`, `${t}:30`)
  }).reverse()
  await open({ estancias })
  const moment = page.getByRole('slider', { name: 'Momento del recorrido' })
  await expect.element(moment).toHaveValue('144')
  ;(moment.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => location.search).toContain('paso=1')
  await shown(/· 1 de 144/)
  await button('Reproducir el recorrido').click()
  await expect.poll(() => location.search).toMatch(/paso=([2-9]|\d\d+)/)
  await button('Detener el recorrido').click()
})

test('the way over the floor plan: the same slider moves it from place to place, on a phone too', async () => {
  await open(
    { estancias: [stay('Nadie sabe', '15T00:00', '15T04:35'), ...FILE.estancias] },
    { width: 390, address: '/contenedor/20014-001?paso=1' },
  )
  await button('En el plano').click()
  await expect.poll(() => location.search).toContain('sobre=plano')
  const plan = page.getByRole('img', { name: /^Plano del recorrido:/ })
  const here = () => document.querySelector<HTMLElement>('span[data-aqui][style*="transform"]')
  const spots = new Set<string | undefined>()
  const moment = page.getByRole('slider', { name: 'Momento del recorrido' })
  ;(moment.element() as HTMLElement).focus()
  for (const [i, place] of ['Gestamp', 'Almacén Lleno', 'En Consumo'].entries()) {
    if (i > 0) await userEvent.keyboard('{ArrowRight}')
    await expect.element(plan).toHaveAccessibleName(`Plano del recorrido: ${place}`)
    await expect.poll(() => here()?.dataset.aqui).toBe(place)
    spots.add(here()?.style.transform)
  }
  expect(spots.size).toBe(3)
  expect(document.querySelector('path[data-tramo]')).not.toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(plan).toHaveAccessibleName('Plano del recorrido: Nadie sabe')
  await expect.poll(here).toBeNull()
  expectNoOverflow()
  await expectAccessible()
})

test('days live in the address; days without anything say so', async () => {
  const { requests } = await open(EMPTY, {
    address: '/contenedor/20014-001?desde=2020-01-01&hasta=2020-01-02',
  })
  for (const text of ['Sin recorrido', 'Sin estancias', 'Sin lecturas', 'Sin impactos'])
    await shown(new RegExp(`${text} en este periodo`))
  expect(requests('getContenedor')[0]?.query).toMatchObject({ desde: '2020-01-01', hasta: '2020-01-02' })
})

test('no impacts are good news only where they are measured', async () => {
  await open({ ...EMPTY, mide_impactos: null })
  await expect
    .element(region('Impactos'))
    .toMatchTextContent(/Sin impactos en este periodo.*no se sabe si los hubo/)
})

test('a wrong period is told below its days, which put it right', async () => {
  const { requests } = await open(
    {},
    {
      address: '/contenedor/20014-001?desde=2026-06-03&hasta=2026-06-01',
      answers: {
        getContenedor: ({ query }) =>
          query.desde === '2020-01-01'
            ? refuse({ status: 400, error: 'Como mucho 100 días de una vez.' })
            : FILE,
      },
    },
  )
  await shown('La fecha de fin es anterior a la de inicio.')
  await expect.element(page.getByRole('heading', { name: '20014-001' })).toBeVisible()
  expect(button('Reintentar').elements()).toEqual([])
  const write = async (name: string, digits: string) => {
    const field = page.getByRole('group', { name })
    await field.hover()
    await field.getByRole('spinbutton', { name: 'Día' }).click()
    await userEvent.keyboard(digits)
  }
  await write('Hasta', '05062026')
  await expect.poll(() => location.search).toContain('hasta=2026-06-05')
  await expect.element(region('Ahora')).toBeVisible()
  expect(requests('getContenedor')[0]?.query).toMatchObject({ desde: '2026-06-03', hasta: '2026-06-05' })
})

test('a period that is too long is told, without a retry', async () => {
  await open(
    {},
    {
      address: '/contenedor/20014-001?desde=2020-01-01&hasta=2020-12-31',
      answers: { getContenedor: () => refuse({ status: 400, error: 'Como mucho 100 días de una vez.' }) },
    },
  )
  await shown('Como mucho 100 días de una vez.')
  expect(button('Reintentar').elements()).toEqual([])
})

test('its events are one step away', async () => {
  await open({}, { answers: { getTableData: () => ({ data: [], total: 0, total_pages: 0 }) } })
  await expect.element(region('Ahora')).toBeVisible()
  await button('Ver sus eventos').click()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/NewData\?search=.*20014-001/)
})

test('a deleted container keeps its file and says so; its tag cannot be changed', async () => {
  await open({ eliminado: day('15T04:35') })
  await shown(/^Eliminado el 15\/11\/2026/)
  await expect.element(region('Etiqueta')).toMatchTextContent(device(1).Dispositivo)
  expect(button('Cambiar etiqueta').elements()).toEqual([])
})

test('a nickname of two companies asks for one of them, which the bar gives', async () => {
  const error = 'Hay contenedores con ese apodo en varias empresas: Vitoria, Llanada.'
  await open(
    {},
    {
      answers: {
        ...ADMIN,
        getContenedor: ({ query }) => (query.empresa ? FILE : refuse({ status: 409, error })),
      },
    },
  )
  await shown(error)
  await button('Empresa: Todas las empresas').click()
  await page.getByRole('menuitemradio', { name: 'Llanada' }).click()
  await expect.element(region('Etiqueta')).toMatchTextContent(device(1).Dispositivo)
})

test('a stay ends with the last hearing; what lies between says whether it was on its way or nobody heard it', async () => {
  await open({
    estancias: [
      stay('Expedición', '14T01:30', '15T04:35', {
        ...{ silencio: true, Etapa: 'Vacíos', minutos_abiertos: 1000 },
      }),
      stay('Almacén Vacío', '13T08:00', '14T01:00', { minutos_abiertos: 1020 }),
      stay('En Consumo', '12T08:00', '13T05:00', { silencio: true }),
      stay('Almacén Lleno', '11T08:00', '12T08:00'),
    ],
    estancias_cortadas: true,
  })
  const lines = page.getByRole('list', { name: 'Estancias' }).getByRole('listitem')
  await expect.poll(() => lines.elements().length).toBe(6)
  const expected = [
    /^Expedición · Vacíos.*1 d 3 h · 17 h abiertas.*15\/11\/2026 04:35:00, sin señal desde entonces/,
    /^En tránsito 30 min$/,
    /^Almacén Vacío17 h13\/11\/2026 08:00:00 – 14\/11\/2026 01:00:00 · LEC-101$/,
    /^Sin señal 3 h$/,
    /^En Consumo.*, sin señal después/,
    /^Almacén Lleno/,
  ]
  for (const [i, line] of lines.elements().entries()) expect(line.textContent).toMatch(expected[i] as RegExp)
  await shown('Se muestran las 1.000 últimas estancias.')
})

test('an unknown container says so', async () => {
  await open(
    {},
    {
      address: '/contenedor/nadie-1',
      answers: {
        getContenedor: () => refuse({ status: 404, error: 'No hay ningún contenedor con ese apodo.' }),
      },
    },
  )
  await shown('No hay ningún contenedor con ese apodo.')
})
