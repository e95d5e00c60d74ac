import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { plain } from '../../testing/plain'
import { rows, texts } from '../../testing/rows'
import { MANAGER, sessionAs } from '../../testing/sessions'
import { askedOf, choose, expectAddress, expectNoText, expectText, press } from '../../testing/steps'
import { ladderOf, listOf, lostOf, openLosses } from './fixtures'

const rungs = page.getByRole('group', { name: 'Peldaños' })
const totals = page.getByRole('status', { name: 'Totales' })
const selected = page.getByRole('region', { name: 'Contenedores elegidos' })
const listsAsked = (app: Awaited<ReturnType<typeof openLosses>>) =>
  askedOf(app, 'listPerdidas').map((r) => r.query)

test('each rung says how many and what they are worth, and a key press lists them', async () => {
  const app = await openLosses()
  await expect.element(totals).toHaveTextContent('26 contenedores · 2.600,00 € · 600 se ven')
  expect(texts(rungs.getByRole('button')).map(plain)).toEqual([
    'Sin ver121.200,00 €',
    'Posible extravío5500,00 €',
    'En búsqueda4400,00 € · 2 sin responsable',
    'Propuesta de baja3300,00 €',
    'Pérdida declarada2200,00 €',
    'Dado de baja1100,00 €',
  ])
  const tile = rungs.getByRole('button', { name: /^En búsqueda/ })
  ;(tile.element() as HTMLElement).focus()
  await pressKey('Enter')
  await expectAddress({ peldano: 'en_busqueda' })
  await expect.element(tile).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => listsAsked(app).at(-1)?.peldano).toBe('en_busqueda')
  await expect.element(totals).toMatchTextContent('4 contenedores · 400,00 €')
})

test('on a phone there are cards, and the actions of the list are on one line', async () => {
  await openLosses('/perdidas', MANAGER, 390)
  // biome-ignore lint/performance/useDomNodeTextContent: what a phone hides does not count.
  await expect.poll(() => plain((totals.element() as HTMLElement).innerText)).toBe('26 · 2.600,00 €')
  const middleOf = (name: string) => {
    const { y, height } = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
    return Math.round(y + height / 2)
  }
  await expect.poll(() => middleOf('Precios') - middleOf('Columnas y densidad')).toBe(0)
  expectNoOverflow()
  await expectAccessible()
})

test('containers that nobody ever heard are on no rung, and the screen leads to them', async () => {
  const app = await openLosses('/perdidas?familia=20014', {
    getPerdidas: () => ladderOf({ nunca_oidos: 1 }),
  })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('1 dado de alta que nadie ha oído nunca: no está en ningún peldaño.')
  await page.getByRole('link', { name: '1 dado de alta' }).click()
  await expect.poll(() => location.pathname).toBe('/poc-status')
  await expectAddress({ tipo: 'Contenedor', posible_estado: 'Sin registro' })
  await expect.poll(() => askedOf(app, 'devicePocStatus')[0]?.query.familia).toBe('20014')
})

test('how probable a return is stands in the list with how many silences say so', async () => {
  const app = await openLosses('/perdidas?orden=vuelve&sentido=desc', {
    listPerdidas: () => listOf([lostOf(1), lostOf(2, { vuelve: null, esperada: null, centimos: null })]),
  })
  await expect.poll(() => rows().length).toBe(2)
  await expectText(/^Pérdida esperada: /)
  await expect.element(page.getByText('34,00 € de 200,00 €')).toBeVisible()
  expect(listsAsked(app)[0]).toMatchObject({ orden: 'vuelve', sentido: 'desc' })
  const chance = page.getByTitle(
    /^Probabilidad de volver: 83\s% \(entre 71\s% y 90\s%\), según los 1\.204 silencios de su etapa/,
  )
  await expect.element(chance).toMatchTextContent(/^83\s% · de 1\.204$/)
  expect(rows()[1]?.textContent).toMatch(/Sin precioNo se sabe—/)
})

