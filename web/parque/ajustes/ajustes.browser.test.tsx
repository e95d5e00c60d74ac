import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { INICIALES } from '#contract/parque/ajustes/values'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { pressKey, type } from '../../testing/keys'
import { expectToast } from '../../testing/toasts'
import { openAdmin } from '../../testing/users'

type Kept = typeof INICIALES & { umbrales: unknown[] }
const field = (name: string) => page.getByLabelText(name, { exact: true })
const save = page.getByRole('button', { name: 'Guardar', exact: true })
const CLASES = [{ familia: '20014', fabricante: 'AC233F', contenedores: 9, picos: 4, muestras: 5 }]

/** A server that keeps the numbers of its companies. */
async function open(
  query = '&empresa=2',
  mine: Record<string, Partial<Kept>> = {},
  more: Answers = {},
  width = 1440,
) {
  const kept = (id: string): Kept => ({ ...INICIALES, umbrales: [], ...mine[id] })
  const app = await openAdmin(
    `?pestana=ajustes${query}`,
    {
      getAjustes: ({ params }) => kept(params.id as string) as never,
      listEtiquetas: () => CLASES,
      setAjustes: ({ params, body }) => {
        mine[params.id as string] = body as Kept
        return kept(params.id as string) as never
      },
      ...more,
    },
    width,
  )
  const sent = () => app.asked.filter((a) => a.name === 'setAjustes').map((a) => a.request.body)
  return { ...app, sent }
}

test('a number is changed, sent, and put back to its usual value', async () => {
  const { sent } = await open()
  await expect.element(field('Impacto desde')).toHaveValue('2,5')
  await expect.element(save).toBeDisabled()
  await field('Impacto desde').fill('3,25')
  await expect.element(page.getByText(/Habitual: 2,5\./)).toBeVisible()
  await save.click()
  await expectToast(/^Ajustes de .+ guardados$/)
  await expect.element(save).toBeDisabled()
  expect(sent()).toEqual([expect.objectContaining({ ...INICIALES, gImpacto: 3.25 })])
  await page.getByRole('button', { name: 'Valores habituales' }).click()
  await expect.element(field('Impacto desde')).toHaveValue('2,5')
  expect(sent()).toHaveLength(1)
  await save.click()
  await expect.poll(() => sent().at(-1)).toMatchObject(INICIALES)
})

