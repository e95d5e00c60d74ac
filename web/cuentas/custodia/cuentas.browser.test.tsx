import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { catchDownloads, sendFile } from '../../testing/files'
import { pressKey } from '../../testing/keys'
import { plain } from '../../testing/plain'
import { rows, texts } from '../../testing/rows'
import { MANAGER } from '../../testing/sessions'
import { askedOf, expectAddress, expectText, press } from '../../testing/steps'
import { BALANCES, lineOf, OF_PARTNER, openCustody, PARTNER, partnerOf, statementOf } from './fixtures'

const accounts = page.getByRole('group', { name: 'Cuentas' })
const totals = page.getByRole('status', { name: 'Totales' })

for (const width of [1440, 390])
  test(`a balance leads to as many containers as it says, ${width} px wide`, async () => {
    const app = await openCustody('/custodia', {}, width)
    const account = accounts.getByRole('button', { name: new RegExp(PARTNER.nombre) })
    await expect.poll(() => plain(account.element().textContent)).toBe('Prensas Abadiño606.000,00 €')
    expect(plain(texts(accounts.getByRole('button'))[2])).toBe('Montajes Urbina7400,00 € · 3 sin precio')
    ;(account.element() as HTMLElement).focus()
    await pressKey('Enter')
    await expect.element(account).toHaveAttribute('aria-pressed', 'true')
    await expectAddress({ tercero: '4' })
    await page.getByRole('tab', { name: 'Contenedores' }).click()
    await expect.element(totals).toHaveTextContent('Prensas Abadiño · 50 con nombre · 10 sin nombre')
    expect(askedOf(app, 'listEnCuenta').at(-1)?.query.tercero).toBe('4')
    expectNoOverflow()
    await expectAccessible()
  })

test('what book and places say differently is listed, and becomes a file', async () => {
  const saved = catchDownloads()
  const app = await openCustody('/custodia?tercero=4', {
    listDiferencias: () => ({
      data: [
        {
          mac: 'AC0000000001',
          apodo: '20014-1',
          empresa: 1,
          familia: '20014',
          libro: PARTNER.nombre,
          libro_fuera: false,
          visto: null,
          lugar: 'Muelle',
          desde: '2026-11-20T10:00:00+01:00',
        },
      ],
      total: 1,
    }),
    exportDiferencias: () => sendFile(),
  })
  await page.getByRole('tab', { name: 'Libro y lugar' }).click()
  await expect.element(totals).toHaveTextContent('1 diferencia')
  expect(rows()[0]?.textContent).toMatch(/^20014-120014Prensas AbadiñoParque propioMuelle/)
  await expect.element(page.getByRole('button', { name: 'Vistas', exact: true })).toBeVisible()
  await press('Exportar')
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await expect.poll(() => saved.map((s) => s.name)).toEqual(['diferencias.xlsx'])
  expect(askedOf(app, 'exportDiferencias')[0]?.query.tercero).toBe('4')
})