test('what left with a container is one click from its row', async () => {
  const juntos = [
    { mac: 'AC1', Apodo: '20014-8', salio: '2026-11-01T10:00:00Z', vuelto: null, en: null },
    {
      mac: 'AC2',
      Apodo: '20014-9',
      salio: '2026-11-01T10:00:00Z',
      vuelto: '2026-11-02T10:00:00Z',
      en: 'Nave',
    },
  ]
  await openLosses('/perdidas', {
    listPerdidas: () => listOf([lostOf(1), lostOf(2, { juntos: 0 }), lostOf(3, { juntos: 50 })]),
    getPerdidaOf: () => ({
      peldano: 'en_busqueda',
      desde: null,
      centimos: null,
      vuelve: null,
      esperada: null,
      dias_cerrados: 0,
      busca: null,
      ultimo: {
        lugar: 'Muelle',
        etapa: null,
        momento: '2026-11-01T10:00:00Z',
        juntos,
        juntos_total: 2,
        juntos_vueltos: 1,
      },
      historia: [],
    }),
  })
  const buttons = page.getByRole('button', { name: /^Qué salió con / })
  await expect.element(buttons.first()).toBeVisible()
  expect(buttons.elements().map((b) => b.textContent)).toEqual(['Con 2 más', 'Solo', 'Con 50 o más'])
  await buttons.first().click()
  const dialog = page.getByRole('dialog', { name: 'Qué salió con 20014-1' })
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Muelle.*Otros 2 contenedores salieron de allí en los 10 minutos de antes o después; se han vuelto a oír 1/,
    )
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent('tampoco se ha vuelto a oír')
  await expectAccessible(dialog.element())
  await press('Cerrar', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.pathname).toBe('/perdidas')
})

test('one is declared lost after it was asked, and that is taken back', async () => {
  const app = await openLosses('/perdidas?buscar=20014-1', { listPerdidas: () => listOf([lostOf(1)]) })
  await expect.element(totals).toMatchTextContent(/^1 contenedor · /)
  await page.getByRole('checkbox', { name: 'Seleccionar fila AC0000000001' }).click()
  await press('Declarar perdidos', selected)
  const dialog = page.getByRole('dialog', { name: 'Declarar la pérdida' })
  await dialog.getByLabelText('Nota').fill('No está en ningún muelle')
  await expectAccessible(dialog.element())
  await press('Declarar perdidos', dialog)
  await press('Deshacer')
  await expectText('Deshecho')
  expect(askedOf(app, 'createAsientos').map((r) => r.body)).toEqual([
    { contenedores: ['AC0000000001'], clase: 'declarada', lleva: null, nota: 'No está en ningún muelle' },
  ])
  expect(askedOf(app, 'undoAsientos').map((r) => r.body)).toEqual([{ asientos: [70] }])
})

test('what was said last of the chosen ones is taken back, and only who administers writes off', async () => {
  const asiento = {
    id: 5,
    clase: 'declarada' as const,
    recuento: null,
    momento: '2026-11-01T10:00:00Z',
    persona: null,
    lleva: null,
    nota: null,
    por_silencio: false,
  }
  const answers: Answers = { listPerdidas: () => listOf([lostOf(1, { peldano: 'declarada', asiento })]) }
  const first = await openLosses('/perdidas', answers)
  const mark = () => page.getByRole('checkbox', { name: 'Seleccionar fila AC0000000001' }).click()
  await mark()
  await expect.element(selected).toBeVisible()
  await expect.element(selected.getByRole('button', { name: 'Dar de baja' })).not.toBeInTheDocument()
  await press('Deshacer lo último', selected)
  await expectText('Deshecho')
  expect(askedOf(first, 'undoAsientos').map((r) => r.body)).toEqual([{ asientos: [5] }])
  await first.screen.unmount()
  const second = await openLosses('/perdidas', { ...answers, ...MANAGER })
  await mark()
  await press('Dar de baja', selected)
  await press('Dar de baja', page.getByRole('dialog'))
  await expect.poll(() => askedOf(second, 'createAsientos')[0]?.body).toMatchObject({ clase: 'baja' })
})

