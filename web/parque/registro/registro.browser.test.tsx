import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device } from '../../testing/devices'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { MANAGER, sessionAs } from '../../testing/sessions'

const MAC = 'AC233FFFFFFF'
type Sent = { mac_serie: string; apodo: string }

type Options = { address?: string; answers?: Answers; width?: number }

/** The registration, which the server takes. */
async function open({ address = '/PanelDisp', answers, width = 1440 }: Options = {}) {
  const { asked } = await openApp(address, {
    width,
    answers: {
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      deviceDetails: () => refuse({ status: 404, error: 'No está.' }),
      listAvisos: () => ({ data: [], total: 0, sin_leer: 0 }),
      getOido: () => ({ UltimoRegistro: null, ApodoLector: null }),
      updateDeviceDetails: ({ body }) => ({
        ok: true,
        message: 'ok',
        data: deviceOf(body as Sent),
      }),
      ...answers,
    },
  })
  const bodies = () => asked.filter((a) => a.name === 'updateDeviceDetails').map((a) => a.request.body)
  return { asked, bodies }
}
const deviceOf = ({ mac_serie, apodo }: Sent): Dispositivo =>
  device(1, { Dispositivo: mac_serie, Apodo: apodo, UltimoRegistro: null, ApodoLector: null })

const nickname = () => page.getByLabelText('Apodo', { exact: true })
const mac = () => page.getByLabelText('MAC o número de serie')
const save = () => page.getByRole('button', { name: 'Guardar' }).click()
const message = () => page.getByRole('alert')
const says = (text: string | RegExp) => expect.element(message()).toMatchTextContent(text)
const question = () => page.getByRole('alertdialog', { name: 'No es una MAC' })

// cubre: producto 8, alta 2 4-5, errores 11, constantes 7
test('starts as SmartBle, Activado; a good registration is stored, and the form resets after two seconds', async () => {
  const { bodies } = await open()
  await expect
    .element(page.getByRole('combobox', { name: 'Tipo de dispositivo' }))
    .toHaveTextContent('SmartBle')
  await expect.element(page.getByRole('combobox', { name: 'Estado' })).toHaveTextContent('Activado')
  await nickname().fill('90001-1')
  await mac().fill(MAC)
  await page.getByLabelText('Etiqueta').fill('A-7')
  const told = page.getByText('¡Datos guardados correctamente!')
  await save()
  await expect.element(told).toBeVisible()
  const since = performance.now()
  expect(bodies()).toMatchObject([
    {
      ...{ mac_serie: MAC, apodo: '90001-1', etiqueta: 'A-7' },
      ...{ tipo_dispositivo: 'SmartBle', estado: 'Activado', empresa: 1 },
    },
  ])
  await expect.element(nickname()).toHaveValue('90001-1')
  await expect.poll(() => told.elements(), { interval: 20 }).toEqual([])
  expect(performance.now() - since).toBeGreaterThan(1_500)
  await expect.element(nickname()).toHaveValue('')
  await expect.element(nickname()).toHaveFocus()
})

