import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FilaExtracto } from '#contract/cuentas/custodia/custodia'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { chooseFile } from '../../testing/files'
import { pressKey } from '../../testing/keys'
import { rows } from '../../testing/rows'
import { askedOf, choose, expectText, press } from '../../testing/steps'
import { lineOf, OF_PARTNER, openCustody, PARTNER, partnerOf, proofOf, saidOf, statementOf } from './fixtures'

const STATEMENT = '/custodia?vista=extracto&tercero=4'
const totals = page.getByRole('status', { name: 'Totales' })
const dialog = page.getByRole('dialog')
const openLine = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const enterDialog = page.getByRole('dialog', { name: `Anotar en ${PARTNER.nombre}` })

test('the statement says its balances, and each line what it is', async () => {
  await openCustody(STATEMENT, {
    listExtracto: () =>
      statementOf(
        [
          lineOf(1),
          lineOf(2, {
            clase: 'albaran',
            cantidad: -2,
            contenedor: null,
            lugar: null,
            certeza: null,
            documento: 'ALB-7',
          }),
          lineOf(3, { anulada: true }),
        ],
        21,
      ),
  })
  await expect.element(totals).toHaveTextContent('Prensas Abadiño · inicial 0 · +21 · −0 · final 21')
  expect(rows()[0]?.textContent).toMatch(/20014-120014\+1.*Parque propio—GestampAbrir$/)
  expect(rows()[1]?.textContent).toMatch(/—20014−2.*ALB-7—Abrir$/)
  expect(rows()[2]?.textContent).toMatch(/Corregida$/)
  expect(rows()[2]?.querySelector('s')?.textContent).toBe('+1')
})