test('the filter of who searches lives in the address, and who administers nothing sets nobody', async () => {
  const app = await openLosses()
  await expect.poll(() => rows().length).toBe(2)
  for (const name of ['Quién busca', 'Precios'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  await choose('Quién busca', 'Sin responsable')
  await expectAddress({ lleva: 'nadie' })
  await expect.poll(() => listsAsked(app).at(-1)?.lleva).toBe('nadie')
  await choose('Familia', '20014')
  await choose('Último lugar', 'Muelle')
  await expect.poll(() => listsAsked(app).at(-1)).toMatchObject({ familia: '20014', lugar: 'Muelle' })
  await expect.element(page.getByText(/sin contar los días que el calendario cierra/)).toBeVisible()
  await press('Limpiar')
  await expectAddress({ lleva: null, familia: null, lugar: null })
})

test('filters of the address that find nothing are taken away where it says so', async () => {
  await openLosses('/perdidas?buscar=no-hay-ninguno&lleva=nadie', {
    listPerdidas: ({ query }) => (query.search ? listOf([]) : listOf([lostOf(1)])),
  })
  await expectText('No hay contenedores con esos filtros')
  await expect
    .element(page.getByRole('combobox', { name: 'Quién busca' }))
    .toHaveTextContent('Sin responsable')
  await press('Limpiar filtros')
  await expectAddress({ buscar: null, lleva: null })
})

test('one is taken over from its row, given to another, and to nobody, which is taken back', async () => {
  const lost = lostOf(1)
  let busca: (typeof lost)['busca'] = null
  const app = await openLosses('/perdidas', {
    listPerdidas: () => listOf([{ ...lost, busca }]),
    createAsientos: ({ body }) => {
      const { lleva } = body as { lleva: number | null }
      busca = lleva === null ? null : { id: lleva, nombre: lleva === 9 ? 'Ane Busca' : 'Olga Operaria' }
      return { asientos: [70], resultados: [{ mac: lost.mac, status: 'success', message: '' }] }
    },
    undoAsientos: () => {
      busca = { id: 9, nombre: 'Ane Busca' }
      return { asientos: [], resultados: [{ mac: lost.mac, status: 'success', message: '' }] }
    },
  })
  const who = page.getByRole('button', { name: /^Quién busca 20014-1:/ })
  await expect.element(who).toMatchTextContent('Sin responsable')
  ;(page.getByRole('button', { name: 'Lo busco yo: 20014-1' }).element() as HTMLElement).focus()
  await pressKey('Enter')
  await expect.element(who).toMatchTextContent('Olga Operaria · búscalo en Muelle')
  await who.click()
  await page.getByRole('menuitem', { name: 'Ane Busca' }).click()
  await expect.element(who).toMatchTextContent('Ane Busca')
  await who.click()
  await page.getByRole('menuitem', { name: 'Nadie' }).click()
  await expect.element(who).toMatchTextContent('Sin responsable')
  await press('Deshacer')
  await expect.element(who).toMatchTextContent('Ane Busca')
  expect(askedOf(app, 'createAsientos').map((r) => (r.body as { lleva: unknown }).lleva)).toEqual([
    7,
    9,
    null,
  ])
})

test('who searches for the company is set by who administers it', async () => {
  const app = await openLosses('/perdidas', {
    ...MANAGER,
    setQuienBusca: () => ({ empresa: 1, persona: { id: 9, nombre: 'Ane Busca', puede: true } }),
    getQuienBusca: () => ({ empresa: 1, persona: null }),
  })
  await press('Quién busca')
  const dialog = page.getByRole('dialog', { name: 'Quién busca' })
  await expect.element(dialog.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await choose('Quién busca', 'Ane Busca', dialog)
  await expectAccessible(dialog.element())
  await press('Guardar', dialog)
  await expectText('Busca Ane Busca')
  expect(askedOf(app, 'setQuienBusca').map((r) => r.body)).toEqual([{ empresa: 1, persona: 9 }])
})

test('before the first count it says that they are being counted, and shows them once they are', async () => {
  let counted = false
  const app = await openLosses('/perdidas', {
    getPerdidas: () => ladderOf({ contado: counted }),
    listPerdidas: () => (counted ? listOf([lostOf(1)]) : listOf([])),
  })
  await expectText('Los contenedores se están contando')
  await expectNoText('Se ven todos los contenedores')
  await expect.element(rungs.getByRole('button').first()).toHaveTextContent('Sin ver—')
  await expectAccessible()
  counted = true
  await app.queryClient.invalidateQueries({ queryKey: ['perdidas'] })
  await expectNoText('Los contenedores se están contando')
  await expect.element(rungs.getByRole('button').first()).toMatchTextContent(/^Sin ver12/)
})

test('who only looks chooses and says nothing; what cannot be read says why', async () => {
  let fails = true
  await openLosses('/perdidas', {
    ...sessionAs({ rol: 'lectura' }),
    listPerdidas: () => (fails ? refuse({ status: 400, error: 'No se pudo leer.' }) : listOf([lostOf(1)])),
  })
  await expectText('No se pudo leer.')
  fails = false
  await press('Reintentar')
  await expect.poll(() => rows().length).toBe(1)
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Lo busco yo/ })).not.toBeInTheDocument()
})
