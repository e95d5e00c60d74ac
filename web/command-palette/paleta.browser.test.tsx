import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { setEmpresa } from '../lib/session/empresa'
import { expectAccessible } from '../testing/accessible'
import { type Answers, refuse } from '../testing/answers'
import { pressKey, type } from '../testing/keys'
import { openApp } from '../testing/open-app'
import { emptyAnswers, fullAnswers } from '../testing/sample'
import { ADMIN, NOBODY, sessionAs, tokenOf } from '../testing/sessions'
import { expectToast } from '../testing/toasts'

const palette = page.getByRole('dialog', { name: 'Buscar' })
const field = page.getByRole('combobox', { name: 'Buscar pantallas y contenedores' })
const button = page.getByRole('button', { name: 'Buscar pantallas y contenedores' })
const option = (name: string | RegExp) => palette.getByRole('option', { name })
const options = (group: string) =>
  palette
    .getByRole('group', { name: group })
    .getByRole('option')
    .elements()
    .map((e) => e.textContent)
const expectPath = (path: string) => expect.poll(() => location.pathname + location.search).toBe(path)

/** A container of the company. */
async function containerOf(mac: string, apodo: string): Promise<Dispositivo> {
  const one = fullAnswers().devicePocStatus?.({} as never) as { data: Dispositivo[] }
  return {
    ...(one.data[0] as Dispositivo),
    Dispositivo: mac,
    Apodo: apodo,
    TipoDispositivo: 'SmartBle',
    PosibleEstado: 'Sin registro',
  } as Dispositivo
}
async function open(answers: Answers = {}, address = '/perfil', width = 1440) {
  const found = await containerOf('AC233F000001', '20014-1')
  const app = await openApp(address, {
    width,
    answers: emptyAnswers({
      devicePocStatus: ({ query }) => ({
        data: '20014-1 AC233F000001'.includes(query.buscar ?? '') ? [found] : [],
        total: 1,
      }),
      getContenedor: () => refuse({ status: 404, error: 'No está.' }),
      ...answers,
    }),
  })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return app
}
const looked = (app: Awaited<ReturnType<typeof open>>) =>
  app.asked.filter((a) => a.name === 'devicePocStatus' && a.request.query.buscar).map((a) => a.request.query)

afterEach(() => setEmpresa(undefined))

test('Ctrl+K finds screens and containers by keyboard alone, and remembers them', async () => {
  await open()
  ;(button.element() as HTMLElement).focus()
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await expect.element(option('Hoy')).toHaveAttribute('aria-selected', 'true')
  expect(palette.getByRole('group', { name: 'Recientes' }).elements()).toEqual([])
  expect(option('Usuarios').elements()).toEqual([])
  await pressKey('ArrowDown')
  await expect.element(field).toHaveAttribute('aria-activedescendant', option('Mapa').first().element().id)
  await pressKey('Escape')
  await expect.poll(() => palette.elements()).toEqual([])
  await expect.element(button).toHaveFocus()

  await pressKey('Meta+k')
  await expect.element(field).toHaveFocus()
  await type('pila')
  await expect.poll(() => option(/./).elements().length).toBe(1)
  await pressKey('Enter')
  await expectPath('/pilas')

  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await type('20014-1')
  await expect.element(option(/20014-1/)).toMatchTextContent(/Sin registro/)
  await pressKey('Enter')
  await expectPath('/contenedor/20014-1')
  await pressKey('Control+k')
  await expect.poll(() => options('Recientes')).toEqual([expect.stringContaining('20014-1'), 'Pilas'])
  await pressKey('Control+k')
  await expect.poll(() => palette.elements()).toEqual([])
})

test('what was opened lately is forgotten at the logout', async () => {
  let inside = true
  await open({
    validateToken: (r) => (inside ? tokenOf() : (NOBODY.validateToken?.(r) as never)),
    logout: () => {
      inside = false
      return { ok: true }
    },
  })
  localStorage.setItem('retorna.recientes', '[]')
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await type('cerrar ses')
  await pressKey('Enter')
  await expect.poll(() => location.pathname).toBe('/login')
  expect(localStorage.getItem('retorna.recientes')).toBeNull()
})

