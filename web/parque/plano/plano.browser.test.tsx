import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { inventory } from '../../testing/devices'
import { allowMotion } from '../../testing/media'
import { openApp } from '../../testing/open-app'
import { createPlan, PLACES } from '../../testing/plan'
import { texts } from '../../testing/rows'
import { button } from '../../testing/steps'

const LT = { getLogistica: () => ({ data: [] }) } satisfies Answers
const open = (answers: Answers = {}, width = 1440) =>
  openApp('/special', { width, answers: { ...createPlan().answers, ...LT, ...answers } })

const nodes = () => [...document.querySelectorAll<HTMLElement>('[data-nodo]')]
const search = () => Object.fromEntries(new URLSearchParams(location.search))

// cubre: producto 1, plano 1 4 6-10
test('eleven nodes with their counts, joined by the five arrows', async () => {
  await open({
    countInciertos: () => ({
      dudosos: { '20014': { 'Almacén Lleno': 3 } },
      sin_senal: { '20014': { 'Almacén Lleno': 2, 'En Tránsito': 1 } },
    }),
    countDispositivos: () => ({
      '20014': { 'Almacén Lleno': 34, Gestamp: 1, 'En Tránsito': 6 },
      '41001': { 'Almacén Lleno': 5, 'En Consumo': 2 },
      '99999': { 'Almacén Lleno': 7 },
    }),
    getLogistica: () => ({
      data: [
        {
          ...{ empresa: 1, codigo: '41001', descripcion: 'x', total: 1, otras: 0, encontrados: 1 },
          cuentas: [1, 0, 0, 0, 0, 0, 0, 0],
          dudosas: [0, 0, 0, 0, 0, 0, 0, 0, 0],
          sin_senal: [0, 0, 0, 0, 0, 0, 0, 0, 0],
        },
      ],
    }),
  })
  const full = button('Almacén Lleno: 34 contenedores, 3 dudosos, 2 sin señal')
  await expect.element(full.first()).toBeVisible()
  expect(nodes().map((n) => n.getAttribute('aria-label')?.split(':')[0])).toEqual(PLACES)
  await expect.element(button('Gestamp: 1 contenedor').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^En Tránsito: 6 contenedores/ })).toBeVisible()
  expect([...document.querySelectorAll('[data-flecha]')].map((g) => g.getAttribute('data-flecha'))).toEqual([
    'Descarga Llenos>Almacén Lleno',
    'Almacén Lleno>En Consumo',
    'En Consumo>Almacén Vacío',
    'Almacén Vacío>Descarga Llenos',
    'Descarga Llenos>Gestamp',
  ])
  await button('Montaje Final').click()
  await expect.element(button('Almacén Lleno: 5 contenedores').first()).toBeVisible()
  expect(search()).toEqual({ montaje: 'final' })
  history.back()
  await expect.element(full.first()).toBeVisible()
})

// cubre: plano 2
test('the family can be chosen for Montaje Bruto alone, and is 20014', async () => {
  await open()
  const family = page.getByRole('combobox', { name: 'Familia' })
  await expect.element(family).toHaveTextContent('Familia 20014')
  await family.click()
  expect(texts(page.getByRole('option'))).toEqual(['20014'])
  await userEvent.keyboard('{Escape}')
  await button('Montaje Final').click()
  await expect.element(family).toHaveAttribute('aria-disabled', 'true')
})

// cubre: plano 5
test('a node opens the inventory of its place and family; by keyboard too', async () => {
  const { listUbicaciones, ...rest } = createPlan().answers
  await open({ ...rest, ...(listUbicaciones && { listUbicaciones }), ...inventory([]) })
  await expect.poll(nodes).toHaveLength(11)
  await page.elementLocator(nodes()[2] as Element).click()
  await expect.poll(() => location.pathname).toBe('/poc-status')
  expect(search()).toMatchObject({ ubicacion: 'Almacén Lleno', familia: '20014' })
  history.back()
  await button('Montaje Final').click()
  await expect.poll(() => search().montaje).toBe('final')
  nodes()[3]?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe('/poc-status')
  expect(search()).toEqual({ ubicacion: 'En Consumo', montaje: 'final' })
  await button('Quitar Montaje: Final').click()
  await expect.poll(search).toEqual({ ubicacion: 'En Consumo' })
})

for (const moves of [true, false])
  test(`a container that goes from place to place is ${moves ? '' : 'not '}seen on its way${moves ? '' : ' where motion is unwelcome'}`, async () => {
    if (moves) await allowMotion()
    let n = 34
    await open({ countDispositivos: () => ({ '20014': { 'Almacén Lleno': n, 'En Consumo': 40 - n } }) })
    await expect.element(button('Almacén Lleno: 34 contenedores').first()).toBeVisible()
    let journeys = 0
    const observer = new MutationObserver(() => {
      journeys += document.querySelectorAll('[data-viaje]').length
    })
    observer.observe(document.body, { childList: true, subtree: true })
    n = 33
    await button('Recargar').click()
    await expect.element(button('En Consumo: 7 contenedores').first()).toBeVisible()
    await expect.poll(() => document.querySelectorAll('[data-viaje]').length).toBe(0)
    observer.disconnect()
    if (moves) expect(journeys).toBeGreaterThan(0)
    else expect(journeys).toBe(0)
  })

test('who is no administrator cannot edit; what fails says why and is tried again', async () => {
  let fails = true
  const plan = createPlan()
  await open({
    ...plan.answers,
    listUbicaciones: () => (fails ? refuse({ status: 400, error: 'No se pudo leer el plano.' }) : plan.now()),
  })
  await expect.element(page.getByText('No se pudo leer el plano.')).toBeVisible()
  fails = false
  await button('Reintentar').click()
  await expect.poll(nodes).toHaveLength(11)
  expect(button('Editar plano').elements()).toEqual([])
})

test('on a phone the plan scrolls and grows within its frame, and the nodes are a list too', async () => {
  await open(inventory([]), 390)
  const frame = page.getByRole('region', { name: 'Plano', exact: true })
  await expect.poll(() => frame.elements()[0]?.scrollWidth ?? 0).toBeGreaterThan(800)
  expectNoOverflow()
  await expectAccessible()
  const before = frame.element().scrollWidth
  await button('Acercar el plano').click()
  await expect.poll(() => frame.element().scrollWidth).toBeGreaterThan(before * 1.2)
  const list = page.getByRole('region', { name: 'En el plano' })
  expect(list.getByRole('button').elements()).toHaveLength(11)
  await list.getByRole('button', { name: /^En Consumo: / }).click()
  await expect.poll(() => location.pathname).toBe('/poc-status')
})
