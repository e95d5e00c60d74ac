import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessible'
import { type Answers, refuse } from '../testing/answers'
import { breakCamera, fakeCamera } from '../testing/camera'
import { device, inventory } from '../testing/devices'
import { openApp } from '../testing/open-app'
import { createPlan } from '../testing/plan'

const MAC = device(1).Dispositivo
const NEW = 'AC233FFFFFFF'

/** The inventory, with the scanner open: in the bottom bar of a phone, or in the command palette. */
async function open(width: number, answers: Answers = {}) {
  const { asked } = await openApp('/poc-status', {
    width,
    answers: {
      ...inventory([]),
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      deviceDetails: () => refuse({ status: 404, error: 'No está.' }),
      findCodigo: ({ query }) => ({
        data:
          query.mac === NEW
            ? []
            : [
                {
                  ...{ Dispositivo: MAC, Apodo: '20014-001', TipoDispositivo: 'SmartBle', empresa: 1 },
                  ...{ nombre_empresa: 'Vitoria', eliminado: false },
                },
              ],
        previos: [],
        rota: false,
      }),
      getContenedor: () => refuse({ status: 404, error: 'No está.' }),
      ...answers,
    },
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (width > 900) await userEvent.keyboard('{Control>}k{/Control}')
  const button = page.getByRole('button', { name: 'Escanear para buscar' })
  await expect.element(button).toBeVisible()
  if (width < 900) {
    const { top, width: w, height } = button.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(770)
    expect(Math.min(w, height)).toBeGreaterThanOrEqual(44)
  }
  await button.click()
  return { asked, query: () => asked.findLast((a) => a.name === 'findCodigo')?.request.query }
}
const unknown = () => page.getByRole('dialog', { name: 'No está registrado' })

for (const [name, width, code, query] of [
  ['a label of ours', 390, `https://retorna.example/Public?mac=${MAC}`, { mac: MAC }],
  ['the code of the container', 1440, '20014 157 0 000001', { apodo: '20014-1' }],
  ['a MAC', 390, MAC, { mac: MAC }],
  ['a nickname', 1440, '20014-001', { apodo: '20014-001' }],
] as const)
  test(`${name} leads to the file, ${width} px wide`, async () => {
    await fakeCamera(code)
    const { query: asked } = await open(width)
    await expect.poll(() => location.pathname).toBe('/contenedor/20014-001')
    expect(asked()).toEqual(query)
    expect(page.getByRole('dialog').elements()).toEqual([])
  })

test('a tag that nobody registered says so, and leads to its registration', async () => {
  await fakeCamera(`https://retorna.example/Public?mac=${NEW}`)
  const { asked } = await open(390)
  await expect.element(unknown()).toMatchTextContent(NEW)
  await expectAccessible(unknown().element())
  const before = asked.length
  await unknown().getByRole('button', { name: 'Escanear otra vez' }).click()
  await expect.element(unknown()).toBeVisible()
  expect(asked.length).toBeGreaterThanOrEqual(before)
  await unknown().getByRole('link', { name: 'Dar de alta con esta MAC' }).click()
  await expect.poll(() => location.pathname).toBe('/PanelDisp')
  await expect.element(page.getByRole('dialog', { name: 'Escanear contenedor' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('MAC o número de serie')).toHaveValue(NEW)
})

test('a code that names nothing says what to look for', async () => {
  await fakeCamera('caja de cartón')
  await open(1440)
  await expect.element(unknown()).toMatchTextContent('no dice ninguna MAC ni ningún apodo')
  expect(unknown().getByRole('link').elements()).toEqual([])
})

test('without a camera the search is at hand', async () => {
  breakCamera('NotFoundError')
  await open(1440)
  const scanner = page.getByRole('dialog', { name: 'Escanear para buscar' })
  await expect.element(scanner).toMatchTextContent('cámara')
  await expectAccessible(scanner.element())
  await scanner.getByRole('button', { name: 'Escribir a mano' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Buscar pantallas y contenedores' })).toHaveFocus()
})