test('asks the server once typing rests, lets go of what was typed before, and tells nothing from an error', async () => {
  const app = await open({
    devicePocStatus: ({ query }) =>
      query.buscar === 'falla'
        ? refuse({ status: 500, error: 'No se pudo.' })
        : query.buscar === 'lenta'
          ? new Promise(() => {})
          : { data: [], total: 0 },
  })
  const texts = () => looked(app).map((q) => q.buscar)
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  // Typed within the page: on a busy machine, keys from outside may lie further apart than the pause.
  for (const letter of 'lenta') document.execCommand('insertText', false, letter)
  await expect.element(palette.getByText('Buscando…')).toBeVisible()
  await expect.poll(texts).toEqual(['lenta'])
  await field.fill('zz-no-hay-nada')
  await expect.element(palette.getByText('Nada con ese nombre')).toBeVisible()
  await field.fill('falla')
  await expect.element(palette.getByRole('alert')).toMatchTextContent(/No se pudo\./)
  await palette.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => texts().filter((t) => t === 'falla').length).toBe(2)
})

test('a company that only registers finds its few screens, and asks for no device', async () => {
  const app = await open(sessionAs({ modo: 'panel', empresa: 5 }))
  await pressKey('Control+k')
  await expect.poll(() => options('Pantallas')).toEqual(['Alta de dispositivos', 'Perfil', 'Asistente'])
  await field.fill('20014')
  await expect.element(palette.getByText('Nada con ese nombre')).toBeVisible()
  expect(looked(app)).toEqual([])
})

test('an administrator who chose a company finds only what is hers', async () => {
  const app = await open(ADMIN, '/perfil?en_empresa=2')
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await type('20014')
  await expect.poll(() => looked(app).map((q) => q.empresa)).toEqual(['2'])
})

test('leaves the keys to the snake and to a dialog, and the secret keys go on working', async () => {
  await open()
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await pressKey('ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowLeft')
  await pressKey('ArrowRight', 'b', 'a')
  await expectToast('Modo Secreto Activado')
  await pressKey('Escape')
  await expect.poll(() => location.pathname).toBe('/secret')
  await expect.element(page.getByRole('img', { name: /^Serpiente/ })).toBeVisible()
  await pressKey('Control+k')
  expect(palette.elements()).toEqual([])
  await button.click()
  await expect.element(field).toHaveFocus()
})

test('on a phone it is an icon; the theme changes from it', async () => {
  await open({}, '/perfil', 390)
  expect(button.element().getBoundingClientRect().width).toBeLessThanOrEqual(48)
  for (const [theme, is] of [
    ['Tema: oscuro', 'dark'],
    ['Tema: claro', 'light'],
  ] as const) {
    await button.click()
    await field.fill('tema')
    await option(theme).click()
    await expect.poll(() => document.documentElement.dataset.tema).toBe(is)
  }
})

test('what it found is accessible', async () => {
  await open()
  await pressKey('Control+k')
  await field.fill('20014')
  await expect.element(option(/20014-/).first()).toBeVisible()
  await expectAccessible(palette.element())
})

test('each tab of the administration is found by its own name, and remembered', async () => {
  await open(ADMIN)
  await pressKey('Control+k')
  await expect.element(field).toHaveFocus()
  await type('calibracion')
  await expect
    .poll(() =>
      option(/./)
        .elements()
        .map((o) => o.textContent),
    )
    .toEqual(['CalibraciónAdministración › Planta'])
  await pressKey('Enter')
  await expectPath('/admin/usuarios?pestana=calibracion')
  await expect
    .element(page.getByRole('tab', { name: 'Calibración' }))
    .toHaveAttribute('aria-selected', 'true')
  await pressKey('Control+k')
  await expect.poll(() => options('Recientes')).toEqual([expect.stringMatching(/^Calibración/)])
})
