import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device, inventory } from '../../testing/devices'
import { sayChanges } from '../../testing/live'
import { openApp } from '../../testing/open-app'
import { rows, texts } from '../../testing/rows'
import { button } from '../../testing/steps'

type Options = { devices?: Dispositivo[]; answers?: Answers; width?: number }

/** The inventory with two containers; what is renamed is renamed on the server too. */
async function open(address = '/poc-status', { devices = [device(1), device(2)], ...options }: Options = {}) {
  const { asked } = await openApp(address, {
    ...options,
    answers: {
      ...inventory(devices),
      changeDeviceApodo: ({ body }) => {
        const { mac_serie, apodo } = body as { mac_serie: string; apodo: string }
        const data = { ...devices.find((d) => d.Dispositivo === mac_serie), Apodo: apodo } as Dispositivo
        const all = devices.map((d) => (d.Dispositivo === mac_serie ? data : d))
        devices.splice(0, all.length, ...all.toSorted((a, b) => (a.Apodo ?? '').localeCompare(b.Apodo ?? '')))
        return { ok: true, message: 'ok', data }
      },
      ...options.answers,
    },
  })
  const bodies = (name: keyof Answers) => asked.filter((a) => a.name === name).map((a) => a.request.body)
  return { asked, bodies }
}
const nicknames = () => rows().map((r) => r.querySelector('td:nth-child(2) > span > button')?.textContent)
const toast = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()
const badGateway = () => new Response('<h1>502</h1>', { status: 502 })
const field = (n: number) => page.getByRole('textbox', { name: `Apodo de 20014-00${n}` })
const edit = (n: number) => button(`Editar apodo de 20014-00${n}`).click()

// cubre: inventario 4, transiciones 1, validacion 11, errores 14 16 30
test('a click on the power cell switches the device, and the list is read again', async () => {
  const devices = [device(1)]
  let refused: (() => Response) | undefined
  const { asked, bodies } = await open('/poc-status', {
    devices,
    answers: {
      changeDeviceStatus: ({ body }) => {
        const { nuevo_estado: Activado } = body as { nuevo_estado: Dispositivo['Activado'] }
        if (refused) return refused()
        devices[0] = { ...device(1), Activado }
        return { ok: true, message: 'ok', data: devices[0] }
      },
    },
  })
  const reads = () => asked.filter((a) => a.name === 'devicePocStatus').length
  const power = (state: string) => page.getByRole('switch', { name: `20014-001: ${state}` })
  await expect.element(power('Activado')).toBeChecked()
  const before = reads()
  await power('Activado').click()
  await toast('Estado cambiado a Desactivado')
  await expect.element(power('Desactivado')).not.toHaveAttribute('aria-disabled')
  expect(reads()).toBeGreaterThan(before)
  refused = () => refuse({ status: 500, error: 'Ha ocurrido un error.' })
  ;(power('Desactivado').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await toast('No se pudo cambiar el estado: Ha ocurrido un error.')
  await expect.element(power('Desactivado')).not.toBeChecked()
  expect(bodies('changeDeviceStatus')).toMatchObject([
    { apodo: '20014-001', nuevo_estado: 'Desactivado', tipo_dispositivo: 'SmartBle' },
    { apodo: '20014-001', nuevo_estado: 'Activado' },
  ])
})

test('a device without a nickname is switched, and a refusal without words says what failed', async () => {
  const { bodies } = await open('/poc-status', {
    devices: [device(1, { Apodo: null })],
    answers: { changeDeviceStatus: badGateway },
  })
  await page.getByRole('switch', { name: `${device(1).Dispositivo}: Activado` }).click()
  await toast('No se pudo cambiar el estado: Error cambiando estado')
  expect(bodies('changeDeviceStatus')).toMatchObject([{ apodo: '-', nuevo_estado: 'Desactivado' }])
})

// cubre: inventario 3, validacion 7, errores 15 17 31
test('the nickname is edited in place: Enter saves, Esc leaves it, what is wrong is told', async () => {
  let refused: (() => Response) | undefined = () =>
    refuse({ status: 409, error: 'El apodo 20014-002 ya lo tiene otro dispositivo.' })
  const devices = [device(1), device(2)]
  const save = inventory(devices)
  const { bodies } = await open('/poc-status', {
    devices,
    answers: {
      ...save,
      changeDeviceApodo: ({ body }) => {
        if (refused) return refused()
        devices.reverse()
        devices[1] = { ...device(1), Apodo: (body as { apodo: string }).apodo }
        return { ok: true, message: 'ok', data: devices[1] }
      },
    },
  })
  await edit(1)
  await expect.element(field(1)).toHaveFocus()
  await field(1).fill('otra cosa')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Editar apodo de 20014-001')).toHaveFocus()
  await edit(1)
  await field(1).fill('  ')
  await userEvent.keyboard('{Enter}')
  await toast('Falta apodo')
  expect(bodies('changeDeviceApodo')).toEqual([])
  await field(1).fill('20014-002')
  await userEvent.keyboard('{Enter}')
  await toast('No se pudo actualizar el apodo: El apodo 20014-002 ya lo tiene otro dispositivo.')
  await expect.element(field(1)).toHaveValue('20014-002')
  refused = badGateway
  await userEvent.keyboard('{Enter}')
  await toast('No se pudo actualizar el apodo: Error cambiando apodo')
  refused = undefined
  // Its new nickname sorts later: the row stays in place, and the list offers a refetch.
  await field(1).fill('20014-9')
  await userEvent.keyboard('{Enter}')
  await toast('Apodo actualizado correctamente')
  expect(bodies('changeDeviceApodo').at(-1)).toMatchObject({
    mac_serie: device(1).Dispositivo,
    apodo: '20014-9',
  })
  await expect.element(button('Hay cambios: actualizar')).toBeVisible()
  expect(nicknames()).toEqual(['20014-9', '20014-002'])
  await button('Hay cambios: actualizar').click()
  await expect.poll(nicknames).toEqual(['20014-002', '20014-9'])
})

test('a row that its new nickname takes out of the filter shows it until the list is read again', async () => {
  await open('/poc-status?apodo=20014-')
  await edit(1)
  await field(1).fill('200149-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Hay cambios: actualizar')).toBeVisible()
  expect(nicknames()).toEqual(['200149-1', '20014-002'])
  await button('Hay cambios: actualizar').click()
  await expect.poll(nicknames).toEqual(['20014-002'])
})