test('what cannot be is refused at its field, which has the focus; nothing is sent', async () => {
  const { sent } = await open()
  await expect.element(field('Impacto desde')).toHaveValue('2,5')
  for (const [name, wrong, text] of [
    ['Batería baja', '101', /Debe ser un número entre 0 y 100\./],
    ['Impacto desde', '33', /Debe ser un número entre 1,05 y 32\./],
    ['Impacto desde', '2.5', /^«2.5» no está claro: ¿2,5 o 25\?/],
    ['Posible tránsito', '1,5', /Debe ser un número entero\./],
    ['Salida tras', '', /Debe ser un número entre 1 y 1440\./],
  ] as const) {
    const before = (field(name).element() as HTMLInputElement).value
    await field(name).fill(wrong)
    await save.click()
    await expect.element(field(name)).toHaveFocus()
    await expect.element(field(name)).toHaveAccessibleDescription(text)
    await field(name).fill(before)
  }
  await field('Posible extravío').fill('60')
  await pressKey('Enter')
  await expect.element(field('Posible extravío')).toHaveFocus()
  await expect
    .element(page.getByText('El plazo de extravío no puede ser menor que el de tránsito.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect.element(field('Posible extravío')).toHaveValue('4320')
  expect(sent()).toEqual([])
})

for (const width of [1440, 390])
  test(`a refused field is not covered by the bar of buttons, ${width} px wide`, async () => {
    await open('&empresa=2', {}, {}, width)
    await field('Batería baja').fill('101')
    await save.click()
    await expect.element(field('Batería baja')).toHaveFocus()
    const { bottom } = field('Batería baja').element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(save.element().getBoundingClientRect().top)
    expectNoOverflow()
    await expectAccessible(page.getByRole('tabpanel').element())
  })

test('the company lives in the address, and each has its own numbers', async () => {
  const { router } = await open('', { '2': { bateriaBaja: 23 } })
  // The bar says all: nothing is shown of a company that nobody chose.
  await expect.element(page.getByText(/esto es de una/)).toBeVisible()
  expect(field('Batería baja').elements()).toEqual([])
  await router.navigate({ to: '/admin/usuarios', search: { pestana: 'ajustes', empresa: 1 } as never })
  await expect.element(field('Batería baja')).toHaveValue('10')
  await page.getByRole('combobox', { name: 'Empresa' }).click()
  await page.getByRole('option', { name: 'Bilbao', exact: true }).click()
  await expect.poll(() => location.search).toContain('empresa=2')
  await expect.element(field('Batería baja')).toHaveValue('23')
  history.back()
  await expect.element(field('Batería baja')).toHaveValue('10')
})

test('the company of the bar goes before the one of the address, and leaves nothing to ask', async () => {
  await open('&empresa=1&en_empresa=2', { '2': { bateriaBaja: 23 } })
  await expect.element(field('Batería baja')).toHaveValue('23')
  expect(page.getByRole('combobox', { name: 'Empresa' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Empresa: Bilbao' }).click()
  await page.getByRole('menuitemradio', { name: 'Todas las empresas' }).click()
})

test('among many companies one is searched by name', async () => {
  const list = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    nombre: `Logística nº ${i + 1}`,
    modo: 'completo' as const,
    exigir_sso: false,
  }))
  await open('&empresa=6', {}, { listEmpresas: () => list })
  const company = page.getByRole('combobox', { name: 'Empresa', exact: true })
  await expect.element(company).toHaveTextContent('Logística nº 6')
  ;(company.element() as HTMLElement).focus()
  await pressKey('Enter')
  await expect.element(page.getByRole('combobox', { name: 'Buscar empresa' })).toHaveFocus()
  await type('nº 2')
  await pressKey('Enter')
  await expect.element(company).toHaveTextContent('Logística nº 2')
  await expect.element(company).toHaveFocus()
  expect(location.search).toMatch(/empresa=2(&|$)/)
})

test('a family and a maker get thresholds of their own', async () => {
  const { sent } = await open()
  const rows = page.getByRole('list', { name: 'Umbrales propios' }).getByRole('listitem')
  const add = page.getByRole('button', { name: 'Añadir un umbral' })
  await add.click()
  const family = rows.first().getByLabelText('Familia', { exact: true })
  await expect.element(family).toHaveFocus()
  // A new blank field is no error before the user tries to save.
  expect(
    rows
      .first()
      .getByText(/^Falta la familia/)
      .elements(),
  ).toEqual([])
  await save.click()
  await expect.element(family).toHaveFocus()
  await expect.element(family).toHaveAccessibleDescription(/^Falta la familia o el fabricante/)
  await pressKey('ArrowDown')
  await page.getByRole('option').first().click()
  await expect.element(family).toHaveValue('20014')
  await expect.element(rows.first().getByText(/^Vale para 9 contenedores/)).toBeVisible()
  await rows.first().getByLabelText('Con picos', { exact: true }).fill('7,5')
  await add.click()
  const maker = rows.nth(1).getByLabelText('Fabricante', { exact: true })
  await maker.fill('ac:23')
  await save.click()
  await expect.element(maker).toHaveFocus()
  await maker.fill('0a:0b:0c')
  await expect.element(rows.nth(1).getByText('Ahora no vale para ningún contenedor.')).toBeVisible()
  await save.click()
  await expect
    .poll(() => (sent().at(-1) as Kept | undefined)?.umbrales)
    .toEqual([
      { familia: '20014', fabricante: null, gImpacto: 2.5, gImpactoPicos: 7.5 },
      { familia: null, fabricante: '0A0B0C', gImpacto: 2.5, gImpactoPicos: 5 },
    ])
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Quitar el umbral 1' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(add).toHaveFocus()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => rows.elements().length).toBe(2)
})

test('what would have changed is shown before anything is saved', async () => {
  const { sent } = await open(
    '&empresa=2',
    {},
    {
      tryAjustes: () => ({
        desde: '2026-11-01T00:00:00+01:00',
        efectos: [
          {
            clave: 'incidencias',
            antes: 12,
            despues: 4,
            al_menos: false,
            ejemplos: [
              {
                Apodo: '20014-7',
                Time: '2026-11-02T10:00:00+01:00',
                nuevo: false,
                detalle: '3,1 g',
                incidencia: 5,
              },
            ],
          },
        ],
        sin_prueba: ['gReposo'],
      }),
    },
  )
  const tryOut = page.getByRole('button', { name: 'Qué habría cambiado' })
  await expect.element(tryOut).toBeDisabled()
  await field('Impacto desde').fill('9')
  await tryOut.click()
  const trial = page.getByRole('region', { name: 'Qué habría cambiado' })
  await expect.element(trial).toHaveFocus()
  const effects = trial.getByRole('list', { name: 'Efectos' }).getByRole('listitem')
  await expect.element(effects.first()).toMatchTextContent(/^Incidencias de impacto12 → 4 \(-8\)/)
  await effects.getByText(/^Ver /).click()
  await expect.element(trial.getByText('No estaría')).toBeVisible()
  await expect
    .element(trial.getByText(/No se puede probar con lo guardado: Reposo para la inclinación/))
    .toBeVisible()
  await expectAccessible(trial.element())
  await trial.getByRole('button', { name: 'Cerrar' }).click()
  await expect.poll(() => trial.elements()).toEqual([])
  expect(sent()).toEqual([])
})
