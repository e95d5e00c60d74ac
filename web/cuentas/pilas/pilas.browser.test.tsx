import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FilaPila, ModeloPila, Pilas } from '#contract/cuentas/pilas/pilas'
import { CLASES_PILA } from '#contract/cuentas/pilas/values'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { rows } from '../../testing/rows'
import { emptyAnswers } from '../../testing/sample'
import { sessionAs } from '../../testing/sessions'
import { askedOf, choose, expectAddress, expectText, press } from '../../testing/steps'

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format()
const tagOf = (n: number, changes: Partial<FilaPila> = {}): FilaPila => ({
  mac: `AC000000000${n}`,
  Apodo: `20014-${n}`,
  Familia: '20014',
  empresa: 1,
  modelo: 'Minew SmartBle',
  clase: 'ya',
  motivo: 'tension',
  mv: 2400,
  bateria: null,
  riesgo: null,
  quedan: null,
  desde: null,
  pregunta: null,
  Ubicacion: 'Muelle',
  UltimoRegistro: '2026-11-01T10:00:00+01:00',
  ...changes,
})
const summaryOf = (changes: Partial<Pilas> = {}): Pilas => ({
  clases: CLASES_PILA.map((clase, i) => ({ clase, n: 10 * (i + 1) })),
  preguntas: 0,
  faltan: 0,
  familias: ['20014'],
  ...changes,
})
const MODEL: ModeloPila = {
  empresa: 1,
  modelo: 'Minew SmartBle',
  etiquetas: 40,
  por_edad: 3,
  acabadas: 25,
  tempranas: 2,
  siguen: 13,
  mediana: 400,
  bajo: 380,
  alto: 420,
  sin_mediana: null,
}
const done = (r: { body: unknown }) => ({
  resultados: (r.body as { cambios: { clave: string }[] }).cambios.map(({ clave }, i) => ({
    clave,
    status: 'success' as const,
    message: '',
    cambio: 90 + i,
    apodo: null,
  })),
})

const open = async (address: string, answers: Answers = {}, width = 1440) =>
  openApp(address, {
    width,
    height: 844,
    answers: emptyAnswers({
      getPilas: () => summaryOf(),
      listPilas: ({ query }) => ({ data: [tagOf(1), tagOf(2)], total: query.clase ? 10 : 100 }),
      getPilasAprendido: () => ({
        modelos: [
          MODEL,
          { ...MODEL, modelo: 'Otro', mediana: null, bajo: null, alto: null, sin_mediana: 'pocas_acabadas' },
        ],
      }),
      createCambiosPila: done,
      undoCambiosPila: () => ({ ok: true }),
      ...answers,
    }),
  })
/** The exchanges that were sent first. */
const changesOf = (app: Awaited<ReturnType<typeof open>>) =>
  askedOf(app, 'createCambiosPila').map((r) => (r.body as { cambios: object[] }).cambios)[0]
const totals = page.getByRole('status', { name: 'Totales' })
const lastAsked = (app: Awaited<ReturnType<typeof open>>) => askedOf(app, 'listPilas').at(-1)?.query

for (const width of [1440, 390])
  test(`each figure leads to as many tags as it says, each with why, ${width} px wide`, async () => {
    const app = await open('/pilas', {}, width)
    await expect.element(totals).toHaveTextContent('100 etiquetas')
    const figures = page.getByRole('group', { name: 'Cuándo cambiarlas' })
    await expect.element(figures).toMatchTextContent('Ya10Este mes20Sin prisa30No se sabe40')
    const tile = figures.getByRole('button', { name: /^Ya/ })
    ;(tile.element() as HTMLElement).focus()
    await pressKey('Enter')
    await expectAddress({ clase: 'ya' })
    await expect.poll(() => lastAsked(app)?.clase).toBe('ya')
    await expect.element(totals).toHaveTextContent('10 etiquetas')
    await expect.element(page.getByText(/La etiqueta dice|a la hora más cálida/).first()).toBeVisible()
    expectNoOverflow()
  })

test('what was learned stands by model, with what it rests on, and leads to its tags', async () => {
  const app = await open('/pilas')
  await page.getByRole('tab', { name: 'Lo aprendido' }).click()
  await expectAddress({ vista: 'aprendido' })
  await expectText('400 días (de 380 a 420)')
  await expectText('Aún sin datos: hacen falta 20 pilas acabadas')
  await expectAccessible()
  await page.getByRole('link', { name: 'Etiquetas Minew SmartBle: 40' }).click()
  await expect.element(page.getByRole('button', { name: 'Quitar Modelo: Minew SmartBle' })).toBeVisible()
  expect(lastAsked(app)?.modelo).toBe('Minew SmartBle')
})