// cubre: validacion 1-2, errores 29
test('says what is wrong, and puts the cursor there', async () => {
  await open({ answers: { updateDeviceDetails: () => new Response('<h1>502</h1>', { status: 502 }) } })
  for (const wrong of ['', '20014', '20014-', 'a-1', '20014-008-1', '20014 - 8']) {
    await nickname().fill(wrong)
    await save()
    await says(/^El apodo debe tener el formato: números, un guion y números \(ej: 20014-008\)\.$/)
    await expect.element(nickname()).toHaveFocus()
  }
  await nickname().fill('90001-1')
  expect(message().elements()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await says('Falta la MAC ficticia (mac_serie).')
  await expect.element(mac()).toHaveFocus()
  await expectAccessible()
  await mac().fill(MAC)
  await save()
  await says(/^No se pudo guardar. Por favor, intenta de nuevo.*Error al actualizar el dispositivo/)
})

// cubre: alta 3, validacion 3
test('latitude and longitude are a reader’s, and go together', async () => {
  const { bodies } = await open({ answers: MANAGER })
  expect(page.getByLabelText('Latitud').elements()).toEqual([])
  await expect.element(page.getByRole('combobox', { name: 'Está en' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  expect(page.getByRole('combobox', { name: 'Está en' }).elements()).toEqual([])
  await nickname().fill('LEC-77')
  await mac().fill(MAC)
  await page.getByLabelText('Latitud').fill('95')
  await save()
  await says('La latitud debe estar entre -90 y 90.')
  await page.getByLabelText('Latitud').fill('42,85')
  await save()
  await says('La latitud y la longitud van juntas.')
  await page.getByLabelText('Longitud').fill('-2.67')
  await save()
  await says('¡Datos guardados correctamente!')
  expect(bodies()).toMatchObject([{ tipo_dispositivo: 'Reader', lat: 42.85, lon: -2.67 }])
})

// cubre: errores 10
test('a reader that an operator saves is refused with the reason', async () => {
  const error = 'Solo los administradores pueden actualizar lectores.'
  await open({
    address: `/PanelDisp?mac=${MAC}`,
    answers: {
      deviceDetails: () => ({
        ...{ Apodo: 'LEC-77', TipoDispositivo: 'Reader', Valor: 'Activado', Etiqueta: null },
        ...{ Lat: 42.85, Lon: -2.67 },
      }),
      updateDeviceDetails: () => refuse({ status: 403, error }),
    },
  })
  await expect.element(nickname()).toHaveValue('LEC-77')
  await save()
  await says(`No se pudo guardar. Por favor, intenta de nuevo.${error}`)
})

// cubre: rutas 20
test('?mac= fills the form, with what is registered already', async () => {
  await open({
    address: `/PanelDisp?mac=${MAC}`,
    answers: {
      deviceDetails: () => ({
        ...{ Apodo: '90001-1', TipoDispositivo: 'SmartBle', Valor: 'Activado', Etiqueta: null },
        ...{ Lat: null, Lon: null },
      }),
    },
  })
  await expect.element(mac()).toHaveValue(MAC)
  await expect.element(nickname()).toHaveValue('90001-1')
  await says('ya está registrado')
  await expect
    .element(message().getByRole('link', { name: '90001-1' }))
    .toHaveAttribute('href', '/contenedor/90001-1')
})

test('a company that only registers is told too, and led nowhere', async () => {
  const session = sessionAs().validateToken
  await open({
    address: `/PanelDisp?mac=${MAC}&apodo=90001-1`,
    answers: {
      validateToken: async (r) => ({ ...((await session?.(r)) as object), modo: 'panel' }) as never,
    },
  })
  await save()
  const list = page.getByRole('region', { name: 'Registrados ahora' })
  await expect.element(list.getByText('Todavía no oído')).toBeVisible()
  expect(list.getByRole('link').elements()).toEqual([])
})

for (const width of [1440, 390])
  test(`at ${width} the registration asks about what is no MAC, and goes back to it`, async () => {
    const { bodies } = await open({ width })
    await nickname().fill('90001-1')
    await mac().fill('sn-12ab34')
    await save()
    await expect
      .element(question())
      .toMatchTextContent('«SN-12AB34» no es una MAC de 12 cifras hexadecimales.')
    expectNoOverflow()
    await expectAccessible()
    await question().getByRole('button', { name: 'Cancelar' }).click()
    await expect.element(mac()).toHaveFocus()
    expect(bodies()).toEqual([])
    await save()
    await question().getByRole('button', { name: 'Sí, lo es' }).click()
    await says('¡Datos guardados correctamente!')
    expect(bodies()).toMatchObject([{ mac_serie: 'sn-12ab34', es_serie: true }])
  })

test('what is neither MAC nor serial number is refused without a question', async () => {
  await open()
  await nickname().fill('90001-1')
  await mac().fill('AC:23:3F:00')
  await save()
  await says('ni un número de serie (letras, cifras, guion y punto).')
  await expect.element(mac()).toHaveFocus()
  expect(question().elements()).toEqual([])
})

test('a tag that was marked as broken is used only when somebody says that it works', async () => {
  const { bodies } = await open({
    address: `/PanelDisp?mac=${MAC}&apodo=90001-1`,
    answers: {
      updateDeviceDetails: ({ body }) =>
        (body as { usar_rota?: boolean }).usar_rota
          ? { ok: true, message: 'ok', data: deviceOf(body as Sent) }
          : refuse({
              status: 409,
              code: 'etiqueta_rota',
              error: 'Está marcada como rota. ¿Vuelve a funcionar?',
            }),
    },
  })
  await save()
  const broken = page.getByRole('alertdialog', { name: 'Etiqueta marcada como rota' })
  await expect.element(broken).toMatchTextContent('¿Vuelve a funcionar?')
  await broken.getByRole('button', { name: 'Cancelar' }).click()
  await save()
  await broken.getByRole('button', { name: 'Sí, usarla' }).click()
  await expect.element(page.getByRole('region', { name: 'Registrados ahora' })).toMatchTextContent(MAC)
  expect(bodies().at(-1)).toMatchObject({ usar_rota: true })
})

test('a nickname that is taken leads to this tag for that container, and back', async () => {
  const now = new Date().toISOString()
  const { asked } = await open({
    address: `/PanelDisp?mac=${MAC}&apodo=90001-1`,
    answers: {
      updateDeviceDetails: () =>
        refuse({
          ...{ status: 409, code: 'apodo_repetido' },
          error: 'El apodo 90001-1 ya lo tiene otro dispositivo.',
        }),
      changeEtiqueta: () => ({
        ...{ ok: true, anterior: 'AC233F000001', momento: now, deshacer_s: 60 },
        data: deviceOf({ mac_serie: MAC, apodo: '90001-1' }),
      }),
      undoEtiqueta: () => ({ ok: true, data: device(1) }),
    },
  })
  await save()
  await says('El apodo 90001-1 ya lo tiene otro dispositivo.')
  await page.getByRole('button', { name: 'Ponerle esta etiqueta a 90001-1' }).click()
  await expect.element(page.getByLabelText('MAC de la etiqueta nueva')).toHaveValue(MAC)
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar etiqueta' }).click()
  const list = page.getByRole('region', { name: 'Registrados ahora' })
  await expect.element(list).toMatchTextContent(MAC)
  await expect.element(list.getByText('Todavía no oído')).toBeVisible()
  await expectAccessible(list.element())
  await list.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => list.elements()).toEqual([])
  expect(asked.filter((a) => a.name === 'changeEtiqueta').map((a) => a.request.params)).toEqual([
    { apodo: '90001-1' },
  ])
})

test('where the container stands can be said, and stays chosen for the next one', async () => {
  await open({
    answers: { createConfirmacion: () => refuse({ status: 409, code: 'sin_registro', error: 'x' }) },
  })
  const place = page.getByRole('combobox', { name: 'Está en' })
  await nickname().fill('90001-1')
  await mac().fill(MAC)
  await place.click()
  await page.getByRole('option', { name: 'Almacén Lleno', exact: true }).click()
  await save()
  await expect
    .element(page.getByText('Ningún lector lo ha oído todavía: su lugar se sabrá cuando se oiga.'))
    .toBeVisible()
  await expect.element(mac()).toHaveValue('')
  await expect.element(place).toHaveTextContent('Almacén Lleno')
})

for (const width of [1440, 390])
  test(`registration has an entry in the bar, ${width} px wide`, async () => {
    await open({ address: '/avisos', width })
    await page.getByRole('button', { name: /^Menú de usuario/ }).click()
    await page.getByRole('menuitem', { name: 'Alta de dispositivos' }).click()
    await expect.poll(() => location.pathname).toBe('/PanelDisp')
    if (width > 900) return
    history.back()
    await expect.poll(() => location.pathname).toBe('/avisos')
    await page.getByRole('button', { name: 'Más opciones' }).click()
    await page.getByRole('link', { name: 'Alta de dispositivos' }).click()
    await expect.poll(() => location.pathname).toBe('/PanelDisp')
  })