test('a line shows its proof, is disputed, answered and settled', async () => {
  let line = lineOf(1)
  const say =
    (clase: Parameters<typeof saidOf>[0]): NonNullable<Answers['answerMovimiento']> =>
    ({ body }) => {
      line = { ...line, dichos: [...line.dichos, saidOf(clase, (body as { nota: string }).nota)] }
      return line
    }
  const app = await openCustody(STATEMENT, {
    listExtracto: () => statementOf([line]),
    disputeMovimiento: say('disputa'),
    answerMovimiento: say('respuesta'),
    settleMovimiento: say('acuerdo'),
  })
  for (const [state, what, note] of [
    ['sin nada dicho', 'Disputar', 'No nos consta'],
    ['Disputada', 'Contestar', 'Se vio en vuestro muelle'],
    ['Contestada', 'Acordar', 'De acuerdo'],
  ] as const) {
    await openLine(/^Abrir la línea de 20014-1: /)
    await expect
      .element(dialog.getByLabelText('Prueba'))
      .toMatchTextContent('Gestamp, por LEC-7, 92 % de certeza')
    const options = dialog.getByRole('group', { name: 'Qué se dice' })
    if (options.elements().length) await press(what, options)
    await expect.element(dialog.getByRole('button', { name: what }).last(), { message: state }).toBeDisabled()
    await dialog.getByRole('textbox', { name: /^(Nota|Qué no es correcto)$/ }).fill(note)
    if (what === 'Acordar')
      await dialog.getByLabelText('Contenedores que se descuentan de su saldo').fill('1')
    await expectAccessible(dialog.element())
    await dialog.getByRole('button', { name: what }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  const bodyOf = (call: 'disputeMovimiento' | 'answerMovimiento' | 'settleMovimiento') =>
    askedOf(app, call).map((r) => r.body)
  expect(bodyOf('disputeMovimiento')).toEqual([{ nota: 'No nos consta', tercero: 4 }])
  expect(bodyOf('answerMovimiento')).toEqual([{ nota: 'Se vio en vuestro muelle', tercero: 4 }])
  expect(bodyOf('settleMovimiento')).toEqual([{ nota: 'De acuerdo', tercero: 4, descuenta: 1 }])
})

test('somebody of the partner reads the answer with its proof, and is shown no proof of the company’s', async () => {
  const seen = {
    momento: '2026-11-20T10:00:00+01:00',
    donde: 'suyo' as const,
    lugar: 'Gestamp',
    lector: 'LEC-7',
    certeza: 0.92,
  }
  const prueba = { visto: seen, documento: null, recuento: null, ultimo: null }
  const dichos = [
    saidOf('disputa', 'No nos consta'),
    saidOf('respuesta', 'Lo oyó vuestro lector', {
      autor: 'Olga Operaria',
      ajeno: false,
      prueba: prueba as never,
    }),
  ]
  await openCustody(
    STATEMENT,
    { ...OF_PARTNER, listExtracto: () => statementOf([lineOf(1, { dichos })]) },
    390,
  )
  await openLine(/^Abrir la línea de 20014-1: /)
  await expect
    .element(dialog.getByLabelText('Lo dicho de la línea'))
    .toMatchTextContent('Lo oyó vuestro lector')
  await expect
    .element(dialog.getByLabelText('Demostración de la respuesta'))
    .toMatchTextContent(/Visto.*Gestamp, por .*92 % de certeza/)
  await expect.element(dialog.getByLabelText('Prueba', { exact: true })).not.toBeInTheDocument()
  await expectAccessible(dialog.element())
  expectNoOverflow()
})

test('a delivery without names is entered, and undone from the toast', async () => {
  const app = await openCustody(STATEMENT, {
    createMovimiento: () => ({ movimientos: [31], resultados: [] }),
    undoMovimiento: () => ({ movimientos: 1 }),
  })
  await press('Anotar')
  await expect.element(enterDialog.getByRole('button', { name: 'Anotar' })).toBeDisabled()
  await enterDialog.getByLabelText('Familia').fill('20014')
  await enterDialog.getByLabelText('Cantidad').fill('12')
  await enterDialog.getByLabelText('Albarán').fill('ALB-77')
  await expectAccessible(enterDialog.element())
  await press('Anotar', enterDialog)
  await press('Deshacer')
  await expectText('Deshecho')
  expect(askedOf(app, 'createMovimiento').map((r) => r.body)).toEqual([
    {
      tercero: 4,
      clase: 'enviado',
      contenedores: [],
      familia: '20014',
      cantidad: 12,
      documento: 'ALB-77',
      nota: null,
    },
  ])
  expect(askedOf(app, 'undoMovimiento').map((r) => r.params)).toEqual([{ id: '31' }])
})

test('a loss that a partner accepts says that it is declared too, and what could not be entered is told', async () => {
  const app = await openCustody(STATEMENT, {
    createMovimiento: () => ({
      movimientos: [],
      resultados: [{ mac: 'AC0000000001', status: 'error', message: 'No está en su cuenta.' }],
    }),
  })
  await press('Anotar')
  await choose('Qué', 'Pérdida aceptada', enterDialog)
  await expect.element(enterDialog).toMatchTextContent('quedan también declarados en Pérdidas')
  await enterDialog.getByLabelText('Contenedores (mac o serie)').fill('AC0000000001')
  await press('Anotar', enterDialog)
  await expectText('1 sin anotar: AC0000000001, No está en su cuenta.')
  expect(askedOf(app, 'createMovimiento')[0]?.body).toMatchObject({
    clase: 'perdida',
    contenedores: ['AC0000000001'],
  })
})

test('who has just entered a line may undo it there; what another person entered offers no undo', async () => {
  let entered: FilaExtracto[] = [lineOf(8, { clase: 'albaran', contenedor: null, cantidad: 7 })]
  let own = true
  const app = await openCustody(STATEMENT, {
    listExtracto: () => statementOf(entered, entered.length ? 7 : 0),
    getPrueba: () =>
      proofOf({ visto: null, persona: 'Olga', deshacer: own ? { segundos: 50, movimientos: 1 } : null }),
    undoMovimiento: () => {
      entered = []
      return { movimientos: 1 }
    },
  })
  await openLine('Abrir la línea de 20014: sin nada dicho')
  await expect
    .element(dialog.getByRole('timer'))
    .toMatchTextContent(/^Anotado hace un momento: se puede deshacer durante \d+ s\.$/)
  await expectAccessible(dialog.element())
  await press('Deshacer', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(totals).toMatchTextContent('final 0')
  await app.screen.unmount()
  own = false
  entered = [lineOf(9, { clase: 'albaran', contenedor: null })]
  await openCustody(STATEMENT, {
    listExtracto: () => statementOf(entered),
    getPrueba: () => proofOf({ visto: null, persona: 'Ane' }),
  })
  await openLine('Abrir la línea de 20014: sin nada dicho')
  await expect.element(dialog.getByLabelText('Prueba')).toMatchTextContent('Anotado porAne')
  await expect.element(dialog.getByRole('timer')).not.toBeInTheDocument()
})

test('a line that a count proves leads to it', async () => {
  const app = await openCustody(STATEMENT, {
    getPrueba: () => proofOf({ visto: null, recuento: 12 }),
    getRecuento: () => refuse({ status: 404, error: 'No está.' }),
    listEscaneos: () => refuse({ status: 404, error: 'No está.' }),
  })
  await openLine(/^Abrir la línea de 20014-1: /)
  await dialog.getByRole('link', { name: 'Recuento 12' }).click()
  await expect.poll(() => location.pathname).toBe('/recuentos/12')
  await expect.poll(() => askedOf(app, 'getRecuento').length).toBeGreaterThan(0)
})

test('delivery notes come from a file: lines with an error are shown, and left out when asked to', async () => {
  const report = {
    ensayo: true,
    filas: 3,
    nuevas: 2,
    cambiadas: 0,
    iguales: 0,
    con_error: 1,
    errores_total: 1,
    errores: [{ linea: 4, nombre: 'C-1', columna: 'cantidad', error: 'Debe ser un número entero.' }],
    movimiento: 31,
    cambios: [2, 3].map((linea) => ({
      linea,
      tercero: PARTNER.nombre,
      documento: `A-${linea}`,
      dia: '2026-11-20',
      clase: 'enviado' as const,
      cantidad: 2,
      familia: '20014',
      nombrados: false,
    })),
  }
  const app = await openCustody(STATEMENT, {
    importAlbaranes: ({ query }) => ({ ...report, ensayo: query.ensayo === 'true' }),
    undoMovimiento: () => ({ movimientos: 2 }),
    listTerceros: () => ({ data: [partnerOf()] }),
  })
  await press('Importar albaranes')
  const wizard = page.getByRole('dialog', { name: 'Importar albaranes' })
  await expect.element(wizard).toBeVisible()
  chooseFile(
    wizard.element().querySelector('input[type=file]'),
    new File(['tercero;movimiento'], 'albaranes.csv'),
  )
  await expect
    .element(wizard.getByRole('list', { name: 'Líneas con error' }))
    .toMatchTextContent('Debe ser un número entero.')
  await expect
    .element(wizard.getByRole('list', { name: 'Líneas que se anotan' }))
    .toMatchTextContent(/\+2 20014/)
  await expectAccessible(wizard.element())
  await expect.element(wizard.getByRole('button', { name: /^Importar/ }).last()).toBeDisabled()
  await wizard.getByRole('checkbox').click()
  await press('Importar 2 líneas', wizard)
  await expectText('Albaranes importados: 2 líneas')
  await press('Deshacer')
  await expectText('Deshecho: 2 movimientos corregidos')
  expect(askedOf(app, 'importAlbaranes').map((r) => r.query)).toMatchObject([
    { ensayo: 'true' },
    { con_errores: 'omitir' },
  ])
})

test('what the server refuses is told in the dialog, which stays open', async () => {
  await openCustody(STATEMENT, {
    disputeMovimiento: () => refuse({ status: 409, error: 'La línea ya está corregida.' }),
  })
  await openLine(/^Abrir la línea de 20014-1: /)
  await dialog.getByLabelText('Qué no es correcto').fill('No')
  await press('Disputar', dialog)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('La línea ya está corregida.')
  await pressKey('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})