test('a change made elsewhere shows where the row stands', async () => {
  const devices = [device(1), device(2)]
  await open('/poc-status', { devices })
  await expect.poll(rows).toHaveLength(2)
  sayChanges([device(1, { Apodo: '20014-8' })])
  await expect.poll(nicknames).toEqual(['20014-8', '20014-002'])
})

test('axe finds nothing in a list with rows selected and all its filters', async () => {
  await open('/poc-status?sin_actualizar=true')
  await page
    .getByRole('checkbox', { name: /^Seleccionar fila/ })
    .first()
    .click()
  await expect.element(page.getByText('1 seleccionado')).toBeVisible()
  await expectAccessible(document.querySelector('main') as Element)
})

/** Both containers selected; the server changes the first, and the second too unless it is gone. */
async function openSelected(gone: boolean) {
  const { bodies } = await open('/poc-status', {
    answers: {
      dispositivosLote: ({ body }) => ({
        resultados: (body as { macs: string[] }).macs.map((mac, i) => ({
          mac,
          Apodo: `20014-00${i + 1}`,
          ...(gone && i === 1
            ? { status: 'error' as const, message: 'Dispositivo no encontrado.' }
            : { status: 'success' as const, message: 'ok' }),
        })),
      }),
    },
  })
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).click()
  await expect.element(page.getByText('2 seleccionados')).toBeVisible()
  return { sent: () => bodies('dispositivosLote') }
}
const MACS = [device(1), device(2)].map((d) => d.Dispositivo)
async function choose(change: string) {
  await button('Cambiar…').click()
  await page.getByRole('menuitem', { name: change, exact: true }).click()
}

test('many at once: confirmed, done, and what was not done says why', async () => {
  const { sent } = await openSelected(true)
  await choose('Desactivar')
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Se cambiarán 2 dispositivos\./)
  await button('Cancelar').click()
  expect(sent()).toEqual([])
  await choose('Cambiar etiqueta…')
  await page.getByRole('dialog', { name: 'Cambiar la etiqueta' }).getByLabelText('Etiqueta').fill('E2E-7')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/1 hecho de 2\s*· 1 sin hacer/)).toBeVisible()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: '20014-002' }).first())
    .toMatchTextContent(/Dispositivo no encontrado\./)
  expect(sent()).toEqual([{ macs: MACS, etiqueta: 'E2E-7' }])
})

test('many at once get a location, which is found by a part of its name', async () => {
  const { sent } = await openSelected(false)
  await choose('Cambiar ubicación…')
  const place = page.getByRole('dialog').getByRole('combobox', { name: 'Ubicación' })
  await place.fill('Gest')
  expect(texts(page.getByRole('option'))).toEqual(['Gestamp'])
  await page.getByRole('option', { name: 'Gestamp' }).click()
  await button('Cambiar ubicación').click()
  await expect.element(page.getByText('2 hechos de 2')).toBeVisible()
  expect(sent()).toEqual([{ macs: MACS, ubicacion: 'Gestamp' }])
  await button('Cerrar').click()
  await button('Quitar selección').click()
  await expect.element(page.getByRole('heading', { name: 'Inventario' })).toBeVisible()
})

test('on a phone the nickname is edited with the thumb, and one as long as may be widens no card', async () => {
  const long = '20014-'.padEnd(64, '7')
  const { bodies } = await open('/poc-status', {
    devices: [device(1), device(2, { Apodo: long })],
    width: 390,
  })
  const cards = page.getByRole('list', { name: 'Inventario' }).getByRole('listitem')
  await expect.element(cards.nth(1)).toMatchTextContent(new RegExp(long))
  expectNoOverflow()
  const details = button(`Abrir detalles de ${long}`).element().getBoundingClientRect()
  expect(details.right).toBeLessThanOrEqual(390)
  await edit(1)
  await cards.first().getByRole('textbox').fill('20014-77')
  await cards.first().getByRole('button', { name: 'Guardar apodo' }).click()
  await toast('Apodo actualizado correctamente')
  expect(bodies('changeDeviceApodo')).toMatchObject([{ apodo: '20014-77' }])
})