test('somebody of a partner sees its balance and its statement and nothing else', async () => {
  await openCustody('/poc-status', {
    ...OF_PARTNER,
    listSaldos: () => ({ data: BALANCES.slice(1, 2), por_anotar: 0 }),
  })
  await expect.poll(() => location.pathname).toBe('/custodia')
  await expect.element(accounts.getByRole('button')).toBeVisible()
  expect(texts(page.getByRole('tab'))).toEqual(['Saldos', 'Extracto', 'Contenedores'])
  await page.getByRole('tab', { name: 'Extracto' }).click()
  await expect.element(totals).toMatchTextContent(PARTNER.nombre)
  for (const name of ['Anotar', 'Importar albaranes', 'Vistas'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  await expectAccessible()
})

test('the book that is being made says how many containers it lacks', async () => {
  await openCustody('/custodia', { listSaldos: () => ({ data: BALANCES, por_anotar: 1234 }) })
  await expectText(/^El libro se está haciendo: faltan 1\.234 contenedores\. Hasta entonces/)
})

test('a partner is added, with a statement each month', async () => {
  const added: Tercero[] = []
  const mensual = {
    activo: true,
    correo: 'almacen@tercero.example',
    formato: 'pdf' as const,
    siguiente: '2026-12-01T06:00:00+01:00',
    ultimo: null,
    error: null,
  }
  const app = await openCustody('/custodia?vista=terceros', {
    ...MANAGER,
    listTerceros: () => ({ data: [...added] }),
    createTercero: ({ body }) => {
      const { mensual: m } = body as { mensual: { correo: string } }
      if (!m.correo.includes('@'))
        return refuse({ status: 400, error: 'La dirección de correo no es válida.', campo: 'mensual' })
      added.push(partnerOf({ nombre: 'Nuevo', mensual }))
      return added[0] as Tercero
    },
  })
  await press('Nuevo tercero')
  const dialog = page.getByRole('dialog', { name: 'Nuevo tercero' })
  await dialog.getByLabelText('Nombre').fill('Nuevo')
  await dialog.getByLabelText('Enviarle el extracto cada mes por correo').click()
  await expect.element(dialog.getByRole('button', { name: 'Añadir' })).toBeDisabled()
  await dialog.getByLabelText('Correo', { exact: true }).fill('almacen@tercero.example')
  await expectAccessible(dialog.element())
  await press('Añadir', dialog)
  await expectText('Tercero añadido')
  await expect.element(page.getByText('Desde el día 1').first()).toBeVisible()
  expect(askedOf(app, 'createTercero')[0]?.body).toEqual({
    nombre: 'Nuevo',
    clase: 'cliente',
    lugares: [],
    salidas: [],
    mensual: { activo: true, correo: 'almacen@tercero.example', formato: 'pdf' },
    empresa: 1,
  })
})

test('own places lead to a partner: why one cannot is told, and it is taken away', async () => {
  const places = ['Reparación', 'Gestamp'].map((nombre, i) => ({
    id: i + 1,
    nombre,
    planta: '',
    grupo: 'llenos',
    nodo_x: null,
    nodo_y: null,
    lectores: [],
  }))
  const why = '«Gestamp» es de Prensas Abadiño: no puede ser una salida.'
  let kept = partnerOf({ salidas: [] })
  const app = await openCustody('/custodia?vista=terceros', {
    ...MANAGER,
    listTerceros: () => ({ data: [kept] }),
    listUbicaciones: () => ({
      empresa: 1,
      nombre_empresa: 'Vitoria',
      version: '1',
      data: places,
      imagen: null,
    }),
    updateTercero: ({ body }) => {
      const { salidas } = body as { salidas: number[] }
      if (salidas.includes(2)) return refuse({ status: 409, error: why })
      kept = { ...kept, salidas: places.filter((p) => salidas.includes(p.id)) }
      return kept
    },
  })
  await press('Editar')
  const dialog = page.getByRole('dialog', { name: `Editar ${PARTNER.nombre}` })
  const exits = dialog.getByRole('combobox', { name: 'Salidas hacia él' })
  for (const place of ['Reparación', 'Gestamp']) {
    await exits.click()
    await page.getByRole('option', { name: place }).click()
  }
  await press('Guardar', dialog)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(why)
  await exits.click()
  await pressKey('Escape', 'Backspace')
  await press('Guardar', dialog)
  await expectText('Tercero guardado')
  await expect.poll(() => rows()[0]?.textContent).toContain('Reparación')
  expect(askedOf(app, 'updateTercero').at(-1)?.body).toMatchObject({ salidas: [1] })
})

test('lines in dispute are listed by partner; the list says how many there are', async () => {
  const disputed = { ...lineOf(1), empresa: 1, tercero: PARTNER }
  const app = await openCustody('/custodia?vista=disputas', {
    listDisputas: ({ query }) => ({ data: [disputed], total: query.tercero ? 1 : 2 }),
  })
  await expect.element(totals).toHaveTextContent('2 líneas en disputa')
  await accounts.getByRole('button', { name: new RegExp(PARTNER.nombre) }).click()
  await expect.element(totals).toHaveTextContent('1 línea en disputa')
  expect(askedOf(app, 'listDisputas').at(-1)?.query.tercero).toBe('4')
  await expectAccessible()
})

test('an empty account says so', async () => {
  await openCustody('/custodia?vista=extracto&tercero=4', { listExtracto: () => statementOf([]) })
  await expectText('No hay movimientos en este periodo')
})