test('a tag that came back with fresh voltage asks, and is answered; that is taken back', async () => {
  const pregunta = { antes: '2026-10-01T10:00:00Z', vista: '2026-10-20T10:00:00Z' }
  const app = await open('/pilas', {
    getPilas: () => summaryOf({ preguntas: 1 }),
    listPilas: () => ({ data: [tagOf(1, { motivo: 'pregunta', pregunta })], total: 1 }),
    answerPila: () => ({ cambio: 90 }),
  })
  await press('Responder')
  await expectAddress({ motivo: 'pregunta' })
  await expect.element(totals).toHaveTextContent('1 etiqueta')
  await page.getByRole('checkbox', { name: 'Seleccionar fila AC0000000001' }).click()
  await press('Sí, se cambió', page.getByRole('region', { name: 'Etiquetas elegidas' }))
  const dialog = page.getByRole('dialog')
  await expectAccessible(dialog.element())
  await press('Anotar', dialog)
  await press('Deshacer')
  await expectText('Deshecho')
  expect(askedOf(app, 'answerPila').map((r) => r.body)).toMatchObject([
    { contenedor: 'AC0000000001', dia: TODAY },
  ])
  expect(askedOf(app, 'undoCambiosPila').map((r) => r.body)).toEqual([{ cambios: [90] }])
})

test('several are written down at once, and filters are taken away', async () => {
  const app = await open('/pilas?clase=ya&familia=20014')
  for (const n of [1, 2])
    await page.getByRole('checkbox', { name: `Seleccionar fila AC000000000${n}` }).click()
  await press('Pila cambiada', page.getByRole('region', { name: 'Etiquetas elegidas' }))
  await press('Anotar', page.getByRole('dialog'))
  await expectText('Cambio de pila anotado')
  expect(changesOf(app)).toMatchObject([
    { contenedor: 'AC0000000001', hace_s: 0 },
    { contenedor: 'AC0000000002', hace_s: 0 },
  ])
  await press('Limpiar')
  await expectAddress({ clase: null, familia: null })
})

test('batteries say how many tags were not looked at', async () => {
  let faltan: number | null = null
  const app = await open('/pilas', { getPilas: () => summaryOf({ faltan }) })
  const ask = () => app.queryClient.invalidateQueries({ queryKey: ['pilas'] })
  await expectText('Las etiquetas se están contando: tarda un minuto.')
  await expect.element(page.getByRole('group', { name: 'Cuándo cambiarlas' })).toMatchTextContent('Ya—')
  faltan = 1234
  await ask()
  const missing = page.getByText('Faltan 1.234 etiquetas por mirar. Hasta entonces las cifras cambian.')
  await expect.element(missing).toBeVisible()
  await expectAccessible()
  faltan = 0
  await ask()
  await expect.element(missing).not.toBeInTheDocument()
})

const ROUND: NonNullable<Answers['getRonda']> = () => ({
  empresa: 1,
  paradas: [
    { lugar: 'Muelle', en_plano: true, contenedores: [tagOf(1), tagOf(2)] },
    { lugar: 'Nave', en_plano: true, contenedores: [tagOf(3)] },
    { lugar: null, en_plano: false, contenedores: [tagOf(4)] },
  ],
  total: 4,
})

test('the round: in walking order, a tap is an exchange, and it is taken back', async () => {
  const app = await open('/pilas/ronda', { getRonda: ROUND }, 390)
  const stops = page.getByRole('heading', { level: 2 })
  await expect.element(stops.first()).toHaveTextContent('1. Muelle')
  expect(stops.elements().map((h) => h.textContent)).toEqual(['1. Muelle', '2. Nave', '3. Sin ubicación'])
  await expect.element(page.getByRole('status', { name: 'Quedan' })).toHaveTextContent('quedan 4')
  await expectAccessible()
  await press('Pila cambiada: 20014-1')
  await expect.poll(() => askedOf(app, 'createCambiosPila').length).toBe(1)
  await press('Deshacer')
  await expectText('Deshecho')
  expect(changesOf(app)).toMatchObject([{ contenedor: 'AC0000000001' }])
  expect(askedOf(app, 'undoCambiosPila').map((r) => r.body)).toEqual([{ cambios: [90] }])
})

test('a code of the round is typed; the round is narrowed and begun elsewhere', async () => {
  const app = await open('/pilas/ronda', { getRonda: ROUND }, 390)
  await page.getByLabelText('Apodo o MAC').fill('20014-3')
  await pressKey('Enter')
  await expectText('20014-3: pila cambiada')
  await expect.poll(() => askedOf(app, 'createCambiosPila').length).toBe(1)
  await page.getByLabelText('Apodo o MAC').fill('20014-99')
  await pressKey('Enter')
  await expectText('20014-99: pila cambiada (no estaba en la ronda)')
  await expect.poll(() => askedOf(app, 'createCambiosPila').length).toBe(2)
  await choose('Pilas', 'Solo las de ya')
  await choose('Empezar en', 'Nave')
  await expect
    .poll(() => askedOf(app, 'getRonda').at(-1)?.query)
    .toMatchObject({ hasta: 'ya', desde: 'Nave' })
})

test('who only looks sees the round and writes nothing down', async () => {
  await open('/pilas/ronda', { ...sessionAs({ rol: 'lectura' }), getRonda: ROUND }, 390)
  await expectText('Tu cuenta es solo de lectura: puedes ver la ronda, pero no anotar cambios.')
  await expect.element(page.getByRole('button', { name: /^Pila cambiada/ })).not.toBeInTheDocument()
})

test('on a desk each row says what it is about', async () => {
  await open('/pilas')
  await expect.poll(() => rows().length).toBe(2)
  expect(rows()[0]?.textContent).toMatch(/^20014-120014Ya.*Muelle2,40 V/)
})
