import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { openApp } from '../../testing/open-app'
import { rows } from '../../testing/rows'
import { emptyAnswers } from '../../testing/sample'

type Notice = z.input<typeof Aviso>
const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id,
  tipo: 'golpe',
  gravedad: 'normal',
  asunto: `Golpe: 20014-${id}`,
  texto: `Golpe del contenedor 20014-${id} en Muelle 3.`,
  boton: 'Revisar el golpe',
  enlace: `/causas?buscar=${id}`,
  tiempo: '2026-11-02T10:00:00+01:00',
  leido: false,
  ...more,
})

/** A server that keeps the notices of one person. */
async function open(query = '', width = 1440) {
  const all = [notice(1), notice(2, { gravedad: 'grave' })]
  const unread = () => all.filter((a) => !a.leido).length
  return openApp(`/avisos${query}`, {
    width,
    answers: emptyAnswers({
      listAvisos: ({ query: q }) => {
        const data = all.filter(
          (a) =>
            (!q.tipo || a.tipo === q.tipo) &&
            (!q.gravedad || a.gravedad === q.gravedad) &&
            (!q.leido || a.leido === (q.leido === 'si')),
        )
        return { data, total: data.length, sin_leer: unread() }
      },
      countAvisos: () => ({ sin_leer: unread() }),
      readAvisos: ({ body }) => {
        const { ids, leido } = body as { ids?: number[]; leido: boolean }
        for (const a of all) if (!ids || ids.includes(a.id)) a.leido = leido
        return { sin_leer: unread() }
      },
    }),
  })
}
const bell = page.getByRole('link', { name: /^Avisos, / })

test('a line leads to where it is dealt with, and is read then', async () => {
  await open()
  await expect.element(bell).toHaveAccessibleName('Avisos, 2 sin leer')
  await page.getByRole('link', { name: 'Revisar el golpe: Golpe: 20014-1' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/causas?buscar=1')
  await expect.element(bell).toHaveAccessibleName('Avisos, 1 sin leer')
})

test('filters stand in the address, and all are read at once', async () => {
  await open('?tipo=golpe&leido=no')
  await expect.element(page.getByText(/^Golpe del contenedor 20014-1/)).toBeVisible()
  await page.getByRole('button', { name: 'Marcar todos como leídos' }).click()
  await expect.element(page.getByText('No hay avisos con esos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect.poll(() => location.search).toBe('')
  await expect.element(page.getByText('todos leídos')).toBeVisible()
  await page.getByRole('combobox', { name: 'Gravedad' }).click()
  await page.getByRole('option', { name: 'Graves', exact: true }).click()
  await expect.poll(() => location.search).toBe('?gravedad=grave')
  await expect.poll(() => rows().length).toBe(1)
})

test('what one is told of is chosen under Perfil', async () => {
  await open()
  await page.getByRole('link', { name: 'Elegir avisos' }).click()
  await expect.poll(() => location.pathname + location.hash).toBe('/perfil#avisos')
})

test('on a phone the filters are one line and an icon, which opens the others', async () => {
  await open('', 390)
  await expect.element(page.getByText(/^Golpe del contenedor 20014-1/)).toBeVisible()
  const filters = page.getByRole('search', { name: 'Filtros de avisos' })
  await expect.element(filters.getByRole('combobox', { name: 'Tipo' })).toBeVisible()
  await expect.element(filters.getByRole('combobox', { name: 'Gravedad' })).not.toBeInTheDocument()
  expect(filters.element().getBoundingClientRect().height).toBeLessThan(70)
  await filters.getByRole('button', { name: 'Más filtros' }).click()
  await filters.getByRole('combobox', { name: 'Gravedad' }).click()
  await page.getByRole('option', { name: 'Graves', exact: true }).click()
  await expect.poll(() => location.search).toBe('?gravedad=grave')
  expectNoOverflow()
  await expectAccessible(filters.element())
})

test('on a phone the filters that apply are visible to who comes back', async () => {
  await open('?gravedad=grave', 390)
  await expect.element(page.getByRole('combobox', { name: 'Gravedad' })).toHaveTextContent('Graves')
})
